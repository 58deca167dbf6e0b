/** Checks every few hours whether the server's log still extends the log that this browser has seen. If not, a warning is shown. */

import { checkpointOf, compared } from "../live/history.js";
import { html, render } from "../vendor/preact.js";
import { loadMoreTexts, t } from "../words/texts.js";

const SEEN = "comptoir.log";
const HOURS = 6;

/** @returns {{note: string|null, at: number, other: string|null}} */
function remembered() {
  try {
    return { note: null, at: 0, other: null, ...JSON.parse(localStorage.getItem(SEEN) ?? "{}") };
  } catch {
    return { note: null, at: 0, other: null };
  }
}

/** Compares the histories and stores the result. Two different histories cause a warning on every later visit. */
export async function compareHistories() {
  const known = remembered();
  if (known.other !== null) return say(known);
  if (!crypto.subtle || Date.now() - known.at < HOURS * 3_600_000) return;
  const size = known.note === null ? 0 : checkpointOf(known.note).size;
  const answer = await fetch(`/log/extension/${size}`, { cache: "no-store" });
  if (!answer.ok && answer.status !== 409) return; // 409: the log is shorter, as its checkpoint states
  const { isOne, note } = await compared(known.note, await answer.text());
  const now = isOne ? { note, at: Date.now(), other: null } : { ...known, other: note };
  localStorage.setItem(SEEN, JSON.stringify(now));
  if (!isOne) await say(now);
}

async function say({ note, other }) {
  await loadMoreTexts();
  const place = document.createElement("div");
  document.body.prepend(place);
  const both = new Blob([`${note}\n----\n\n${other}`], { type: "text/plain" });
  render(
    html`<p class="notice fault two-histories" role="alert" data-two-histories>
      <b>${t("two_histories")}</b> ${t("two_histories_text")}${" "}
      <a download="comptoir-log.txt" href=${URL.createObjectURL(both)}>${t("two_histories_save")}</a>
    </p>`,
    place,
  );
}
