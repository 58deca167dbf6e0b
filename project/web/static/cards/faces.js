/**
 * Faces: twelve bot characters, and twelve faces from which people choose. All are built from the same parts.
 *
 * A bot's seat keeps its character for the whole match, and no two bots at a table look alike. The text about
 * a bot's temper depends only on its policy, so that it is true. The server uses the same rule (`project.web.characters`).
 */

import { html } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { INK, IVORY, shade, shapes } from "./paint.js";

/** @typedef {"calm"|"happy"|"sly"|"sad"} Mouth */
/** @typedef {{skin: number, hair: string, style: string, wears?: string}} Look */
/** @typedef {{id: string, name: string, temper: string}} Character */

const SKINS = ["#F3D2B3", "#E0AC7E", "#B97A4C", "#8A5433", "#5E3A25"];

/** @param {number} skin @param {string} hair @param {string} style @param {string} [wears] @returns {Look} */
const look = (skin, hair, style, wears) => ({ skin, hair, style, wears });

/** @type {Record<string, Look>} */
const LOOKS = {
  ines: look(1, "#2A1A14", "bun", "earrings"),
  bruno: look(0, "#8A4A1E", "short", "beard"),
  zoe: look(3, "#16100E", "afro", "glasses"),
  otto: look(0, "#B9B5AA", "bald", "moustache"),
  mireille: look(0, "#D5D2CA", "bob", "pearls"),
  kofi: look(4, "#0F0B0A", "flat"),
  salome: look(2, "#5A2018", "long", "earrings"),
  basile: look(0, "#D89A3C", "curls", "glasses"),
  aiko: look(1, "#141418", "fringe"),
  teodor: look(1, "#4A3524", "cap", "stubble"),
  nour: look(2, "#1F3B52", "scarf"),
  gaspard: look(0, "#5A3A22", "short", "moustache"),
  p1: look(1, "#3A2A1E", "tuft"),
  p2: look(3, "#16100E", "bob", "earrings"),
  p3: look(4, "#0F0B0A", "short", "glasses"),
  p4: look(0, "#C4662B", "long"),
  p5: look(2, "#2A1A14", "curls"),
  p6: look(0, "#E0B652", "fringe", "glasses"),
  p7: look(2, "#1C1512", "bald", "beard"),
  p8: look(3, "#2A1A14", "bun", "glasses"),
  p9: look(0, "#B5522E", "cap"),
  p10: look(4, "#2B1B14", "scarf", "pearls"),
  p11: look(1, "#5A2018", "afro", "earrings"),
  p12: look(1, "#2B2B30", "flat", "stubble"),
};

const NAMES = {
  ines: "Inès",
  bruno: "Bruno",
  zoe: "Zoé",
  otto: "Otto",
  mireille: "Mireille",
  kofi: "Kofi",
  salome: "Salomé",
  basile: "Basile",
  aiko: "Aiko",
  teodor: "Teodor",
  nour: "Nour",
  gaspard: "Gaspard",
};

/** The characters of bots, in the order in which matches assign them. */
export const CHARACTERS = Object.entries(NAMES).map(([id, name]) => ({ id, name }));
/** The faces from which people choose. */
export const FACES = Object.keys(LOOKS).filter((id) => !(id in NAMES));

/** The number of temper texts of each policy, used in turn. Other policies have no temper text. */
const TEMPERS = { beginner: 3, casual: 3, greedy: 3, good: 3, strong: 3, uniform: 1, learnt: 1 };
/** Step widths that visit all twelve characters. */
const STEPS = [1, 5, 7, 11];

/** Returns a number from 0 on; the same word always gives the same number. @param {string} word */
function numberOf(word) {
  let sum = 7;
  for (const letter of word) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return sum;
}

/** Returns the character of a bot's seat. @param {number} seat @param {string} match */
function botOf(seat, match) {
  const number = numberOf(match);
  return (number + seat * STEPS[Math.floor(number / 12) % 4]) % 12;
}

/** Returns the face of a person: the chosen face, or a face derived from the person's id.
    @param {{id?: string, name?: string, face?: string|null}} player */
export const faceOfPlayer = ({ id, name = "", face }) =>
  face && face in LOOKS ? face : FACES[numberOf(id ?? name) % FACES.length];

/**
 * Returns the face, the name and, for a bot, the temper of a seat's player; null for a free seat.
 * @param {number|null|undefined} seat
 * @param {{id: string, seats: {kind: string, policy?: string|null, player?: any}[]}|null|undefined} match
 * @returns {Character|null}
 */
