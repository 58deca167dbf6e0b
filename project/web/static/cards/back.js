/** The back of every card: a lattice and the C of Comptoir. */

import { html } from "../vendor/preact.js";

const LATTICE = Array.from(
  { length: 12 },
  (_, at) => `M${at * 20 - 80} 6L${at * 20 + 48} 134M${at * 20 + 48} 6L${at * 20 - 80} 134`,
).join("");

export const back = () =>
  html`<rect x="6" y="6" width="88" height="128" rx="5" fill="#0A5C61" />
    <svg x="7" y="7" width="86" height="126" viewBox="7 7 86 126">
      <path d=${LATTICE} stroke="#FFFFFF" stroke-opacity=".22" fill="none" />
    </svg>
    <circle cx="50" cy="70" r="19" fill="#0A5C61" stroke="#FFFFFF" stroke-opacity=".7" />
    <path d="M58 63a10.5 10.5 0 1 0 0 14" fill="none" stroke="#FFFFFF" stroke-width="4.5" stroke-linecap="round" />`;
