/** Three sample cards of a game. */

/** @typedef {import("../types.js").Game} Game */

const FANS = {
  monopoly_deal: ["orange", "just_say_no", "dark_blue"],
  great_dalmuti: ["12", "1", "jester"],
  dale_of_merchants: ["acorn", "swift_broker", "market_discovery"],
  dealmaker: ["peanuts", "diamond", "carpet"],
  negoces2: ["wine", "jade", "contraband"],
};
const ORDER = Object.keys(FANS);

/** Returns the faces of a game's fan; by default the game's first faces. @param {Game} game */
export const fanOf = ({ game, faces }) =>
  (FANS[game] ?? Object.keys(faces))
    .slice(0, 3)
    .filter((face) => face in faces)
    .map((face) => ({ face, ...faces[face] }));

/** Sorts games: the games with a fan come first, in the order of the fans. @param {Game[]|undefined} all */
export const inOrder = (all) => all && [...all].sort((one, other) => place(one) - place(other));
const place = ({ game }) => ORDER.indexOf(game) + 1 || ORDER.length + 1;
