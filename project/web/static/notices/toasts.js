/** Notices in the page: events at my other tables, at most three at once. */

import { get } from "../server/api.js";
import { brief } from "../server/catalog.js";
import { onNotice, pageOf } from "./heard.js";
import { followNotices } from "./notices.js";
import { Link, path } from "../shell/router.js";
import { t } from "../words/texts.js";
import { Sign } from "../shell/ui.js";
import { html, signal, useEffect } from "../vendor/preact.js";

followNotices();
if (localStorage.getItem("comptoir.push"))
  import("./push.js").then(({ renew }) => renew()).catch((error) => console.warn(error));

const MOST = 3;
const SHOWN_MS = 12_000;

/** @type {{value: import("./heard.js").Notice[]}} */
const shown = signal([]);

/** Adds a notice, which replaces the earlier notice of the same match or tournament. Notices about the table on the page are ignored. @param {import("./heard.js").Notice|null} notice */
async function add(notice) {
  if (!notice || path.value === pageOf(notice) || !(await isWanted(notice.kind))) return;
  shown.value = [...shown.value.filter((other) => pageOf(other) !== pageOf(notice)), notice].slice(-MOST);
  setTimeout(() => drop(notice), SHOWN_MS);
}

/** Returns whether I want to see notices of a kind on pages; true if unknown. */
const isWanted = (kind) =>
  get("me").then(
    ({ notifications }) => notifications.inbox?.includes(kind) ?? true,
    () => true,
  );

const drop = (notice) => {
  shown.value = shown.value.filter((other) => other !== notice);
};

export function Toasts() {
  useEffect(() => onNotice(add), []);
  useEffect(() => {
    shown.value = shown.value.filter((notice) => path.value !== pageOf(notice));
  }, [path.value]);
  return html`<div class="toasts" role="region" aria-label=${t("notices")} aria-live="polite">
    ${shown.value.map(
      (notice) =>
        html`<p class="toast" key=${pageOf(notice)} data-notice=${notice.kind}>
          <span class="grow">${wordsOf(notice)}</span
          ><${Link} class="button dense" to=${pageOf(notice)}>${t("go_there")}<//>
          <button class="icon" aria-label=${t("close")} onClick=${() => drop(notice)}><${Sign} name="close" /></button>
        </p>`,
    )}
  </div>`;
}

const wordsOf = (notice) =>
  t(`notice_${notice.kind}`, {
    game: brief(notice.game)?.title ?? notice.game,
    name: t("seat_n", { n: Number(notice.from) + 1 }),
  });
