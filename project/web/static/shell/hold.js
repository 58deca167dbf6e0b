/** A button that must be held on a touch screen, against accidental presses. A mouse, a key or a screen reader acts at once. */

import { useEffect, useRef, useState } from "../vendor/preact.js";

const HOLD_MS = 350;

/**
 * Returns the handlers of such a button, and whether the button is being held.
 * @param {() => void} act
 * @returns {{isHeld: boolean, handlers: Record<string, (event: any) => void>}}
 */
export function useHold(act) {
  const [isHeld, hold] = useState(false);
  const timer = useRef(0);
  const end = () => {
    clearTimeout(timer.current);
    hold(false);
  };
  useEffect(() => end, []);
  return {
    isHeld,
    handlers: {
      onPointerDown({ pointerType }) {
        if (pointerType === "mouse") return;
        hold(true);
        timer.current = setTimeout(() => {
          end();
          act();
        }, HOLD_MS);
      },
      onPointerUp: end,
      onPointerCancel: end,
      onPointerLeave: end,
      onClick: ({ pointerType }) => ["touch", "pen"].includes(pointerType) || act(),
    },
  };
}
