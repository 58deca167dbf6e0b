/** Redraws a component after each change of the window's size, for components that measure places. */

import { useEffect, useState } from "../vendor/preact.js";

export function useResized() {
  const [, setTimes] = useState(0);
  useEffect(() => {
    const drawAgain = () => setTimes((times) => times + 1);
    addEventListener("resize", drawAgain);
    return () => removeEventListener("resize", drawAgain);
  }, []);
}
