/** The table of each game: the pattern of its felt, and the back of its cards. The colours are in cards.css. */

import { html } from "../vendor/preact.js";
import { chance, ground } from "./paint.js";

/** The games with their own felt. All other games share one felt. */
const KNOWN = ["monopoly_deal", "great_dalmuti", "dale_of_merchants", "dealmaker", "negoces2"];
const [WIDTH, HEIGHT] = [1440, 900];

/** Returns the class that gives an element the colours of a game's felt: --felt-light, --felt-edge, --felt-back.
    @param {string|undefined} game */
export const feltClass = (game) => `felt-of-${game && KNOWN.includes(game) ? game : "others"}`;

const times = (number, make) => Array.from({ length: number }, (_, at) => make(at));

/** Repeats a pattern in rows; every second row is shifted by half a step. */
const rows = (across, down, [x, y], make) =>
  times(down, (row) => times(across, (at) => make(at * x + (row % 2 ? x / 2 : 0), row * y)).join("")).join("");

/** Draws a town from above: blocks, a river, streets, a roundabout. */
function town() {
  const random = chance("felt of a town");
  const blocks = times(192, (at) => {
    if (random() < 0.16) return "";
    const [x, y] = [Math.floor(at / 12) * 112 - 60, (at % 12) * 92 - 40];
    return `M${x} ${y}h${Math.round(92 - random() * 14)}v${Math.round(72 - random() * 12)}h-88z`;
  });
  return html`<path transform="rotate(-7 720 450)" d=${blocks.join("")} fill="#fff" opacity=".045" />
    <path
      d="M-20 558C317 324 576 720 922 450S1325 180 1470 252"
      stroke="#9ED8E8"
      stroke-opacity=".13"
      stroke-width="54"
      fill="none"
    />
    <path
      d="M259-10L432 910M1037-10L950 910M-10 270L1450 144M319 432a34 34 0 1 0 68 0a34 34 0 1 0-68 0"
      stroke="#fff"
      stroke-opacity=".07"
      stroke-width="10"
      fill="none"
    />`;
}

/** Draws a damask of crowns. */
function damask() {
  const diamonds = rows(19, 21, [80, 46], (x, y) => `M${x} ${y - 21}l34 21-34 21-34-21z`);
  const crowns = rows(19, 21, [80, 46], (x, y) => `M${x - 9} ${y + 6}l-2-13 6 5 5-9 5 9 6-5-2 13z`);
  return html`<path d=${diamonds} fill="none" stroke="#F5C24A" stroke-opacity=".09" />
    <path d=${crowns} fill="#F5C24A" opacity=".07" />`;
}

/** Draws a meadow: contour lines and leaves. */
function meadow() {
  const random = chance("felt of a meadow");
  const contours = times(9, (at) => {
    const y = (share) => Math.round(HEIGHT * (share + at * 0.115));
    return `M-10 ${y(0.1)}C288 ${y(0)} 605 ${y(0.2)} 893 ${y(0.06)}S1296 ${y(0.2)} 1450 ${y(0.08)}`;
  });
  const leaves = times(70, () => {
    const place = `translate(${Math.round(random() * WIDTH)} ${Math.round(random() * HEIGHT)})`;
    const turn = `rotate(${Math.round(random() * 360)}) scale(${(0.7 + random() * 0.8).toFixed(2)})`;
    return html`<path transform=${`${place} ${turn}`} d="M0 0q11 5 9 21q-15-4-9-21z" />`;
  });
  return html`<path d=${contours.join("")} stroke="#fff" stroke-opacity=".06" stroke-width="2" fill="none" />
    <g fill="#E6EFB0" opacity=".07">${leaves}</g>`;
}

/** Draws a bazaar: eight-pointed stars. `awningOf` draws the awning above. */
function bazaar() {
  const star = "l7 10 12-3-3 12 10 7-10 7 3 12-12-3-7 10-7-10-12 3 3-12-10-7 10-7-3-12 12 3z";
  const stars = rows(17, 12, [90, 78], (x, y) => `M${x} ${y - 24}${star}`);
  return html`<path d=${stars} fill="none" stroke="#FFE0A8" stroke-opacity=".1" stroke-width="1.6" />`;
}

