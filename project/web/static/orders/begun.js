/** The prompt from which a new order is being written, until the form of the order takes it. */

import { signal } from "../vendor/preact.js";

/** @type {import("../vendor/preact.js").Signal<number|null>} */
export const begun = signal(null);
