/** The waiting list of a full table that has not started: its players, my place, buttons to join and leave. */

import { get, post, remove } from "../../server/api.js";
import { ensurePlayer, randomName } from "../../setup/start.js";
import { session } from "../../shell/session.js";
import { listed, t } from "../../words/texts.js";
import { html, useEffect, useState } from "../../vendor/preact.js";

/** @import { With } from "../types.js" */

const LOOK_MS = 3000;

/** @param {{ctx: With<"match">, seated: boolean}} props */
export function WaitList({ ctx: { match }, seated }) {
  const path = `matches/${match.table.id}/waiting-list`;
  const [names, setNames] = useState(/** @type {string[]|null} */ (null));
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  const take = ({ items }) => setNames(items.map((one) => one.name));
  const look = () => get(path).then(take);
  useEffect(() => {
    look().catch(() => {});
    const timer = setInterval(() => document.hidden || look().catch(() => {}), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const act = (change) => {
    setBusy(true);
    setFault("");
    return change()
      .catch((error) => setFault(error.message))
      .finally(() => setBusy(false));
  };
  const join = () =>
    act(async () => {
      await ensurePlayer(session.value.name ?? randomName());
      take(await post(path, {}));
    });
  const leave = () => act(() => remove(path).then(look));
  if (names === null) return null;
  const place = session.value.name ? names.indexOf(session.value.name) + 1 : 0;
  return html`<div class="stack waitlist" data-waiting>
    ${names.length > 0 && html`<p class="small">${t("they_wait", { names: listed(names) })}</p>`}
    ${
      !seated &&
      (place
        ? html`<p role="status"><strong>${t("you_wait", { n: place })}</strong> ${t("you_wait_text")}</p>
            <div><button data-wait-leave disabled=${busy} onClick=${leave}>${t("wait_no_longer")}</button></div>`
        : html`<p>${t("table_is_full")}</p>
            <div>
              <button class="act" data-wait-join disabled=${busy} onClick=${join}>${t("wait_for_seat")}</button>
            </div>`)
    }
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
  </div>`;
}
