/** Slots that hold one or some of several things. Each kind: things, press, fits (so far), done, sum. Pure. */

/** @typedef {import("../types.js").Spec} Spec */

const within = ([low, high], number) => number >= low && (high === null || number <= high);

export const oneOf = {
  things: (spec) => spec.options,
  press: (spec, value, option) => (value === option ? undefined : option),
  fits: (spec, value) => spec.options.includes(value),
  done: (spec, value) => spec.options.includes(value),
  only: (spec) => (spec.options.length === 1 ? spec.options[0] : undefined),
};

/** Some different things; a sequence keeps the order in which they were pressed. */
export const several = {
  things: (spec) => spec.of,
  press(spec, value = [], option) {
    if (value.includes(option)) return value.filter((other) => other !== option);
    if (spec.size[1] === 1) return [option];
    return [...value, option];
  },
  fits: (spec, value) => value.length <= spec.size[1] && value.every((option) => spec.of.includes(option)),
  done: (spec, value = []) => within(spec.size, value.length) && several.fits(spec, value),
  sum: (spec, value = []) => ({ chosen: value.length, low: spec.size[0], high: spec.size[1], unit: "count" }),
  only: (spec) => (spec.size[0] === spec.of.length ? [...spec.of] : undefined),
  nothing: (spec) => (spec.size[0] === 0 ? [] : undefined),
};

const amount = (value) => Object.values(value ?? {}).reduce((sum, number) => sum + number, 0);

/** A value with a number of one thing; none leaves it out. */
export function withCount(value, name, number) {
  const { [name]: _, ...others } = value ?? {};
  return number > 0 ? { ...others, [name]: number } : others;
}

/** A number of each face. A first press takes as many as are needed, the next ones more, then none. */
export const counts = {
  things: (spec) => Object.keys(spec.of).filter((name) => spec.of[name][1] > 0),
  press(spec, value = {}, option) {
    const most = Math.min(spec.of[option]?.[1] ?? 0, spec.total[1] ?? Infinity);
    const now = value[option] ?? 0;
    if (now >= most) return withCount(value, option, 0);
    const others = amount(value) - now;
    const first = now === 0 && others === 0 ? Math.min(most, Math.max(1, spec.total[0])) : now + 1;
    return withCount(value, option, Math.min(first, most));
  },
  fits: (spec, value) =>
    amount(value) <= (spec.total[1] ?? Infinity) &&
    Object.entries(value).every(([name, number]) => number <= (spec.of[name]?.[1] ?? 0)),
  done: (spec, value = {}) =>
    within(spec.total, amount(value)) &&
    Object.entries(spec.of).every(([name, bounds]) => within(bounds, value[name] ?? 0)) &&
    Object.keys(value).every((name) => name in spec.of),
  sum: (spec, value) => ({ chosen: amount(value), low: spec.total[0], high: spec.total[1], unit: "count" }),
  only: () => undefined,
  nothing: (spec) => (spec.total[0] === 0 && Object.values(spec.of).every(([low]) => low === 0) ? {} : undefined),
};

export const integer = {
  things: () => [],
  press: (spec, value, option) => option,
  fits: (spec, value) => Number.isInteger(value) && value >= spec.low && value <= spec.high,
  done: (spec, value) => integer.fits(spec, value),
  only: (spec) => spec.low,
};

export const text = {
  things: () => [],
  press: (spec, value, option) => option,
  fits: (spec, value) => [...value].length <= spec.longest,
  done: (spec, value) => typeof value === "string" && text.fits(spec, value),
  only: () => undefined,
};