/** Draws a harbour: rhumb lines, waves, a compass rose. */
function harbour() {
  const rhumbs = times(16, (at) => {
    const turn = (at * Math.PI) / 8;
    return `M720 378L${Math.round(720 + 1400 * Math.cos(turn))} ${Math.round(378 + 1400 * Math.sin(turn))}`;
  });
  const waves = times(23, (at) => `M${-60 + (at % 2 ? 30 : 0)} ${at * 40 + 20}${"q15-10 30 0t30 0".repeat(26)}`);
  return html`<path d=${rhumbs.join("")} stroke="#fff" stroke-opacity=".055" />
    <path d=${waves.join("")} stroke="#CFE8F5" stroke-opacity=".055" stroke-width="2" fill="none" />
    <g transform="translate(720 378)" opacity=".1" fill="#fff"
      ><path d="M0-150L18-18 0 0-18-18zM0 150L18 18 0 0-18 18zM-150 0L-18-18 0 0-18 18zM150 0L18-18 0 0 18 18z" />
      <circle r="96" fill="none" stroke="#fff" stroke-width="2" />
      <circle r="84" fill="none" stroke="#fff" stroke-dasharray="3 7"
    /></g>`;
}

/** Draws cloth: a plain weave, for unknown games. */
function cloth() {
  const weave = rows(31, 19, [48, 48], (x, y) => `M${x} ${y - 16}l16 16-16 16-16-16z`);
  return html`<path d=${weave} fill="none" stroke="#fff" stroke-opacity=".06" stroke-width="2" />`;
}

const FELTS = {
  monopoly_deal: town,
  great_dalmuti: damask,
  dale_of_merchants: meadow,
  dealmaker: bazaar,
  negoces2: harbour,
};

/**
 * Draws the felt of a game, which fills its container as a background. The dark theme uses the same felt, darker.
 * @param {string|undefined} game
 */
export const felt = (game) =>
  html`<svg
    class=${`felt-art ${feltClass(game)}`}
    viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    focusable="false"
  >
    ${(FELTS[game ?? ""] ?? cloth)()}
  </svg>`;

const AWNINGS = { dealmaker: ["#A8242B", "#F3E2C2"] };

/** Draws the awning along the upper edge of a game's felt, in two alternating colours. @param {string} game */
export const awningOf = (game) => {
  const scallops = (first) => times(30, (at) => `M${(at * 2 + first) * 44} 0h44v16a22 16 0 0 1-44 0z`).join("");
  return (
    game in AWNINGS &&
    html`<svg class="awning" viewBox="0 0 1440 32" preserveAspectRatio="xMinYMin slice" aria-hidden="true">
      ${AWNINGS[game].map((colour, at) => html`<path d=${scallops(at)} fill=${colour} />`)}
    </svg>`
  );
};

const BACKS = {
  monopoly_deal: () =>
    html`<g stroke="#fff" stroke-opacity=".35" fill="none" stroke-width="1.6"
      ><path d="M4 34L96 20M4 74L96 62M4 112L96 100M28 4L20 136M58 4L62 136M80 4L88 136" /><path
        d="M4 96Q40 70 96 120"
        stroke-width="4"
    /></g>`,
  great_dalmuti: () =>
    html`<path
      d=${rows(5, 8, [24, 19], (x, y) => `M${x - 8} ${y}l8 9-8 9-8-9z`)}
      fill="none"
      stroke="#F5C24A"
      stroke-opacity=".45"
    />`,
  dale_of_merchants: () =>
    html`<path d=${rows(5, 6, [22, 24], (x, y) => `M${x} ${y}q8 4 6 14q-10-2-6-14z`)} fill="#fff" fill-opacity=".2" />`,
  dealmaker: () =>
    html`<path
      d=${rows(4, 6, [26, 24], (x, y) => `M${x + 10} ${y + 2}l4 6 7 1-5 5 1 7-7-3-6 3 1-7-5-5 7-1z`)}
      fill="none"
      stroke="#F0C987"
      stroke-opacity=".5"
    />`,
  negoces2: () =>
    html`<path
      d=${times(13, (at) => `M-8 ${at * 11 + 4}q9-7 18 0t18 0 18 0 18 0 18 0 18 0`).join("")}
      fill="none"
      stroke="#BFE0F2"
      stroke-opacity=".4"
      stroke-width="1.6"
    />`,
  others: () =>
    html`<path
      d=${rows(6, 9, [20, 18], (x, y) => `M${x} ${y - 8}l8 9-8 9-8-9z`)}
      fill="none"
      stroke="#fff"
      stroke-opacity=".22"
    />`,
};

/** Draws the back of a game's cards. @param {string|undefined} game */
export const back = (game) =>
  html`<g class=${feltClass(game)}
    >${ground("var(--felt-back)")}${(BACKS[game ?? ""] ?? BACKS.others)()}
    <rect x="9" y="9" width="82" height="122" rx="4" fill="none" stroke="#fff" stroke-opacity=".5" />
    <circle cx="50" cy="70" r="20" fill="var(--felt-back)" stroke="#fff" stroke-opacity=".75" stroke-width="1.5" />
    <path d="M58 62.5a11 11 0 1 0 0 15" fill="none" stroke="#fff" stroke-width="4.6" stroke-linecap="round"
  /></g>`;
