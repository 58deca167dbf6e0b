/** A press that a thumb has to hold, so that it is not made by mistake; by mouse, key or screen reader it acts at once. */

import { useEffect, useRef, useState } from "../vendor/preact.js";

const HOLD_MS = 350;

/**
 * What such a button needs: its handlers, and whether it is being held.
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
