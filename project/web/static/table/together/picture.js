/** The end of a match as an image: the winners, the race as on the page, the places. */

import { nameOf } from "../../shell/ui.js";
import { html, render } from "../../vendor/preact.js";
import { scoreText } from "../../words/sentence.js";
import { listed, t } from "../../words/texts.js";
import { reasons } from "../log/captions.js";
import { shortened } from "./race.js";

/** @import { Match } from "../types.js" */
/** @typedef {{brush: CanvasRenderingContext2D, y: number, colour: (name: string) => string, font: (name: string) => string}} Sheet */

const WIDTH = 1080;
const EDGE = 60;
const INNER = WIDTH - 2 * EDGE;
const HIGHEST = 2400;
const RACE_MOST = 560;
const LINE = 1.3;

/**
 * Shares the image if the browser can share it, otherwise saves it. @param {Match} match @param {number[][]} standings
 * @returns {Promise<string>} the outcome in words; empty if the player sees the outcome or cancelled
 */
export async function sharePicture(match, standings) {
  await document.fonts.ready;
  const picture = await new Promise((done) => draw(match, standings).toBlob(done, "image/png"));
  const file = new File([picture], `${match.head.game}-${match.head.id.slice(0, 8)}.png`, { type: "image/png" });
  const what = { files: [file], title: titleOf(match) };
  if (!navigator.canShare?.(what)) return save(file);
  return navigator.share(what).then(
    () => "",
    (error) => (error.name === "AbortError" ? "" : save(file)),
  );
}

/** @param {File} file */
function save(file) {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return t("picture_saved");
}

const titleOf = ({ game, head }) => game?.title ?? head.game;

/** Returns the winners in words for people who did not play. @param {Match} match @param {number[][]} standings */
function headline({ head }, standings) {
  if (standings.length === 1 && standings[0].length > 1) return t("a_draw");
  return standings.length
    ? t(standings[0].length > 1 ? "won_by_several" : "won_by", {
        names: listed(standings[0].map((seat) => nameOf(head, seat))),
      })
    : t("match_over");
}

/** Returns the reason of the victory in words for people who did not play. @param {Match} match */
const reasonsOf = (match) =>
  reasons({ match: { ...match, me: null } }).map((reason) => {
    const box = document.createElement("p");
    render(html`${reason}`, box);
    return box.textContent ?? "";
  });

/** @param {Match} match @param {number[][]} standings */
function draw(match, standings) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HIGHEST });
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const look = getComputedStyle(document.documentElement);
  const value = (name) => look.getPropertyValue(`--${name}`).trim();
  const sheet = { brush, y: EDGE, colour: value, font: value };
  brush.fillStyle = value("paper");
  brush.fillRect(0, 0, WIDTH, HIGHEST);
  write(sheet, titleOf(match), 34, { weight: 600, colour: "ink2" });
  write(sheet, headline(match, standings), 64, { weight: 800, family: "title" });
  reasonsOf(match).forEach((reason) => write(sheet, reason, 32, {}));
  sheet.y += 24;
  drawRace(sheet, match);
  standings.forEach((place, at) => writePlace(sheet, match, place, 1 + standings.slice(0, at).flat().length));
  sheet.y += 20;
  write(sheet, `Comptoir · ${location.host}`, 26, { colour: "ink2" });
  const cut = Object.assign(document.createElement("canvas"), {
    width: WIDTH,
    height: Math.min(HIGHEST, sheet.y + EDGE / 2),
  });
  cut.getContext("2d")?.drawImage(canvas, 0, 0);
  return cut;
}

/** Writes a paragraph and moves the position below it. @param {Sheet} sheet @param {string} text @param {number} size in pixels */
function write(sheet, text, size, { weight = 400, colour = "ink", family = "text" }) {
  const { brush } = sheet;
  brush.font = `${weight} ${size}px ${sheet.font(family)}`;
  brush.fillStyle = sheet.colour(colour);
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && brush.measureText(longer).width > INNER) {
      put(sheet, line, size);
      line = word;
    } else line = longer;
  }
  put(sheet, line, size);
}

/** @param {Sheet} sheet */
function put(sheet, line, size) {
  sheet.brush.fillText(line, EDGE, sheet.y + size, INNER);
  sheet.y += size * LINE;
}

/** @param {Sheet} sheet @param {Match} match @param {number[]} seats @param {number} rank */
function writePlace(sheet, { game, head, view }, seats, rank) {
  const scores = view.scores ?? head.scores;
  const names = seats.map((seat) =>
    [nameOf(head, seat), scores && scoreText(game, scores[seat])].filter(Boolean).join(" · "),
  );
  write(sheet, `${rank}. ${names.join(", ")}`, 34, { weight: rank === 1 ? 700 : 400 });
}

/** Draws the race of the page, line by line, as large as fits. Where the page shows “you”, the image shows the name. @param {Sheet} sheet @param {Match} match */
function drawRace(sheet, match) {
  const race = /** @type {SVGSVGElement|null} */ (document.querySelector(".ending svg.racebox"));
  if (!race) return;
  const { width, height } = race.viewBox.baseVal;
  const scale = Math.min(INNER / width, RACE_MOST / height);
  const { brush } = sheet;
  brush.save();
  brush.translate(EDGE, sheet.y);
  brush.scale(scale, scale);
  for (const part of race.children) {
    const look = getComputedStyle(part);
    const isLine = part.matches("path");
    if (isLine) drawLine(brush, part, look);
    else if (part.matches("text")) drawWords(brush, part, look, match);
  }
  brush.restore();
  sheet.y += height * scale + 24;
}

/** @param {CanvasRenderingContext2D} brush @param {Element} part @param {CSSStyleDeclaration} look */
function drawLine(brush, part, look) {
  brush.strokeStyle = look.stroke;
  brush.lineWidth = parseFloat(look.strokeWidth);
  brush.lineJoin = "round";
  brush.setLineDash(look.strokeDasharray === "none" ? [] : look.strokeDasharray.split(/[ ,]+/).map(parseFloat));
  brush.stroke(new Path2D(part.getAttribute("d") ?? ""));
}

/** @param {CanvasRenderingContext2D} brush @param {Element} part @param {CSSStyleDeclaration} look @param {Match} match */
function drawWords(brush, part, look, match) {
  const { seat } = /** @type {SVGElement} */ (part).dataset;
  brush.font = `${look.fontWeight} ${part.getAttribute("font-size")}px ${look.fontFamily}`;
  brush.fillStyle = look.fill;
  brush.textAlign = { end: "right", middle: "center" }[part.getAttribute("text-anchor") ?? ""] ?? "left";
  const words = seat === undefined ? part.textContent : shortened(nameOf(match.head, Number(seat)));
  brush.fillText(words ?? "", Number(part.getAttribute("x")), Number(part.getAttribute("y")));
  brush.textAlign = "left";
}
