/** What all cards are made of: frame, band, corner, glyph, text in lines. SVG with presentation attributes only. */

import { html } from "../vendor/preact.js";
import { GLYPHS } from "./glyphs.js";

export const INK = "#14211E";
export const HUES = ["#7A4FA3", "#1F7A6B", "#B4531A", "#2F5FA8", "#9B2F3F", "#5E7A2C", "#946D10", "#5C6C7A"];

/** One of eight hues for a word that we know nothing of, always the same. @param {string} word */
export function hue(word) {
  let sum = 7;
  for (const letter of word) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return HUES[sum % HUES.length];
}

/** A colour mixed with card paper; `share` of it from 0 to 1. */
export function tint(colour, share) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return `#${parts
    .map((part) =>
      Math.round(part * share + 253 * (1 - share))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** Ink or white, whichever reads better on a colour. */
export function on(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => ((parseInt(colour.slice(at, at + 2), 16) / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.24 ? INK : "#FFFFFF";
}

export function glyph(name, x, y, size, fill = INK) {
  return html`<path
    d=${GLYPHS[name] ?? GLYPHS.square}
    fill=${fill}
    fill-rule="evenodd"
    transform=${`translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`}
  />`;
}

/** Text centred in lines that fit; at most `most` of them, the rest is cut. */
export function lines(
  text,
  { x = 50, y, size, width = 86, most = 4, fill = INK, weight = 400, family = "text", lead = 1.2 },
) {
  const chars = Math.floor(width / (size * 0.5));
  const rows = [];
  for (const word of most === 1 ? [String(text)] : String(text).split(" ")) {
    const last = rows[rows.length - 1];
    if (last !== undefined && last.length + word.length < chars) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  if (rows.length > most) {
    rows.length = most;
    rows[most - 1] += " …";
  }
  return rows.map(
    (row, at) =>
      html`<text
        x=${x}
        y=${y + at * size * lead}
        class=${`f-${family}`}
        font-size=${size}
        font-weight=${weight}
        fill=${fill}
        text-anchor="middle"
        textLength=${row.length > chars + (family === "title" ? -1 : 1) ? width : undefined}
        lengthAdjust="spacingAndGlyphs"
        >${row}</text
      >`,
  );
}

/** The name of a card as it stands on a table: large, on at most three lines. */
export const nameOn = (text, y, { most = 3, fill = INK } = {}) =>
  lines(text, { y, size: 15, width: 88, most, fill, weight: 750, family: "title", lead: 1.06 });

export const corner = (text, fill = INK, x = 10, y = 20, size = 15, anchor = "start") =>
  html`<text x=${x} y=${y} class="f-title" font-size=${size} font-weight="750" fill=${fill} text-anchor=${anchor}
    >${text}</text
  >`;

export const band = (colour, y = 6, height = 36) =>
  html`<rect x="6" y=${y} width="88" height=${height} rx="4" fill=${colour} />`;
export const ground = (colour) => html`<rect x="6" y="6" width="88" height="128" rx="5" fill=${colour} />`;

/** A value in a coin at the top left, on all cards of a game that pays. */
export const coin = (value) =>
  html`<circle cx="15" cy="15" r="12" fill="#FDFDFB" stroke=${INK} stroke-width="1.6" />
    <text x="15" y="20.5" class="f-title" font-size="15" font-weight="750" text-anchor="middle" fill=${INK}
      >${value}</text
    >`;
