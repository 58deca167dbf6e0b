/** The marks of a small face: a colour and its sign. */

import { isDrawn } from "./arts.js";
import { ACTS, bandsOf, FOLK, GOODS, rankColour, STREETS } from "./colours.js";
import { hue } from "./paint.js";

/** @param {any} game @param {string} name */
export function faceColour(game, name) {
  const face = game?.faces?.[name] ?? {};
  if (!isDrawn(game?.game)) return bandsOf(face, face.look, name)[0];
  if (game?.game === "great_dalmuti") return rankColour(name === "jester" ? 13 : face.rank);
  const street = STREETS[name] ?? STREETS[face.colours?.[0]] ?? STREETS[face.rents?.[0]];
  if (street) return street[0];
  if (ACTS[name]) return ACTS[name][1];
  if (/^m\d+$/.test(name)) return "#5E6F57";
  const good = GOODS[name] ?? GOODS[Object.keys(face.cost ?? {})[0]];
  return good ?? FOLK[face.folk] ?? FOLK[name] ?? hue(String(face.type ?? name));
}

/** Returns the sign that accompanies a face's colour, so that no colour stands alone. */
export const signOf = (game, name) =>
  (isDrawn(game?.game) ? undefined : game?.faces?.[name]?.look?.glyph) ??
  STREETS[name]?.[1] ??
  ACTS[name]?.[0] ??
  (/^m\d+$/.test(name) ? "coin" : undefined) ??
  (GOODS[name] || FOLK[name] ? name : game?.faces?.[name]?.folk);
