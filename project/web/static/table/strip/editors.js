/** Blanks that are filled beside the table, because their things are not on it: on a desktop above the log, on a phone over my own area. */

import { swatchOf } from "../../cards/swatch.js";
import { press } from "../../slots/draft.js";
import { kindOf } from "../../slots/kinds.js";
import { lazy } from "../../shell/lazy.js";
import { html } from "../../vendor/preact.js";
import { completedWith, described, editedBlanks } from "./blanks.js";
import { labelOf } from "./main.js";

/** @import { Props, With } from "../types.js" */

const Composer = lazy(() => import("../offers/composer.js").then((one) => one.Composer));

/** Returns whether a move gives some goods and wants others. Each good is then one row. @param {With<"match"|"draft">} ctx */
const isTrade = (ctx) => described(ctx).filter((blank) => blank.kind.name === "counts").length === 2;

/** Returns whether a requested move may be a trade. @param {With<"draft">} ctx */
const mayTrade = ({ draft }) =>
  draft.templates.some(
    ({ slots }) => Object.values(slots).filter((spec) => kindOf(spec).name === "counts").length === 2,
  );

/** Returns whether an editor is open beside the table. @param {With<"match"|"draft">} ctx */
export const isEdited = (ctx) => ctx.draft.ask !== null && ctx.draft.verb !== null && editedBlanks(ctx).length > 0;

/** @param {Props} props */
export function Editors({ ctx }) {
  if (mayTrade(ctx)) Composer.load();
  if (!isEdited(ctx) || (isTrade(ctx) && !Composer.isLoaded())) return null;
  return html`<section class="aside" data-aside aria-label=${labelOf(ctx)}>
    ${
      isTrade(ctx)
        ? html`<${Composer} ctx=${ctx} />`
        : html`<h2>${labelOf(ctx)}</h2>
            ${editedBlanks(ctx).map((blank) => html`<${Editor} key=${blank.slot} ctx=${ctx} blank=${blank} />`)}`
    }
  </section>`;
}

/** @param {Props & {blank: import("../../slots/types.js").Blank}} props */
function Editor({ ctx, blank }) {
  const { match, draft } = ctx;
  const { specs, value, slot, kind } = blank;
  const set = (next) => draft.set(completedWith(ctx, slot, next));
  const spec = specs.find((one) => value !== undefined && kindOf(one).fits(one, value)) ?? specs[0];
  return html`<${kind.Editor}
    blank=${blank}
    spec=${spec}
    value=${value}
    set=${set}
    choose=${(thing) => set(press(draft.templates, draft.now, slot, thing).args[slot])}
    text=${match.text}
    swatch=${(...thing) => swatchOf(match, ...thing)}
    faceOf=${(card) => match.view.faces[card]?.face ?? null}
  />`;
}
