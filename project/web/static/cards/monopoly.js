/** Monopoly Deal: a town plan. Properties are plots of the plan, wilds lie along a road, actions are posters, money is engraved. */

import { html } from "../vendor/preact.js";
import { ACTS, STREETS } from "./colours.js";
import { chance, coin, glyph, ground, hue, INK, line, lines, on, PAPER, rays, rowsOf, shade, tint } from "./paint.js";

const MONEY = { 1: "#D9D7B8", 2: "#E9C9BE", 3: "#BBD8BD", 4: "#BAD2E4", 5: "#CFC1E4", 10: "#EED28A" };
const [MAP_TOP, MAP_HEIGHT] = [40, 52];

/** Draws text beside the coin, narrowed to fit the band. */
const inBand = (text, colour, y = 27) => line(text, 62, y, text.length > 8 ? 14.1 : 15, { fill: on(colour), max: 63 });

/** Draws the part of the town around a plot: its blocks, its streets and a pin. The colour's name selects the part. */
function plan(name, colour, sign) {
  const random = chance(name);
  const turn = -18 + random() * 36;
  const blocks = [];
  for (let place = 0; place < 42; place++) {
    if (random() < 0.12) continue;
    const [x, y] = [-21 + Math.floor(place / 6) * 22, -15 + (place % 6) * 18];
    const path = `M${x} ${y}h${(17 + random() * 2).toFixed(1)}v${(12 + random() * 2.5).toFixed(1)}h-18z`;
    blocks.push([random() < 0.2 ? tint("#3F8A55", 0.34) : tint(colour, 0.34), path]);
  }
  const streets = `M-30 ${30 + random() * 6}H130M${46 + random() * 8} -40V110`;
  const lane = `M-30 10C20 ${20 * random()} 60 ${70 * random()} 140 ${20 + 40 * random()}`;
  return html`<svg x="4" y=${MAP_TOP} width="92" height=${MAP_HEIGHT} viewBox=${`4 ${MAP_TOP} 92 ${MAP_HEIGHT}`}>
    ${ground(tint(colour, 0.16))}
    <g transform=${`translate(50 66) rotate(${turn.toFixed(1)}) translate(-50 -30)`}>
      ${blocks.map(([fill, path]) => html`<path d=${path} fill=${fill} />`)}
      <path d=${streets} stroke="#FFFFFF" stroke-width="4.6" />
      <path d=${lane} stroke="#FFFFFF" stroke-width="3" fill="none" />
    </g>
    <path
      d="M50 85c-9-10-15-15-15-23a15 15 0 0 1 30 0c0 8-6 13-15 23z"
      fill=${colour}
      stroke="#FFFFFF"
      stroke-width="2"
    />
    ${glyph(sign, 50, 62, 15, on(colour))}
  </svg>`;
}

/** Draws the rents: a number of cards and an amount for each step. The last step is the complete set. */
function rents(colour, steps) {
  const width = 92 / steps.length;
  return steps.map((rent, at) => {
    const x = 4 + width * (at + 0.5);
    const card = Math.min(6, (width - 6) / (at + 1) - 1);
    const left = x - ((at + 1) * (card + 1.2) - 1.2) / 2;
    return html`${Array.from(
      { length: at + 1 },
      (_, n) =>
        html`<rect
          x=${left + n * (card + 1.2)}
          y="98"
          width=${card}
          height="9"
          rx="1.2"
          fill=${colour}
          stroke=${INK}
          stroke-width=".6"
        />`,
    )}${line(`${rent}M`, x, 127, steps.length > 3 ? 13 : 16, { weight: at === steps.length - 1 ? 800 : 600 })}
    ${at > 0 && html`<path d=${`M${4 + width * at} 97V132`} stroke="#C4CFC9" stroke-width=".8" />`}`;
  });
}

function property(face, entry) {
  const [colour, sign, steps] = STREETS[face.face];
  return html`${ground(PAPER)}<rect x="4" y="4" width="92" height="36" fill=${colour} />${inBand(entry.title, colour)}
    ${plan(face.face, colour, sign)}${rents(colour, steps)}${coin(face.value)}`;
}

function wild(face, entry) {
  if (face.colours.length !== 2) return wildOfAll(face, entry);
  const [a, b] = face.as === face.colours[1] ? [face.as, face.colours[0]] : face.colours;
  const [[first, signA], [second, signB]] = [STREETS[a], STREETS[b]];
  const title = (colour) => entry.names?.[colour] ?? colour.replace("_", " ");
  return html`<path d="M4 4H96V50L4 90z" fill=${first} /><path d="M96 50V136H4V90z" fill=${second} />
    <path d="M0 92L100 48" stroke="#FFFFFF" stroke-width="5" />
    <path d="M0 92L100 48" stroke=${INK} stroke-width="1.4" stroke-dasharray="5 4" />
    ${glyph(signA, 62, 50, 22, on(first))}${glyph(signB, 40, 95, 22, on(second))} ${inBand(title(a), first)}
    ${line(title(b), 50, 128, 15, { fill: on(second), max: 86 })}${coin(face.value)}`;
}

