/** Devices that show notices: this device and the others. Nothing is shown if neither the browser nor the server supports notices. */

import { get, remove } from "../server/api.js";
import { canPush, subscribe, subscription, unsubscribe } from "../notices/push.js";
import { t, when } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Part, useSaved } from "./saved.js";

const PATH = "me/push-subscriptions";

export function Devices() {
  const [devices, setDevices] = useState(/** @type {any[]} */ ([]));
  const [key, setKey] = useState(/** @type {string|null} */ (null));
  const [here, setHere] = useState(/** @type {PushSubscription|null} */ (null));
  const { send, feedback } = useSaved();
  const load = async () => {
    const found = await get(PATH);
    setDevices(found.items);
    setKey(found.public_key);
    setHere(canPush ? await subscription() : null);
  };
  useEffect(() => {
    load().catch(() => {});
  }, []);
  const mine = here && devices.find(({ endpoint }) => endpoint === here.endpoint);
  const end = (device) =>
    send(
      remove(`${PATH}/${device.id}`)
        .then(() => (here && device === mine ? unsubscribe(here) : null))
        .then(load),
    );
  const begin = (box) => {
    const refuse = () => {
      throw new Error(t("devices_denied"));
    };
    send(
      subscribe(String(key))
        .then((done) => (done ? load() : refuse()))
        .catch((error) => {
          box.checked = false;
          throw error.name === "AbortError" ? new Error(t("devices_failed")) : error;
        }),
    );
  };
  if (!devices.length && !(canPush && key)) return null;
  return html`<${Part} name="devices" title=${t("devices")}
    ><p class="soft small">${t("devices_text")}</p>
    ${
      canPush && key && html`<${ThisDevice} isOn=${Boolean(mine)} change=${(box) => (mine ? end(mine) : begin(box))} />`
    }
    <ul class="lines">
      ${devices.map(
        (device) =>
          html`<${Device} key=${device.id} device=${device} isThis=${device === mine} end=${() => end(device)} />`,
      )}
    </ul>
    ${feedback}<//
  >`;
}

/** The switch for notices in this browser. */
function ThisDevice({ isOn, change }) {
  return html`<label class="check"
    ><input type="checkbox" name="push" checked=${isOn} onChange=${(event) => change(event.currentTarget)} />
    <span>${t("devices_here")}</span></label
  >`;
}

function Device({ device, isThis, end }) {
  return html`<li class="row" data-device=${device.label}>
    <span class="grow"
      ><strong>${device.label || t("device_plain")}</strong
      >${isThis && html` <span class="chip">${t("token_current")}</span>`}<br /><span class="soft small"
        >${t("since", { time: when(device.created_at) })}${
          device.failing_since ? html` · ${t("failing_since", { time: when(device.failing_since) })}` : ""
        }</span
      ></span
    >
    <button class="dense" onClick=${end}>${t("delete")}</button>
  </li>`;
}