export function characterOf(seat, match) {
  const found = match?.seats?.[seat ?? -1];
  if (!match || !found) return null;
  if (found.player) return { id: faceOfPlayer(found.player), name: found.player.name, temper: "" };
  if (found.kind !== "bot") return null;
  const place = botOf(Number(seat), match.id);
  const { id, name } = CHARACTERS[place];
  const most = TEMPERS[found.policy ?? ""];
  return {
    id,
    name,
    temper: most ? t(`temper_${found.policy === "greedy" ? "casual" : found.policy}_${(place % most) + 1}`) : "",
  };
}

/** Returns the colour of a seat, which is the same everywhere. @param {number} seat */
export const seatColour = (seat) => `var(--seat-${(Number(seat) % 10) + 1})`;
/** Returns the seat's colour for text, which is lighter in the dark theme. @param {number} seat */
export const seatText = (seat) => `color-mix(in oklab, white var(--seat-light), ${seatColour(seat)})`;
/** Returns the dash pattern that accompanies the seat's colour in charts. @param {number} seat */
export const seatDash = (seat) => DASHES[Number(seat) % 10];
const DASHES = ["none", "9 4", "2 4", "12 4 2 4", "6 3", "14 5", "2 7", "10 3 2 3 2 3", "5 8", "16 3"];

/** The hair in front of and behind the head, by style. @type {Record<string, {behind?: any[], above?: any[]}>} */
const STYLES = {
  bun: {
    behind: [
      ["hair", "M39 17a11 11 0 1 0 22 0a11 11 0 1 0-22 0z"],
      ["hair", "M26 60Q22 24 50 24T74 60Z"],
    ],
    above: [["hair", "M28 52Q30 30 50 30Q70 30 72 52Q66 38 54 38Q40 40 28 52Z"]],
  },
  short: { above: [["hair", "M26 50Q24 24 50 24T74 50Q72 38 62 37Q44 40 32 36Q28 42 26 50Z"]] },
  afro: {
    behind: [["hair", "M16 40a34 34 0 1 0 68 0a34 34 0 1 0-68 0z"]],
    above: [["hair", "M28 46Q32 32 50 32T72 46Q66 22 50 22T28 46Z"]],
  },
  bald: { above: [["hair", "M26 56Q22 50 27 44Q28 50 29 58ZM74 56Q78 50 73 44Q72 50 71 58Z"]] },
  bob: {
    behind: [["hair", "M22 76Q16 22 50 22T78 76Q70 80 66 74H34Q30 80 22 76Z"]],
    above: [["hair", "M27 54Q28 30 50 30T73 54Q68 40 44 38Q34 42 27 54Z"]],
  },
  flat: { above: [["hair", "M27 48L28 20Q50 14 72 20L73 48Q70 36 60 35H40Q30 36 27 48Z"]] },
  long: {
    behind: [["hair", "M22 96Q14 20 50 20T78 96Z"]],
    above: [["hair", "M27 56Q28 28 52 29Q72 30 73 56Q64 48 58 36Q44 50 27 56Z"]],
  },
  curls: {
    above: [
      ["hair", "M22 38a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM31 29a10 10 0 1 0 20 0a10 10 0 1 0-20 0z"],
      ["hair", "M44 27a10 10 0 1 0 20 0a10 10 0 1 0-20 0zM57 33a9 9 0 1 0 18 0a9 9 0 1 0-18 0z"],
      ["hair", "M65 43a7 7 0 1 0 14 0a7 7 0 1 0-14 0z"],
    ],
  },
  fringe: {
    behind: [["hair", "M22 84Q18 22 50 22T78 84Q72 84 70 70H30Q28 84 22 84Z"]],
    above: [["hair", "M27 50Q26 26 50 26T73 50H62L60 44L56 50H44L42 44L38 50Z"]],
  },
  cap: {
    above: [
      ["seat", "M24 44Q24 20 50 20T76 44Z"],
      ["night", "M24 44Q24 20 50 20T76 44Z", 0, 0.45],
      ["ink", "M22 44H84Q84 50 74 49H22Z"],
      ["hair", "M27 49v8q3-4 3-8zM73 49v8q-3-4-3-8z"],
    ],
  },
  scarf: {
    behind: [
      ["seat", "M18 100Q16 18 50 18T82 100Z"],
      ["ivory", "M18 100Q16 18 50 18T82 100Z", 0, 0.6],
    ],
    above: [
      ["seat", "M26 62Q24 28 50 28T74 62Q72 38 50 38T26 62Z"],
      ["night", "M26 62Q24 28 50 28T74 62Q72 38 50 38T26 62Z", 0, 0.45],
    ],
  },
  tuft: {
    above: [["hair", "M26 50Q24 28 44 27Q42 20 52 16Q52 24 60 26Q76 30 74 50Q70 38 58 38Q44 40 36 36Q28 42 26 50Z"]],
  },
};

