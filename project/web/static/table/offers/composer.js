/** The editor of an offer: one row for each good, with what I give at the left and what I want at the right. */

import { Swatch } from "../../cards/swatch.js";
import { nameOf } from "../../shell/ui.js";
import { kindOf } from "../../slots/kinds.js";
import { amountOf, withCount } from "../../slots/steppers.js";
import { html } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { Face } from "../board/face.js";
import { completedWith, described } from "../strip/blanks.js";
import { labelOf } from "../strip/main.js";

/** @import { Blank } from "../../slots/types.js" */
/** @import { Props } from "../types.js" */

/** Returns how many more of a good a side can take. @param {Blank} blank */
function roomOf({ specs: [spec], value, kind }, good) {
  const others = amountOf(withCount(value, good, 0));
  return Math.min(kind.most(spec, good), (spec.total[1] ?? Infinity) - others);
}

/** @param {Props} props */
export function Composer({ ctx }) {
  const { draft } = ctx;
  const blanks = described(ctx);
  const [give, want] = blanks.filter((blank) => blank.kind.name === "counts");
  const seats = blanks.find((blank) => blank.means === "seat");
  const goods = [...new Set([...Object.keys(want.specs[0].of), ...Object.keys(give.specs[0].of)])];
  return html`<div class="composer" data-composer>
    <div class="composerhead">
      <h2>${labelOf(ctx)}</h2>
      ${seats && html`<${Recipients} ctx=${ctx} blank=${seats} />`}
    </div>
    <div class="sides" aria-hidden="true"><b>${give.what}</b><b>${want.what}</b></div>
    <ul>
      ${goods.map((good) => html`<${Row} key=${good} ctx=${ctx} good=${good} give=${give} want=${want} />`)}
    </ul>
    <button class="quiet closer" data-close-composer onClick=${draft.clear}>${t("close")}</button>
  </div>`;
}

/** @param {Props & {good: string, give: Blank, want: Blank}} props */
function Row({ ctx, good, give, want }) {
  const { match } = ctx;
  const given = give.value?.[good] ?? 0;
  const wanted = want.value?.[good] ?? 0;
  const held = give.kind.most(give.specs[0], good);
  const name = match.text("word", good);
  return html`<li class="traderow" data-good=${good}>
    <${Side} ctx=${ctx} blank=${give} good=${good} number=${given} other=${wanted} otherBlank=${want} name=${name} />
    <span class="goodname"
      ><${Swatch} game=${match.game} face=${good} /><span
        ><b>${name}</b><small>${t("you_hold", { n: held })}</small></span
      ></span
    >
    <${Side} ctx=${ctx} blank=${want} good=${good} number=${wanted} other=${given} otherBlank=${give} name=${name} />
  </li>`;
}

/** One end of a row. If the other end holds the good, a press removes one there; otherwise a press adds one here. @param {Props & {blank: Blank, otherBlank: Blank}} props */
function Side({ ctx, blank, good, number, other, otherBlank, name }) {
  const put = (of, next) => {
    const value = withCount(of.value, good, next);
    ctx.draft.set(completedWith(ctx, of.slot, Object.keys(value).length ? value : undefined));
  };
  if (other > 0)
    return html`<button
      type="button"
      class="tradebutton"
      aria-label=${t("less_of", { what: name, side: otherBlank.what })}
      onClick=${() => put(otherBlank, other - 1)}
    >
      −
    </button>`;
  const room = roomOf(blank, good);
  return html`<button
    type="button"
    class=${`tradebutton${number ? " chosen" : ""}`}
    data-more=${blank.slot}
    disabled=${!number && room < 1}
    aria-label=${`${blank.what}: ${name}, ${number}`}
    onClick=${() => number < room && put(blank, number + 1)}
  >
    ${number || "+"}
  </button>`;
}

/** The recipients of an offer: one face for each player, and one button for everybody. @param {Props & {blank: Blank}} props */
function Recipients({ ctx, blank }) {
  const { match, draft } = ctx;
  const { value = [], specs, kind, slot } = blank;
  const seats = kind.things(specs[0]);
  const set = (next) => draft.set(completedWith(ctx, slot, next.length ? next : undefined));
  const isAll = seats.length > 0 && seats.every((seat) => value.includes(seat));
  return html`<span class="recipients options" role="group" aria-label=${blank.what}>
    ${seats.map(
      (seat) =>
        html`<button
          type="button"
          key=${seat}
          class="facebutton"
          role="checkbox"
          aria-checked=${String(value.includes(seat))}
          aria-label=${nameOf(match.head, seat)}
          data-option=${String(seat)}
          onClick=${() => set(kindOf(specs[0]).press(specs[0], value, seat) ?? [])}
        >
          <${Face} match=${match} seat=${seat} size=${40} />
        </button>`,
    )}
    ${seats.length > 1 && html`<button type="button" class="dense" aria-pressed=${String(isAll)} data-everybody onClick=${() => set(isAll ? [] : seats)}>${t("everybody")}</button>`}
  </span>`;
}
