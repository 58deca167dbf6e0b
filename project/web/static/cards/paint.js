/** The parts shared by all cards: shapes, signs, corners, fitted text. SVG with presentation attributes only. */

import { html } from "../vendor/preact.js";
import { GLYPHS } from "./glyphs.js";

export const INK = "#14211E";
export const IVORY = "#F7EEDA";
export const PAPER = "#FDFDFB";
const NIGHT = "#0C100F";
export const HUES = ["#7A4FA3", "#1F7A6B", "#B4531A", "#2F5FA8", "#9B2F3F", "#5E7A2C", "#946D10", "#5C6C7A"];

/** A shape: a colour or the name of a colour, a path, a line width (0: filled), an opacity.
    @typedef {[string, string, number?, number?]} Shape */

/** Returns one of eight hues for an unknown word; the same word always gives the same hue. @param {string} word */
export function hue(word) {
  let sum = 7;
  for (const letter of word) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return HUES[sum % HUES.length];
}

/** @param {string} colour */
const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** Mixes a colour with another colour, by default with the paper of the card. `share`: the share of the first colour, from 0 to 1. */
export function tint(colour, share, other = PAPER) {
  const base = parts(other);
  const mixed = parts(colour).map((part, at) => Math.round(part * share + base[at] * (1 - share)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Darkens a colour towards the night colour. @param {string} colour @param {number} share */
export const shade = (colour, share) => tint(colour, 1 - share, NIGHT);

/** Returns ink or white: the colour that reads better on a background. */
export function on(colour) {
  const [r, g, b] = parts(colour).map((part) => ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.26 ? INK : "#FFFFFF";
}

/** Draws shapes. @param {Shape[]} list @param {Record<string, string>} colours the colours by the names that shapes use */
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

/** Estimates the width of a text relative to the font size. The letters of the two fonts differ little. @param {string} text */
const breadth = (text, weight) =>
  [...text].reduce(
    (sum, letter) =>
      sum +
      (/[ iljft.,'’|!1:]/.test(letter) ? 0.33 : /[mwMW]/.test(letter) ? 0.85 : /[A-Z]/.test(letter) ? 0.64 : 0.53),
    0,
  ) * (weight > 600 ? 1.06 : 1);

/** The factor by which a text that is too wide is first reduced; if it is still too wide, it is narrowed. */
const SMALLER = 0.84;

/**
 * Draws one line of text. A line wider than `max` is first reduced, then narrowed.
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

/** Breaks a text into rows that fit a width, at most `most` rows; the last row takes the remainder.
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

/** Draws text in rows around a midpoint, each row narrowed to the width. @param {string} text */
export function lines(
  text,
  { x = 50, y, size, width = 86, most = 2, fill = INK, weight = 750, family = "title", lead = 1.08 },
) {
  const rows = rowsOf(text, { size, width, most, weight });
  return rows.map((row, at) => line(row, x, y + at * size * lead, size, { fill, weight, family, max: width }));
}

/** Draws a background for the whole card. @param {string} colour */
export const ground = (colour) => html`<rect x="4" y="4" width="92" height="132" fill=${colour} />`;

/** Draws the rays of a poster from a centre. */
export function rays(x, y, number, colour, opacity) {
  const at = (turn) => `${x + 110 * Math.cos(turn)} ${y + 110 * Math.sin(turn)}`;
  const step = (2 * Math.PI) / number;
  const path = Array.from({ length: number }, (_, n) => `M${x} ${y}L${at(n * step)} ${at((n + 0.5) * step)}z`).join("");
  return html`<path d=${path} fill=${colour} opacity=${opacity} />`;
}

const disc = (value, at, radius, size) =>
  html`<circle cx=${at} cy=${at} r=${radius} fill=${PAPER} stroke=${INK} stroke-width="1.6" />
    ${line(value, at, at + size * 0.35, size)}`;

/** Draws a value in a coin at the top left of a card, in games with payments. The coin of a small card is larger. */
export const coin = (value) =>
  html`<g class="coin-large">${disc(value, 17, 12, 15)}</g><g class="coin-small">${disc(value, 22, 17, 24)}</g>`;

/** Returns a generator of pseudo-random numbers; the same word always gives the same numbers. @param {string} word @returns {() => number} */
export function chance(word) {
  let state = 0;
  for (const letter of word) state = (state * 31 + letter.charCodeAt(0)) >>> 0;
  return () => (state = (state * 1664525 + 1013904223) >>> 0) / 4294967296;
}
