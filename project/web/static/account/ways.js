/** How each kind of notice arrives: on a page, on my devices, by e-mail. Webhooks have their own list. */

import { get, patch } from "../server/api.js";
import { KINDS } from "../notices/notices.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";

const DEVICES = "me/push-subscriptions";

/** The e-mail setting of each kind of notice. */
export const EMAILS = {
  your_turn: "email_on_turn",
  match_started: "email_on_start",
  match_over: "email_on_over",
  invited: "email_on_invited",
  message: "email_on_message",
  deadline_near: "email_on_deadline",
  round_drawn: "email_on_round",
  tournament_news: "email_on_news",
};

/**
 * A table with a row for each kind of notice and a column for each way.
 * @param {{wishes: any, save: (change: any) => void, send: (promise: Promise<any>) => Promise<any>, hasDevices: boolean}} props
 */
export function Ways({ wishes, save, send, hasDevices }) {
  const [devices, setDevices] = useState(/** @type {any[]} */ ([]));
  const load = () => get(DEVICES).then(({ items }) => setDevices(items));
  useEffect(() => {
    if (hasDevices) load().catch(() => {});
  }, [hasDevices]);
  const inbox = wishes.inbox ?? KINDS;
  const show = (kind, isOn) => save({ inbox: KINDS.filter((one) => (one === kind ? isOn : inbox.includes(one))) });
  const push = (kind, isOn) => {
    const change = ({ id, kinds }) =>
      patch(`${DEVICES}/${id}`, { kinds: KINDS.filter((one) => (one === kind ? isOn : kinds.includes(one))) });
    return send(Promise.all(devices.map(change)).then(load));
  };
  const onDevices = (kind) => devices.filter(({ kinds }) => kinds.includes(kind)).length;
  return html`<table class="ways">
    <thead>
      <tr>
        <th scope="col">${t("way_notice")}</th>
        <th scope="col">${t("way_page")}</th>
        ${devices.length > 0 && html`<th scope="col">${t("way_devices")}</th>`}
        <th scope="col">${t("way_email")}</th>
      </tr>
    </thead>
    <tbody>
      ${KINDS.map(
        (kind) =>
          html`<tr key=${kind}>
            <th scope="row">${t(`about_${kind}`)}</th>
            <${Cell} kind=${kind} way="page" isOn=${inbox.includes(kind)} set=${(isOn) => show(kind, isOn)} />
            ${
              devices.length > 0 &&
              html`<${Cell}
                kind=${kind}
                way="devices"
                isOn=${onDevices(kind) === devices.length}
                isMixed=${onDevices(kind) > 0 && onDevices(kind) < devices.length}
                set=${(isOn) => push(kind, isOn)}
              />`
            }
            <${Cell}
              kind=${kind}
              way="email"
              name=${EMAILS[kind]}
              isOn=${Boolean(wishes[EMAILS[kind]])}
              set=${(isOn) => save({ [EMAILS[kind]]: isOn })}
            />
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** One notice by one way. isMixed: whether only some of my devices show it. */
function Cell({ kind, way, name = `${way}-${kind}`, isOn, isMixed = false, set }) {
  return html`<td>
    <input
      type="checkbox"
      name=${name}
      aria-label=${`${t(`about_${kind}`)}, ${t(`way_${way}`)}`}
      checked=${isOn}
      indeterminate=${isMixed}
      onChange=${(event) => set(event.target.checked)}
    />
  </td>`;
}
