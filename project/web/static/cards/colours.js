/** The meaningful colours of cards. They are apart from the drawings because names beside cards use them too. */

import { hue, INK } from "./paint.js";

/** The colour, the sign beside it (no colour stands alone), and the rents by number of cards. */
export const STREETS = {
  brown: ["#7B4A2B", "bar", [1, 2]],
  light_blue: ["#8CCBEA", "waves", [1, 2, 3]],
  pink: ["#BC4B88", "disc", [1, 2, 4]],
  orange: ["#EE8A2E", "triangle", [1, 3, 5]],
  red: ["#C9302C", "lozenge", [2, 3, 6]],
  yellow: ["#F4D13D", "star", [2, 4, 6]],
  green: ["#2E7D4A", "clover", [2, 4, 7]],
  dark_blue: ["#274A9A", "square", [3, 8]],
  station: ["#2B2F33", "rails", [1, 2, 3, 4]],
  utility: ["#B9C6A3", "cross", [1, 2]],
};
export const ACTS = {
  pass_go: ["arrow", "#2F6F59"],
  debt_collector: ["coin", "#7A5A2B"],
  just_say_no: ["no", "#A8242B"],
  sly_deal: ["grab", "#5A4A8A"],
  forced_deal: ["swap", "#2B6B86"],
  deal_breaker: ["broken", "#8A2B5C"],
  its_my_birthday: ["cake", "#B0472E"],
  house: ["house", "#3A703A"],
  hotel: ["hotel", "#8A2E2E"],
};

export const GOODS = {
  diamond: "#3879B0",
  gold: "#9C6C0E",
  carpet: "#9B2F3F",
  flowers: "#B0478F",
  vinegar: "#5E7A2C",
  peanuts: "#8A5A2B",
  wine: "#7D1F3A",
  spices: "#B4531A",
  tea: "#3F7A45",
  silk: "#7A4FA3",
  coffee: "#5A3A22",
  jewels: "#2F5FA8",
  perfume: "#B23F77",
  jade: "#1F7A6B",
  contraband: "#2B2F33",
};
export const goodColour = (good) => GOODS[good] ?? hue(good);
export const FOLK = {
  macaws: "#C23B2E",
  pandas: "#3C4A4F",
  raccoons: "#5C6C7A",
  squirrels: "#AF6128",
  ocelots: "#946D10",
  chameleons: "#39834A",
  junk: "#737670",
};

const SUITS = { clubs: "#2E6B4A", diamonds: "#B4531A", spades: "#2B2F33", hearts: "#B23A48" };

/** Returns the colour of a word on generic cards. @param {string} word */
export const wordColour = (word) => STREETS[word]?.[0] ?? GOODS[word] ?? FOLK[word] ?? SUITS[word] ?? hue(word);

const KINDS = ["colours", "rents", "folk", "type"];

/** Returns the colours of a generic card: those of its bands, or the single colour of its group or kind. The card's name uses the first colour. */
export function bandsOf(face, look, name) {
  if (look?.bands?.length) return look.bands.map(wordColour);
  const kind = KINDS.map((member) => face[member]).find((value) => value !== undefined);
  return [wordColour(String(look?.group ?? kind ?? name))];
}

const RANKS = [
  "#5B2A86",
  "#7A2E7F",
  "#99305F",
  "#AE3A41",
  "#B4532C",
  "#A4671E",
  "#7C661A",
  "#5E7224",
  "#3F7A3F",
  "#2B7560",
  "#2A6878",
  "#46566B",
];
export const rankColour = (rank) => RANKS[rank - 1] ?? INK;
