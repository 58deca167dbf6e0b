/** The question from which an order is being begun: its prompt, until the form of the order has taken it. */

import { signal } from "../vendor/preact.js";

/** @type {import("../vendor/preact.js").Signal<number|null>} */
export const begun = signal(null);