/** Draws a wild of every colour: all colours, and above them the colour that the wild currently represents. */
function wildOfAll(face, entry) {
  const colours = Object.values(STREETS).map(([colour]) => colour);
  const [colour, sign] = STREETS[face.as] ?? [INK, null];
  const title = entry.names?.[face.as] ?? entry.title;
  return html`${colours.map((one, at) => html`<rect x=${4 + at * 9.2} y="4" width="9.3" height="132" fill=${one} />`)}
    <path d="M4 4h92v36h-92z" fill=${colour} />
    ${face.as ? inBand(title, colour) : lines(title, { x: 63, y: 20, size: 13, width: 62, most: 2, fill: "#FFFFFF" })}
    <circle cx="50" cy="86" r="24" fill=${PAPER} stroke=${INK} stroke-width="1.4" />
    ${glyph(sign ?? "star", 50, 86, 28, INK)}${coin(face.value ?? 0)}`;
}

/** Draws a wheel of the colours of a rent card. @param {string[]} colours */
function wheel(colours) {
  const edge = (at) => {
    const turn = Math.PI * (1 + (2 * at) / colours.length);
    return `${(50 + 33 * Math.sin(turn)).toFixed(2)} ${(61 - 33 * Math.cos(turn)).toFixed(2)}`;
  };
  return colours.map((name, at) => {
    const path = `M50 61L${edge(at)}A33 33 0 0 1 ${edge(at + 1)}z`;
    return html`<path d=${path} fill=${STREETS[name]?.[0] ?? hue(name)} />`;
  });
}

function rent(face, entry) {
  const colours = face.rents?.length ? face.rents : Object.keys(STREETS);
  const [left, right] = colours.map((name) => STREETS[name] ?? [hue(name), "square"]);
  return html`${ground("#F3EFE4")}${wheel(colours)}
    ${colours.length === 2 && html`${glyph(left[1], 30, 61, 15, on(left[0]))}${glyph(right[1], 70, 61, 15, on(right[0]))}`}
    <circle cx="50" cy="61" r="15" fill=${PAPER} stroke=${INK} stroke-width="1.4" />${glyph("key", 50, 61, 17)}
    <rect x="4" y="104" width="92" height="32" fill=${INK} />
    ${line(entry.title.split(/[\s\u00a0:]/)[0], 50, 126, 16, { fill: "#FFFFFF", max: 86 })}${coin(face.value)}`;
}

function money(face) {
  const colour = MONEY[face.value] ?? "#D9D7B8";
  const rosette = Array.from(
    { length: 18 },
    (_, at) => html`<ellipse cx="50" cy="70" rx="36" ry="15" transform=${`rotate(${at * 10} 50 70)`} />`,
  );
  return html`${ground(colour)}<g fill="none" stroke=${shade(colour, 0.5)}
      ><rect x="9" y="9" width="82" height="122" rx="4" stroke-width="1.2" />
      <g stroke-opacity=".42" stroke-width=".8">${rosette}</g></g
    >
    <circle cx="50" cy="70" r="22" fill=${PAPER} stroke=${INK} stroke-width="1.4" />
    ${line(face.value, 50, 80, face.value > 9 ? 26 : 30, { weight: 800 })}${line("M", 79, 125, 14.5)}
    ${line("M", 21, 125, 14.5)}${coin(face.value)}`;
}

/** Draws a poster: rays, a disc with the action's sign, the title. */
function poster(title, colour, sign, value) {
  const rows = rowsOf(title, { size: 14, width: 84, most: 2 });
  const dark = shade(colour, 0.35);
  const [top, size] = rows.length > 1 ? [101, 14] : [108, 15.5];
  return html`${ground(colour)}${rays(50, 60, 16, "#FFFFFF", 0.09)}
    <circle cx="50" cy="60" r="31" fill=${PAPER} stroke=${dark} stroke-width="2" />${sign}
    <rect x="4" y=${top} width="92" height="40" fill=${dark} />
    ${rows.map((row, at) => line(row, 50, (rows.length > 1 ? 116 : 127) + at * 15, size, { fill: "#FFFFFF", max: 86 }))}
    ${coin(value)}`;
}

function action(face, entry) {
  const [sign, colour] = ACTS[face.face] ?? ["square", hue(face.face)];
  return poster(entry.title, colour, glyph(sign, 50, 60, 38, colour), face.value);
}

const double = (face, entry) =>
  poster(entry.title, "#3B4653", line("×2", 50, 72, 34, { fill: "#3B4653", weight: 800 }), face.value);

export function monopoly(face, entry) {
  if (STREETS[face.face]) return property(face, entry);
  if (face.colours) return wild(face, entry);
  if (face.rents || face.face === "rent_any") return rent(face, entry);
  if (/^m\d+$/.test(face.face)) return money(face);
  return face.face === "double_the_rent" ? double(face, entry) : action(face, entry);
}
