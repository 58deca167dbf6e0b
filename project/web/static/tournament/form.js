/** The form of a new tournament, and the body of its request. Pure. */

/** @typedef {{title: string, seats: number, format: string, rounds: number, deals_per_round: number, duplicate: boolean, scoring: string, tie1: string, tie2: string, max_players: number, rated: boolean, visibility: string, invited: string, start: string, starts_at: string, late_entry: number, replays: number, team_size: number, substitutes: boolean, check_in: number, round_minutes: number, weekly: boolean}} Form */

export const FORMATS = ["swiss", "round_robin", "knock_out"];
const TIES = ["buchholz", "sonneborn_berger", "wins", "score"];
const COMPARING = ["matchpoints", "differences"];
export const USUAL = "usual"; // the server chooses a suitable value

/** @param {{min: number, max: number}} seats the number of seats that the game permits @returns {Form} */
export const formFor = (seats) => ({
  title: "",
  seats: Math.max(2, seats.min),
  format: "swiss",
  rounds: 3,
  deals_per_round: 1,
  duplicate: false,
  scoring: "places",
  tie1: USUAL,
  tie2: "wins",
  max_players: 16,
  rated: false,
  visibility: "public",
  invited: "",
  start: "manual",
  starts_at: "",
  late_entry: 1,
  replays: 1,
  team_size: 1,
  substitutes: false,
  check_in: 0,
  round_minutes: 0,
  weekly: false,
});

/** Returns whether the organiser chooses the number of rounds; otherwise it follows from the entries. @param {Form} form */
export const hasRounds = ({ format, seats }) => format === "swiss" || (format === "round_robin" && seats > 2);

/** Returns the results that may count. Only results of shared deals can be compared. @param {Form} form */
export const scoringsOf = ({ duplicate }) => (duplicate ? ["places", ...COMPARING] : ["places"]);

/** Returns the ways to break ties. @param {Form} form */
export const tiesOf = ({ duplicate }) => (duplicate ? [...COMPARING, ...TIES] : TIES);

/** Returns the additional settings of a tournament that starts at a fixed time. @param {Form} form */
const eveningOf = ({ check_in, weekly, start }) => ({
  ...(check_in >= 5 && start !== "when_full" ? { check_in } : {}),
  ...(weekly ? { weekly_in: Intl.DateTimeFormat().resolvedOptions().timeZone } : {}),
});

/** Returns the body of `POST /tournaments`, without the game, its options and the clock. @param {Form} form */
export function bodyOf(form) {
  const { title, seats, deals_per_round, duplicate, max_players, rated, visibility, start } = form;
  const isTeams = form.team_size > 1 && seats === 2; // boards take the place of deals
  const format = form.format === "knock_out" && seats !== 2 ? "swiss" : form.format;
  const chosen = [form.tie1, form.tie1 && form.tie2 !== form.tie1 ? form.tie2 : ""];
  const ties = chosen.filter((tie) => tiesOf(form).includes(tie));
  const names = form.invited
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  return {
    title: title.trim(),
    seats,
    format,
    deals_per_round: isTeams ? 1 : deals_per_round,
    duplicate,
    max_players,
    rated,
    visibility,
    start,
    ...(form.tie1 === USUAL ? {} : { tie_breaks: ties }),
    scoring: scoringsOf(form).includes(form.scoring) ? form.scoring : "places",
    ...(hasRounds({ ...form, format }) ? { rounds: form.rounds } : {}),
    ...(visibility === "private" ? { invited: names } : {}),
    ...(format === "knock_out" && !duplicate && form.replays ? { replays: form.replays } : {}),
    ...(isTeams ? { team_size: form.team_size } : {}),
    ...(form.substitutes && !isTeams ? { substitutes: true } : {}),
    ...(format === "swiss" && form.late_entry > 1 && !isTeams
      ? { late_entry: Math.min(form.late_entry, form.rounds) }
      : {}),
    ...(form.starts_at ? { starts_at: new Date(form.starts_at).toISOString(), ...eveningOf(form) } : {}),
    ...(form.round_minutes ? { round_minutes: form.round_minutes } : {}),
  };
}
