/** A number of each face. The first press takes the required number, further presses add one each, then the number returns to none. */

import { html } from "../vendor/preact.js";
import { Frame } from "./frame.js";
import { within } from "./plain.js";
import { amountOf, numbers, Steppers, withCount } from "./steppers.js";

function Editor(props) {
  const { blank, spec } = props;
  return html`<${Frame} blank=${blank}><${Steppers} ...${props} most=${spec.total[1] ?? Infinity} /><//>`;
}

/** Returns a value with one less of the face of which it holds the most, other than the face just pressed. */
function withoutOne(spec, value, pressed) {
  const spare = Object.keys(value).filter((name) => name !== pressed && value[name] > spec.of[name][0]);
  const [most] = spare.sort((a, b) => value[b] - value[a]);
  return most === undefined ? value : withCount(value, most, value[most] - 1);
}

/** @type {import("./types.js").Kind} */
export const counts = {
  ...numbers,
  name: "counts",
  press(spec, value = {}, name) {
    const most = Math.min(numbers.most(spec, name), spec.total[1] ?? Infinity);
    const now = value[name] ?? 0;
    if (now >= most) return withCount(value, name, 0);
    const isFirst = amountOf(value) === 0;
    const next = withCount(value, name, isFirst ? Math.min(most, Math.max(1, spec.total[0])) : now + 1);
    return amountOf(next) > (spec.total[1] ?? Infinity) ? withoutOne(spec, next, name) : next;
  },
  fits: (spec, value) =>
    amountOf(value) <= (spec.total[1] ?? Infinity) &&
    Object.entries(value).every(([name, number]) => number <= numbers.most(spec, name)),
  done: (spec, value = {}) =>
    within(spec.total, amountOf(value)) &&
    Object.entries(spec.of).every(([name, bounds]) => within(bounds, value[name] ?? 0)) &&
    Object.keys(value).every((name) => name in spec.of),
  sum: (spec, value) => ({ chosen: amountOf(value), low: spec.total[0], high: spec.total[1], unit: "count" }),
  nothing: (spec) => (spec.total[0] === 0 && Object.values(spec.of).every(([low]) => low === 0) ? {} : undefined),
  reads: (value) => value !== null && typeof value === "object" && !Array.isArray(value),
  ahead: "counts",
  Editor,
};
