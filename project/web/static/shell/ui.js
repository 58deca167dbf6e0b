/** Small components and functions that every page uses. */

import { characterOf, face, seatColour } from "../cards/faces.js";
import { GLYPHS } from "../cards/glyphs.js";
import { t } from "../words/texts.js";
import { html, signal, useEffect, useRef } from "../vendor/preact.js";

/** A sign drawn in the colour of its text. */
export const Sign = ({ name }) =>
  html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d=${GLYPHS[name]} fill-rule="evenodd" /></svg>`;

/** Returns the name of a seat's player, or of the bot character at the seat. @param {import("../types.js").Head|null} head @param {number|null} seat */
export function nameOf(head, seat) {
  const name = ownNameOf(head, seat);
  const isTwice = head?.seats?.some((_, other) => other !== Number(seat) && isAlike(ownNameOf(head, other), name));
  return isTwice && head.seats[seat ?? -1]?.player ? `${name} (${t("seat_n", { n: Number(seat) + 1 })})` : name;
}

const isAlike = (one, other) => one.toLowerCase() === other.toLowerCase();

function ownNameOf(head, seat) {
  const found = head?.seats?.[seat ?? -1];
  if (!found) return seat === null || seat === undefined ? "" : t("seat_n", { n: Number(seat) + 1 });
  return characterOf(seat, head)?.name ?? found.invited ?? t("open_seat");
}

/** The face of a seat's player in the colour of the seat; a free seat has an empty ring.
    @param {{head: any, seat: number|null, size?: number, tiny?: boolean, mouth?: import("../cards/faces.js").Mouth}} props */
export function Avatar({ head, seat, tiny = false, size = tiny ? 28 : 36, mouth }) {
  const character = characterOf(seat, head);
  if (character && seat !== null) return face(character.id, { size, mouth, colour: seatColour(seat) });
  return html`<span class=${`free-face${tiny ? " tiny" : ""}`} aria-hidden="true"></span>`;
}

/** A number with − and + buttons. */
export function Stepper({ value, low, high, label, onChange }) {
  const set = (next) => onChange(Math.max(low, Math.min(high, next)));
  const keys = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, Home: low - value, End: high - value };
  const onKey = (event) => event.key in keys && (event.preventDefault(), set(value + keys[event.key]));
  return html`<span class="stepper">
    <button
      type="button"
      tabindex="-1"
      disabled=${value <= low}
      aria-label=${t("less", { what: label })}
      onClick=${() => set(value - 1)}
    >
      −
    </button>
    <output
      class="num"
      role="spinbutton"
      tabindex="0"
      aria-label=${label}
      aria-valuenow=${value}
      aria-valuemin=${low}
      aria-valuemax=${high}
      onKeyDown=${onKey}
      >${value}</output
    >
    <button
      type="button"
      tabindex="-1"
      disabled=${value >= high}
      aria-label=${t("more", { what: label })}
      onClick=${() => set(value + 1)}
    >
      +
    </button>
  </span>`;
}

/** A modal sheet. Escape closes the sheet and restores the focus. */
export function Sheet({ title, onClose, children }) {
  const box = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current.showModal();
    return () => before instanceof HTMLElement && before.focus();
  }, []);
  return html`<dialog
    class="sheet"
    ref=${box}
    aria-label=${title}
    onClose=${onClose}
    onClick=${(event) => event.target === box.current && onClose()}
  >
    <div class="sheet-head">
      <h2>${title}</h2>
      <button class="icon" aria-label=${t("close")} onClick=${onClose}><${Sign} name="close" /></button>
    </div>
    <div class="sheet-body">${children}</div>
  </dialog>`;
}

const polite = signal("");
const urgent = signal("");

/** Announces a text to screen readers. */
export function say(text, { now = false } = {}) {
  const voice = now ? urgent : polite;
  voice.value = voice.value === text ? `${text} ` : text;
}

export const Voices = () =>
  html`<div class="hidden-text" aria-live="polite">${polite}</div>
    <div class="hidden-text" aria-live="assertive">${urgent}</div>`;

/** Saves a text as a file. */
export function save(name, text, type = "application/json") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
