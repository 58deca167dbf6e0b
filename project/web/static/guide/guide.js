/** The guide of a first match: one idea at a time, above the question or below the part of the table that it explains. */

import { useResized } from "../shell/resized.js";
import { prefer, settings } from "../shell/session.js";
import { html, useEffect, useLayoutEffect, useRef } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { guideOf, ideaNow } from "./ideas.js";

/** @import { Props } from "../table/types.js" */

const TIP_PX = 9;

/** Points the tip of the bubble at the first playable card. */
function usePointer(isAtHand) {
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  useResized();
  useLayoutEffect(() => {
    const card = isAtHand && document.querySelector(".hand button.card.lit");
    if (!card || !box.current) return;
    const { left, width } = card.getBoundingClientRect();
    const middle = left + Math.min(width, card.parentElement?.clientWidth ?? width) / 2; // other cards may cover the card
    box.current.style.setProperty("--point", `${middle - box.current.getBoundingClientRect().left - TIP_PX}px`);
  });
  return box;
}

const goOn = (seen) => prefer({ guide: { ...settings.value.guide, seen } });
const end = () => prefer({ guide: null });

/** @param {Props<"match">} props */
export function Guide({ ctx: { match } }) {
  const { table, game, view } = match;
  const { seen } = settings.value.guide;
  const { ideas } = guideOf(game);
  const rows = match.past().map(({ row }) => row);
  const idea = ideaNow(ideas, seen, { view, asks: table.asks.value, rows });
  const moves = rows.filter((row) => row.type === "move" && row.seat === match.me).length;
  const shownAt = useRef({ name: "", moves: 0 });
  if (idea && shownAt.current.name !== idea.name) shownAt.current = { name: idea.name, moves };
  const isAnswered = idea !== null && moves > shownAt.current.moves;
  useEffect(() => {
    if (isAnswered) goOn([...seen, idea.name]); // a move also continues the guide
  }, [isAnswered]);
  const place = idea && (seen.length ? idea.at : "hand"); // the first idea points at a card
  const box = usePointer(place === "hand");
  const isOver = ideas.every(({ name }) => seen.includes(name));
  return html`<div
    class=${`guide ${place ? `by-${place}` : "rests"}`}
    ref=${box}
    role="note"
    data-guide=${idea?.name ?? ""}
  >
    ${
      idea &&
      html`<p><strong>${idea.title}</strong></p>
        <p>${idea.help}</p>`
    }
    ${isOver && html`<p>${t("guide_over")}</p>`}
    <p class="row">
      <span class="grow small">${t("guide_idea", { n: seen.length + (idea ? 1 : 0), of: ideas.length })}</span>
      ${!isOver && html`<button class="quiet dense" data-skip-guide onClick=${end}>${t("guide_skip")}</button>`}${
        (idea || isOver) &&
        html`<button class="quiet dense" data-got-it onClick=${() => (idea ? goOn([...seen, idea.name]) : end())}>
          ${t("got_it")}
        </button>`
      }
    </p>
  </div>`;
}
