/** The parts of all cards: shapes, signs, corners, text that fits. SVG with presentation attributes only. */

import { html } from "../vendor/preact.js";
import { GLYPHS } from "./glyphs.js";

export const INK = "#14211E";
export const IVORY = "#F7EEDA";
export const PAPER = "#FDFDFB";
const NIGHT = "#0C100F";
export const HUES = ["#7A4FA3", "#1F7A6B", "#B4531A", "#2F5FA8", "#9B2F3F", "#5E7A2C", "#946D10", "#5C6C7A"];

/** A colour or its name, a path, the width of a line (0: filled), how opaque it is.
    @typedef {[string, string, number?, number?]} Shape */

/** One of eight hues for a word that we know nothing of, always the same. @param {string} word */
export function hue(word) {
  let sum = 7;
  for (const letter of word) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return HUES[sum % HUES.length];
}

/** @param {string} colour */
const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** A colour mixed with another, card paper if none is named; `share` of it from 0 to 1. */
export function tint(colour, share, other = PAPER) {
  const base = parts(other);
  const mixed = parts(colour).map((part, at) => Math.round(part * share + base[at] * (1 - share)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** A colour by so much nearer to the night. @param {string} colour @param {number} share */
export const shade = (colour, share) => tint(colour, 1 - share, NIGHT);

/** Ink or white, whichever reads better on a colour. */
export function on(colour) {
  const [r, g, b] = parts(colour).map((part) => ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.26 ? INK : "#FFFFFF";
}

/** Draws shapes. @param {Shape[]} list @param {Record<string, string>} colours those that the shapes name */
export const shapes = (list, colours = {}) =>
  list.map(([name, path, width, opacity]) => {
    const colour = colours[name] ?? name;
    return width
      ? html`<path d=${path} fill="none" stroke=${colour} stroke-width=${width} />`
      : html`<path d=${path} fill=${colour} opacity=${opacity} />`;
  });

export const glyph = (name, x, y, size, fill = INK) =>
  html`<path
    d=${GLYPHS[name] ?? GLYPHS.square}
    fill=${fill}
    fill-rule="evenodd"
    transform=${`translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`}
  />`;

/** Returns about how wide a text is, in its own size: the letters of the two fonts differ little. @param {string} text */
const breadth = (text, weight) =>
  [...text].reduce(
    (sum, letter) =>
      sum +
      (/[ iljft.,'’|!1:]/.test(letter) ? 0.33 : /[mwMW]/.test(letter) ? 0.85 : /[A-Z]/.test(letter) ? 0.64 : 0.53),
    0,
  ) * (weight > 600 ? 1.06 : 1);

/** A text that is too wide becomes this much smaller before it is narrowed. */
const SMALLER = 0.84;

/**
 * One line of text; made smaller, then narrowed if it is wider than `max`.
 * @param {string|number} text
 */
export function line(
  text,
  x,
  y,
  size,
  { fill = INK, weight = 750, family = "title", anchor = "middle", max = 0 } = {},
) {
  const wide = breadth(String(text), weight) * size;
  const drawn = max && wide > max ? Math.max(size * SMALLER, (size * max) / wide) : size;
  const narrowed = max && (wide * drawn) / size > max + 0.5;
  return html`<text
    x=${x}
    y=${y}
    class=${`f-${family}`}
    font-size=${drawn}
    font-weight=${weight}
    fill=${fill}
    text-anchor=${anchor}
    textLength=${narrowed ? max : undefined}
    lengthAdjust=${narrowed ? "spacingAndGlyphs" : undefined}
    >${text}</text
  >`;
}

/** A text in rows that fit into a width, at most `most` of them; the rest joins the last.
    @param {string} text @returns {string[]} */
export function rowsOf(text, { size, width = 86, most = 2, weight = 750 }) {
  /** @type {string[]} */
  const rows = [];
  for (const word of String(text).split(" ")) {
    const last = rows[rows.length - 1];
    const fits = last !== undefined && breadth(`${last} ${word}`, weight) * size <= width;
    if (fits || (last !== undefined && rows.length === most)) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}

/** Text in rows around a middle, each narrowed to the width. @param {string} text */
export function lines(
  text,
  { x = 50, y, size, width = 86, most = 2, fill = INK, weight = 750, family = "title", lead = 1.08 },
) {
  const rows = rowsOf(text, { size, width, most, weight });
  return rows.map((row, at) => line(row, x, y + at * size * lead, size, { fill, weight, family, max: width }));
}

/** A ground for all of a card. @param {string} colour */
export const ground = (colour) => html`<rect x="4" y="4" width="92" height="132" fill=${colour} />`;

/** The rays of a poster from a middle. */
export function rays(x, y, number, colour, opacity) {
  const at = (turn) => `${x + 110 * Math.cos(turn)} ${y + 110 * Math.sin(turn)}`;
  const step = (2 * Math.PI) / number;
  const path = Array.from({ length: number }, (_, n) => `M${x} ${y}L${at(n * step)} ${at((n + 0.5) * step)}z`).join("");
  return html`<path d=${path} fill=${colour} opacity=${opacity} />`;
}

/** A value in a coin at the top left, on all cards of a game that pays. */
export const coin = (value) =>
  html`<circle cx="17" cy="17" r="12" fill=${PAPER} stroke=${INK} stroke-width="1.6" />${line(value, 17, 22.2, 15)}`;

/** Numbers by chance, the same for the same word. @param {string} word @returns {() => number} */
export function chance(word) {
  let state = 0;
  for (const letter of word) state = (state * 31 + letter.charCodeAt(0)) >>> 0;
  return () => (state = (state * 1664525 + 1013904223) >>> 0) / 4294967296;
}
