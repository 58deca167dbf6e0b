/** An attack that waits for its answer: an arrow from the attacker to the target, with the attack's card in the middle. */

import { CardArt } from "../../cards/card.js";
import { useResized } from "../../shell/resized.js";
import { moves } from "../../shell/session.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";

/** @import { Attack, Props, With } from "../types.js" */

const DRAWN_MS = 320;
/** The distance above my hand at which an arrow to me ends. */
const MINE_PX = 16;

/** @param {With<"match">} ctx @returns {Attack|null} */
export const attackOf = ({ match }) => match.layout.attack?.(match) ?? null;

/** Returns the middle of the edge of a seat that faces the table. */
function spotOf(board, seat, me) {
  const found = board.querySelector(seat === me ? ".hand" : `[data-seat="${seat}"]`);
  const [box, frame] = [found?.getBoundingClientRect(), board.getBoundingClientRect()];
  if (!box?.width) return null;
  return { x: box.left + box.width / 2 - frame.left, y: (seat === me ? box.top - MINE_PX : box.bottom) - frame.top };
}

/** Returns the arrows of an attack and the midpoint of the first arrow; measures them again after each change. */
function usePaths(box, attack, me) {
  const [paths, setPaths] = useState(/** @type {string[]} */ ([]));
  const [middle, setMiddle] = useState(/** @type {{x: number, y: number}|null} */ (null));
  useResized();
  useLayoutEffect(() => {
    const board = box.current?.closest(".board");
    if (!attack || !board) return setPaths((before) => (before.length ? [] : before));
    const from = spotOf(board, attack.by, me);
    const ends = attack.targets.map((seat) => spotOf(board, seat, me));
    const drawn = ends.filter(Boolean).map((end) => pathOf(from ?? end, end));
    setPaths((before) => (before.join() === drawn.join() ? before : drawn));
    const [end] = ends;
    if (from && end) {
      const next = { x: Math.round((from.x + end.x) / 2), y: Math.round((from.y + end.y) / 2 + bend(from, end)) };
      setMiddle((before) => (before?.x === next.x && before.y === next.y ? before : next));
    }
  });
  return { paths, middle };
}

/** @param {Props<"match">} props */
export function Arrows({ ctx }) {
  const { match } = ctx;
  const attack = attackOf(ctx);
  const box = useRef(/** @type {SVGElement|null} */ (null));
  const { paths, middle } = usePaths(box, attack, match.me);
  const key = attack ? `${attack.by} ${attack.targets} ${attack.card}` : "";
  useEffect(() => {
    if (!key || !moves()) return;
    for (const path of box.current?.querySelectorAll(".dots") ?? [])
      path.animate(
        [
          { clipPath: "inset(0 100% 100% 0)", opacity: 0 },
          { clipPath: "none", opacity: 1 },
        ],
        { duration: DRAWN_MS, easing: "ease-out" },
      );
  }, [key, paths.length]);
  const face = attack && attack.card !== null ? match.view.faces[attack.card] : null;
  return html`<svg class="arrows" ref=${box} aria-hidden="true" data-attack=${attack ? key : undefined}>
      <defs>
        <marker id="arrowhead" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4.4" markerHeight="4.4" orient="auto">
          <path d="M0 0L10 5 0 10 2.6 5z" />
        </marker>
      </defs>
      ${
        attack &&
        paths.map(
          (path) =>
            html`<g key=${path}
              ><path class="under" d=${path} /><path class="dots" d=${path} /><path
                class="tip"
                d=${path}
                marker-end="url(#arrowhead)"
            /></g>`,
        )
      }
    </svg>
    ${
      attack &&
      face &&
      middle &&
      html`<span class="attackcard card" aria-hidden="true" style=${{ left: `${middle.x}px`, top: `${middle.y}px` }}
        ><${CardArt} game=${match.game} face=${face}
      /></span>`
    }`;
}

/** Returns how far an arrow bends away from the seats: less if the arrow already points down. */
const bend = (from, to) => (Math.abs(to.y - from.y) > 120 ? 0 : 70);

function pathOf(from, to) {
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2 + 2 * bend(from, to)];
  return `M${Math.round(from.x)} ${Math.round(from.y)}Q${Math.round(x)} ${Math.round(y)} ${Math.round(to.x)} ${Math.round(to.y)}`;
}
