/** A card large with all its words; all the cards of a pile; why a card cannot be used. */

import { isDrawn } from "../../cards/arts.js";
import { CardArt } from "../../cards/card.js";
import { help, title } from "../../server/catalog.js";
import { t } from "../../words/texts.js";
import { say, Sheet } from "../../shell/ui.js";
import { html, useEffect } from "../../vendor/preact.js";

/** @import { Props } from "../types.js" */

const NAMED = new Set(["face", "name", "title", "help", "look"]);

/** @param {Props<"match"|"draft"|"page">} props */
export function Inspector({ ctx: { match, draft, page } }) {
  const face = page.inspected === null ? null : match.view.faces[page.inspected];
  if (!face) return null;
  const more = isDrawn(match.game?.game)
    ? []
    : Object.entries(face).filter(([name, value]) => !NAMED.has(name) && (typeof value !== "object" || value === null));
  const uses = [
    ...new Set(
      (draft.uses.get(`card:${page.inspected}`) ?? [])
        .concat(draft.uses.get(`face:${face.face}`) ?? [])
        .map((use) => use.verb),
    ),
  ];
  return html`<${Sheet} title=${title(match.game, "faces", face.face)} onClose=${() => page.inspect(null)}>
    <div class="inspected">
      <span class="bigart"><${CardArt} game=${match.game} face=${face} full /></span>
      <div class="stack grow">
        <p>${help(match.game, "faces", face.face)}</p>
        ${
          more.length > 0 &&
          html`<dl class="numbers">
            ${more.map(
              ([name, value]) =>
                html`<div>
                  <dt>${name}</dt>
                  <dd class="num">${String(value)}</dd>
                </div>`,
            )}
          </dl>`
        }
        ${
          uses.length > 0 &&
          html`<p class="small">
            ${t("can_be_used_for", { verbs: uses.map((verb) => title(match.game, "verbs", verb)).join(", ") })}
          </p>`
        }
        ${draft.ask && !uses.length && html`<p class="small soft">${t("no_use_now")}</p>`}
      </div>
    </div><//
  >`;
}

/** @param {Props<"match"|"page">} props */
export function ZoneSheet({ ctx: { match, page } }) {
  const { zone } = page;
  if (!zone) return null;
  const now =
    match.view.zones.find((one) => one.name === zone.name && one.seat === zone.seat && one.number === zone.number) ??
    zone;
  return html`<${Sheet}
    title=${`${title(match.game, "zones", zone.name)} · ${now.cards.length}`}
    onClose=${() => page.showZone(null)}
  >
    <p class="soft">${help(match.game, "zones", zone.name)}</p>
    <div class="cards-row wrap">
      ${[...now.cards]
        .reverse()
        .map(
          (card) =>
            html`<span
              class="card still"
              role="img"
              aria-label=${title(match.game, "faces", match.view.faces[card]?.face)}
              ><${CardArt} game=${match.game} face=${card === null ? null : match.view.faces[card]}
            /></span>`,
        )}
    </div><//
  >`;
}

const SHOWN_MS = 6000;

/** The reason, in a bubble at the card. @param {Props<"match"|"page">} props */
export function Explanation({ ctx: { match, page } }) {
  const { explained, explain } = page;
  useEffect(() => {
    if (!explained) return;
    say(explained.text);
    const timer = setTimeout(() => explain(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [explained]);
  if (!explained) return null;
  const box = document
    .querySelector(`.hand [data-card="${explained.card}"], [data-card="${explained.card}"]`)
    ?.getBoundingClientRect();
  if (!box) return null;
  const left = Math.max(150, Math.min(innerWidth - 150, box.x + box.width / 2));
  const face = match.view.faces[explained.card]?.face;
  return html`<div class="bubble" role="tooltip" style=${{ left: `${left}px`, top: `${box.y - 8}px` }}>
    ${explained.text}${
      help(match.game, "faces", face) &&
      html`<br /><span class="small"
          >${title(match.game, "faces", face)}${t("colon")}${help(match.game, "faces", face)}</span
        >`
    }
  </div>`;
}
