/** Several different things in the order of the presses. */

import { html } from "../vendor/preact.js";
import { several, SeveralEditor } from "./several.js";

const Editor = (props) => html`<${SeveralEditor} ...${props} isNumbered />`;

/** @type {import("./types.js").Kind} */
export const sequence = { ...several, name: "sequence", Editor };
