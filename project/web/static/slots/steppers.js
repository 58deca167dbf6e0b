/** Values that hold a number of each thing, with a stepper for each thing. */

import { Stepper } from "../shell/ui.js";
import { html } from "../vendor/preact.js";
import { plain } from "./plain.js";

export const amountOf = (value) => Object.values(value ?? {}).reduce((sum, number) => sum + number, 0);

/** Returns a value with the number of one thing changed; 0 removes the thing. */
export function withCount(value, name, number) {
  const { [name]: _, ...others } = value ?? {};
  return number > 0 ? { ...others, [name]: number } : others;
}

/** The shared part of the kinds with such values. */
export const numbers = {
  ...plain,
  things: (spec) => Object.keys(spec.of).filter((name) => spec.of[name][1] > 0),
  most: (spec, thing) => spec.of[thing]?.[1] ?? 0,
  items: (value) => Object.entries(value ?? {}).filter(([, number]) => number !== 0),
};

/** @param {import("./types.js").EditorProps & {most?: number}} props most: the maximum of all things together */
export function Steppers({ spec, value, set, text, swatch, most = Infinity }) {
  const put = (next) => set(Object.keys(next).length ? next : undefined);
  const room = (name) => Math.min(numbers.most(spec, name), most - amountOf(withCount(value, name, 0)));
  return html`<div class="steppers">
    ${numbers.things(spec).map(
      (name) =>
        html`<div class="stepline" key=${name}>
          ${swatch("face", name)}<span class="grow">${text("word", name)}</span>
          <${Stepper}
            value=${value?.[name] ?? 0}
            low=${0}
            high=${room(name)}
            label=${text("word", name)}
            onChange=${(number) => put(withCount(value, name, number))}
          />
        </div>`,
    )}
  </div>`;
}
