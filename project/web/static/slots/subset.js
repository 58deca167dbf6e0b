/** Several different things, in any order. */

import { several, SeveralEditor } from "./several.js";

/** @type {import("./types.js").Kind} */
export const subset = { ...several, name: "subset", reads: Array.isArray, Editor: SeveralEditor };
