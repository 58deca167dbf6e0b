/** Five short sounds, made by the browser; nothing is loaded, and none is heard unless a setting says so. */

/** Tones in turn. @typedef {{hertz: number, ms: number, after?: number}} Tone after: when it begins, in milliseconds */

/** @type {Record<string, Tone[]>} */
const SOUNDS = {
  card: [{ hertz: 196, ms: 45 }],
  turn: [
    { hertz: 523, ms: 90 },
    { hertz: 784, ms: 140, after: 100 },
  ],
  talk: [{ hertz: 880, ms: 60 }],
  refused: [{ hertz: 147, ms: 160 }],
  over: [
    { hertz: 523, ms: 110 },
    { hertz: 659, ms: 110, after: 120 },
    { hertz: 784, ms: 240, after: 240 },
  ],
};
const LOUD = 0.08;
/** Several cards at once make one sound. */
const APART_MS = 90;

let context = /** @type {AudioContext|null} */ (null);
let lastAt = -Infinity;

/** @param {string} name */
export function ring(name) {
  if (performance.now() - lastAt < APART_MS) return;
  lastAt = performance.now();
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {}); // until the first press on the page
  for (const tone of SOUNDS[name]) play(context, tone);
}

/** @param {AudioContext} audio @param {Tone} tone */
function play(audio, { hertz, ms, after = 0 }) {
  const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
  const [from, to] = [audio.currentTime + after / 1000, audio.currentTime + (after + ms) / 1000];
  oscillator.frequency.value = hertz;
  oscillator.type = "triangle";
  volume.gain.setValueAtTime(LOUD, from);
  volume.gain.exponentialRampToValueAtTime(0.0001, to);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(from);
  oscillator.stop(to);
}
