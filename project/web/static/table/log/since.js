/** Above the question: what happened since my last turn, or since I looked on any device, what I lost, who is close to winning. A button shows it again. */

import { get } from "../../server/api.js";
import { title } from "../../server/catalog.js";
import { nameOf, Sign } from "../../shell/ui.js";
import { grouped } from "../../slots/words.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { listed, t } from "../../words/texts.js";
import { rerun } from "../state/rerun.js";
import { captions } from "./captions.js";
import { happened } from "./happened.js";

/** @import { Props } from "../types.js" */

const NARROW = "(max-width: 639px)";

/** @param {Props} props */
export function Since({ ctx }) {
  const { match, draft } = ctx;
  const { table, me } = match;
  const [isFolded, fold] = useState(false);
  const [seen, setSeen] = useState(/** @type {number|null} */ (null));
  useEffect(() => {
    if (me !== null && !match.replay)
      get(`matches/${table.id}/looking`).then(
        ({ seq }) => setSeen(seq),
        () => {},
      );
  }, [table.id, me]);
  const found = happened(table.log.value, me, seen);
  const begun = draft.verb !== null || draft.touched !== null || draft.pending !== null;
  useEffect(() => {
    if (begun) fold(true);
  }, [begun]);
  useEffect(() => fold(begun), [found?.from]);
  if (!found || match.replay) return null;
  const lost = found.lost.map(({ to, faces }) =>
    t("you_lost", { cards: facesText(match, faces), to: nameOf(match.head, to) }),
  );
  if (begun && isFolded && !lost.length && matchMedia(NARROW).matches) return null; // the hand needs its place
  const near = match.layout.near?.(match) ?? [];
  const again = html`<button class="dense" data-again onClick=${() => rerun(table, found.from)}>
    <${Sign} name="play" /> ${t("show_again")}
  </button>`;
  const heading = t(found.isLook ? "since_you_looked" : "since_your_turn");
  return html`<section class=${`since${isFolded ? " folded" : ""}`} data-since aria-label=${heading}>
    <div class="grow">
      <p><b>${heading}</b>${lost.map((one) => html` <b class="lost">${one}</b>`)}</p>
      ${
        !isFolded &&
        html`<p class="clauses">
          ${found.seats.filter((one) => one.lines.length).map((one) => html`<${Clause} key=${one.seat} ctx=${ctx} one=${one} />`)}
        </p>`
      }
      ${
        near.length > 0 &&
        !isFolded &&
        html`<p data-near>
          <b>${t("close_to_winning")}</b>
          ${listed(near.map(({ seat, words }) => `${seat === me ? t("you") : nameOf(match.head, seat)} (${words})`))}
        </p>`
      }
    </div>
    ${again}
  </section>`;
}

/** What one seat has done, in a few sentences. @param {Props} props */
function Clause({ ctx, one }) {
  const { match } = ctx;
  const said = one.lines.flatMap((line) => captions(ctx, line).slice(0, 1));
  return html`<span class="clause"
    >${said.map(
      (line, at) =>
        html`${at > 0 ? " · " : ""}${!line.named && at === 0 && html`<b>${nameOf(match.head, one.seat)}</b> `}${line.body}`,
    )}${one.more > 0 && html` <span class="soft">${t("and_more", { n: one.more })}</span>`}</span
  >`;
}

/** Cards by name; those that nobody here has seen by their number. */
function facesText(match, faces) {
  const known = faces.filter(Boolean).map((face) => title(match.game, "faces", face));
  const hidden = faces.length - known.length;
  return [known.length ? grouped(known) : "", hidden ? t("n_cards", { n: hidden }) : ""].filter(Boolean).join(", ");
}