const dot = (x, y, radius) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0z`;

/** The accessories. Facial hair is drawn under the mouth, all others on top. @type {Record<string, any[]>} */
const WORN = {
  glasses: [
    ["white", dot(40, 55, 7.6) + dot(60, 55, 7.6), 0, 0.35],
    ["ink", `${dot(40, 55, 7.6)}${dot(60, 55, 7.6)}M47.6 54q2.4-2 4.8 0`, 2.2],
  ],
  earrings: [["ivory", dot(27, 66, 3) + dot(73, 66, 3)]],
  pearls: [["white", [88, 90.6, 91.6, 90.6, 88].map((y, at) => dot(34 + at * 8, y, 3)).join("")]],
  beard: [["hair", "M27 58Q30 70 40 66Q50 62 60 66Q70 70 73 58Q76 86 50 88Q24 86 27 58Z"]],
  moustache: [["hair", "M50 66Q42 62 34 69Q42 73 50 69Q58 73 66 69Q58 62 50 66Z"]],
  stubble: [["hair", "M29 64Q34 84 50 84T71 64Q66 78 50 78T29 64Z", 0, 0.35]],
};
const BESIDE_MOUTH = ["beard", "moustache", "stubble"];

/** @type {Record<Mouth, any[]>} */
const MOUTHS = {
  calm: [["line", "M43 73q7 4 14 0", 2.1]],
  happy: [["ink", "M40 71q10 11 20 0z"]],
  sly: [["line", "M42 73q9 4 16-3", 2.1]],
  sad: [["line", "M43 76q7-5 14 0", 2.1]],
};

const BODY = [
  ["seat", "M12 104Q16 84 42 82H58Q84 84 88 104Z"],
  ["shade", "M42 74h16v12q-8 8-16 0z"],
  ["skin", "M28 52Q28 32 50 32T72 52Q73 80 50 82Q27 80 28 52Z"],
  ["skin", dot(27, 57, 4.6) + dot(73, 57, 4.6)],
];
const FEATURES = [
  ["ink", "M37.3 55a2.7 3.4 0 1 0 5.4 0a2.7 3.4 0 1 0-5.4 0zM57.3 55a2.7 3.4 0 1 0 5.4 0a2.7 3.4 0 1 0-5.4 0z"],
  ["ink", "M35 47.5q5-3 9 0M56 47.5q4-3 9 0", 1.9],
  ["shade", "M50 57q-3.4 6 0 7", 2],
];

/**
 * Draws a face in a ring of its seat's colour.
 * @param {string} id the id of a character, or of a face for people
 * @param {{mouth?: Mouth, size?: number, colour?: string, label?: string}} [drawn] colour: the seat's colour; label: a text alternative,
 * for faces without a name beside them
 */
export function face(id, { mouth = "calm", size = 48, colour = seatColour(0), label } = {}) {
  const { skin, hair, style, wears = "" } = LOOKS[id] ?? LOOKS.p1;
  const { behind = [], above = [] } = STYLES[style];
  const isBearded = BESIDE_MOUTH.includes(wears);
  const colours = {
    hair,
    seat: colour,
    skin: SKINS[skin],
    shade: shade(SKINS[skin], 0.22),
    ink: INK,
    line: wears === "beard" ? IVORY : INK,
    ivory: IVORY,
    white: "#FFFFFF",
    night: "#141E1C",
  };
  const worn = WORN[wears] ?? [];
  const layers = isBearded ? [...FEATURES, ...worn, ...MOUTHS[mouth]] : [...FEATURES, ...MOUTHS[mouth], ...worn];
  return html`<svg
    class="face"
    width=${size}
    height=${size}
    viewBox="0 0 100 100"
    role=${label ? "img" : undefined}
    aria-label=${label}
    aria-hidden=${label ? undefined : "true"}
    focusable="false"
  >
    <circle cx="50" cy="50" r="50" fill=${colour} />
    <circle cx="50" cy="50" r="50" fill=${IVORY} opacity=".45" />
    ${shapes([...behind, ...BODY, ...above, ...layers], colours)}
    <circle cx="50" cy="50" r="47" fill="none" stroke=${colour} stroke-width="6" />
  </svg>`;
}
