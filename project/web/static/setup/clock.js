/** The form of a match's clock, and its conversion to the body of a request. Pure. */

/** @typedef {{kind: "none"|"per_move"|"bank", per_move: number, bank: number, increment: number, play_window: boolean, vacation_days: number, ladder: string[]}} ClockForm */

export const STEPS = ["default_move", "bot", "substitute", "resign", "end"];
export const MOST_STEPS = 5;

/** @type {Record<string, number>} seconds of each unit */
export const UNITS = { minutes: 60, hours: 3600, days: 86400 };

/** @type {ClockForm} */
export const NO_CLOCK = {
  kind: "none",
  per_move: 86400,
  bank: 259200,
  increment: 43200,
  play_window: false,
  vacation_days: 0,
  ladder: ["default_move"],
};

/** Returns the `clock` of `POST /matches`; empty for a match without a time limit. @param {ClockForm} form @returns {Record<string, any>} */
export function clockBody(form) {
  if (form.kind === "none") return { per_move: null };
  const limit = form.kind === "bank" ? { bank: form.bank, increment: form.increment } : { per_move: form.per_move };
  return {
    ...limit,
    ...(form.play_window ? { play_window: true } : {}),
    ...(form.vacation_days ? { vacation_days: form.vacation_days } : {}),
    ladder: form.ladder,
  };
}

/** Returns the form of the clock of an earlier request. @param {Record<string, any>|null|undefined} clock @returns {ClockForm} */
export function clockForm(clock) {
  const kind = clock?.bank ? "bank" : clock?.per_move ? "per_move" : "none";
  if (!clock || kind === "none") return NO_CLOCK;
  const { on_timeout: timeout, ...given } = clock;
  const held = Object.fromEntries(Object.entries(given).filter(([name, value]) => name in NO_CLOCK && value !== null));
  return { ...NO_CLOCK, ladder: [timeout ?? "default_move"], ...held, kind };
}

/** Returns a span in the largest unit that expresses it exactly. @param {number} seconds @returns {{amount: number, unit: string}} */
export function inUnits(seconds) {
  const unit =
    Object.keys(UNITS)
      .reverse()
      .find((name) => seconds % UNITS[name] === 0) ?? "minutes";
  return { amount: Math.max(1, Math.round(seconds / UNITS[unit])), unit };
}

/** Returns the steps; without substitutes, a bot replaces the substitute. @param {string[]} ladder @param {boolean} substitutes */
export const allowedSteps = (ladder, substitutes) =>
  ladder.map((step) => (step === "substitute" && !substitutes ? "bot" : step));
