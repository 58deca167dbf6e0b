/** The colours that tell gain from loss, as eyes with each colour weakness see them. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const CSS = readFileSync(new URL("../static/tokens.css", import.meta.url), "utf8");
/** How far apart two colours have to be (CIE76): ten are told apart at a glance, twenty beside each other without thinking. */
const APART = 20;

/** The cones that lack, in linear light (Machado, Oliveira and Fernandes 2009, severity 1). */
const EYES = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

const linear = (colour) =>
  [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

const seenBy = (eye, rgb) =>
  [0, 3, 6].map((at) =>
    Math.min(
      1,
      Math.max(
        0,
        rgb.reduce((sum, part, n) => sum + EYES[eye][at + n] * part, 0),
      ),
    ),
  );

function lab([r, g, b]) {
  const xyz = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116));
  return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])];
}

const distance = (eye, one, other) => {
  const [a, b] = [one, other].map((colour) => lab(seenBy(eye, linear(colour))));
  return Math.hypot(...a.map((part, at) => part - b[at]));
};

/** The colours of a block of the style sheet. @returns {Record<string, string>} */
const colours = (block) =>
  Object.fromEntries([...block.matchAll(/--(ok|bad|info): (#\w{6})/gi)].map(([, name, value]) => [name, value]));

const blocks = (selector) =>
  CSS.split("}")
    .filter((block) => block.includes(selector) && block.includes("--ok"))
    .map(colours);
const PAIRS = [
  ["ok", "bad"],
  ["ok", "info"],
  ["bad", "info"],
];
const close = (found) =>
  Object.keys(EYES).flatMap((eye) =>
    PAIRS.filter(([one, other]) => distance(eye, found[one], found[other]) < APART).map((pair) => `${eye} ${pair}`),
  );

test("with the setting, every eye distinguishes the colours of gain, loss and information in both themes", () => {
  const other = blocks('[data-vision="other"]');
  assert.equal(other.length, 3);
  for (const found of other) assert.deepEqual(close(found), []);
});

test("the default colours are not distinguished by every eye", () => {
  const [usual] = CSS.split("}")
    .map(colours)
    .filter((found) => found.ok);
  assert.notDeepEqual(close(usual), []);
});
