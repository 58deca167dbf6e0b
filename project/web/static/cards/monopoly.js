/** Monopoly Deal: properties with their ladder of rents, wilds in two bands, money in rings, actions in a disc. */

import { html } from "../vendor/preact.js";
import { ACTS, STREETS } from "./colours.js";
import { band, coin, glyph, ground, hue, INK, lines, nameOn, on, tint } from "./paint.js";

const MONEY = { 1: "#ECECDC", 2: "#F2DFD9", 3: "#DCEADB", 4: "#DBE7F0", 5: "#E4DCF0", 10: "#F4E2B4" };

function property(face, entry) {
  const [colour, sign, rents] = STREETS[face.face];
  return html`${band(colour, 6, 38)}${glyph(sign, 84, 16, 12, on(colour))}
  ${lines(entry.title, { y: 38, size: 14.5, weight: 700, family: "title", fill: on(colour), most: 1 })}
  ${rents.map(
    (rent, at) =>
      html`${Array.from(
          { length: at + 1 },
          (_, n) =>
            html`<rect
              x=${14 + n * 10}
              y=${55 + at * 17}
              width="8.5"
              height="10"
              rx="1.5"
              fill=${colour}
              stroke=${INK}
              stroke-width=".5"
            />`,
        )}
        <path d=${`M${16 + (at + 1) * 10} ${64 + at * 17}H66`} stroke="#8B9993" stroke-dasharray="1 3" />
        <text x="88" y=${65 + at * 17} class="f-title" font-size="14.5" font-weight="700" text-anchor="end" fill=${INK}
          >${rent}M</text
        >`,
  )}
  ${coin(face.value)}`;
}

function wild(face, entry) {
  const [a, b] = face.as === face.colours[1] ? [face.as, face.colours[0]] : face.colours;
  if (!b || face.colours.length > 2) {
    const all = Object.values(STREETS);
    return html`${all.map(
        ([colour], at) => html`<rect x=${6 + at * 8.8} y="6" width="8.9" height="128" fill=${colour} />`,
      )}
      <rect
        x="12"
        y="50"
        width="76"
        height="42"
        rx="6"
        fill="#FDFDFB"
      />${lines(entry.names?.[face.as] ?? entry.title, { y: 68, size: 14.5, width: 74, weight: 700, family: "title", most: 2 })}
      ${
        face.as &&
        html`${band(STREETS[face.as][0], 6, 38)}${glyph(STREETS[face.as][1], 84, 16, 12, on(STREETS[face.as][0]))}`
      }${coin(face.value ?? 0)}`;
  }
  const [[first, signA], [second, signB]] = [STREETS[a], STREETS[b]];
  const title = (colour) =>
    lines(entry.names?.[colour] ?? colour.replace("_", " "), {
      x: 0,
      y: 0,
      size: 14.5,
      weight: 700,
      family: "title",
      fill: on(STREETS[colour][0]),
      most: 1,
    });
  return html`${band(first, 6, 38)}${glyph(signA, 84, 16, 12, on(first))}<g transform="translate(50 37)">${title(a)}</g>
    ${glyph("swap", 50, 70, 24)} ${band(second, 96, 38)}<g transform="translate(50 114)">${title(b)}</g
    >${glyph(signB, 16, 124, 12, on(second))}${coin(face.value)}`;
}

function wheel(colours) {
  const arc = (at) => [50 + 27 * Math.sin(at), 62 - 27 * Math.cos(at)];
  return colours.map((colour, at) => {
    const [from, to] = [(at / colours.length) * 2 * Math.PI, ((at + 1) / colours.length) * 2 * Math.PI];
    const [[x, y], [u, v]] = [arc(from), arc(to)];
    return html`<path
      d=${`M50 62L${x} ${y}A27 27 0 ${to - from > Math.PI ? 1 : 0} 1 ${u} ${v}z`}
      fill=${STREETS[colour]?.[0] ?? hue(colour)}
    />`;
  });
}

function rent(face, entry, full) {
  const colours = face.rents?.length ? face.rents : Object.keys(STREETS);
  const signs =
    colours.length === 2 &&
    html`${glyph(STREETS[colours[0]][1], 74, 62, 11, on(STREETS[colours[0]][0]))}${glyph(STREETS[colours[1]][1], 26, 62, 11, on(STREETS[colours[1]][0]))}`;
  return html`${ground("#F3F1EC")}${wheel(colours)}${signs}<circle
      cx="50"
      cy="62"
      r="13"
      fill="#FDFDFB"
      stroke=${INK}
    />${glyph("key", 50, 62, 15)}
    ${full ? lines(entry.title, { y: 106, size: 11, weight: 750, family: "title", most: 2 }) : nameOn(entry.title.split(/[\s\u00a0:]/)[0], 112, { most: 2 })}${coin(face.value)}`;
}

function money(face) {
  return html`${ground(MONEY[face.value] ?? "#ECECDC")}<circle
      cx="50"
      cy="70"
      r="34"
      fill="none"
      stroke=${INK}
      stroke-opacity=".7"
    />
    <circle cx="50" cy="70" r="29" fill="none" stroke=${INK} stroke-opacity=".4" stroke-dasharray="1 3" />
    <text x="50" y="78" class="f-title" font-size="31" font-weight="750" text-anchor="middle" fill=${INK}
      >${face.value}</text
    >
    <text x="50" y="94" class="f-title" font-size="14.5" font-weight="700" text-anchor="middle" fill=${INK}>M</text
    >${coin(face.value)}`;
}

function action(face, entry, full) {
  const [sign, colour] = ACTS[face.face] ?? ["square", hue(face.face)];
  return html`${ground(tint(colour, 0.16))}<circle
      cx="50"
      cy="58"
      r="27"
      fill=${colour}
    />${glyph(sign, 50, 58, 30, "#FFFFFF")}
    ${
      full
        ? html`${lines(entry.title, { y: 103, size: 12, weight: 750, family: "title", most: 1 })}${lines(entry.help ?? "", { y: 116, size: 8, most: 2, fill: "#465450" })}`
        : nameOn(entry.title, 106, { most: 2 })
    }${coin(face.value)}`;
}

const double = (face, entry) =>
  html`${ground("#F3F1EC")}<text
      x="50"
      y="76"
      class="f-title"
      font-size="36"
      font-weight="800"
      text-anchor="middle"
      fill=${INK}
      >×2</text
    >
    ${nameOn(entry.title, 106, { most: 2 })}${coin(face.value)}`;

export function monopoly(face, entry, full) {
  if (STREETS[face.face]) return property(face, entry);
  if (face.colours) return wild(face, entry);
  if (face.rents || face.face === "rent_any") return rent(face, entry, full);
  if (/^m\d+$/.test(face.face)) return money(face);
  return face.face === "double_the_rent" ? double(face, entry) : action(face, entry, full);
}
