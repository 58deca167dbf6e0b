/** A number beside the button that plays it: − and +, starting at the lowest legal number. */

import { Stepper } from "../../shell/ui.js";
import { html } from "../../vendor/preact.js";
import { completedWith } from "./blanks.js";

/** @import { Props } from "../types.js" */

/** @param {Props<"draft"> & {blank: import("../../slots/types.js").Blank}} props */
export function Steps({ ctx, blank }) {
  const low = Math.min(...blank.specs.map((spec) => spec.low));
  const high = Math.max(...blank.specs.map((spec) => spec.high));
  return html`<${Stepper}
    value=${blank.value ?? low}
    low=${low}
    high=${high}
    label=${blank.lead || blank.what}
    onChange=${(value) => ctx.draft.set(completedWith(ctx, blank.slot, value))}
  />`;
}
