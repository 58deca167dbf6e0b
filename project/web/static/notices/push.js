/** Notices on this device by Web Push: the browser's subscription, and its copy on the server. */

import { get, postOnce } from "../server/api.js";
import { session } from "../shell/session.js";

const DEVICES = "me/push-subscriptions";
const NAME = "comptoir.push";
const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
];
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
];

/** Whether this browser can show notices. */
export const canPush = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** Returns this browser's subscription, if it has one. @returns {Promise<PushSubscription|null>} */
export async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration("/");
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Requests the permission and subscribes; resolves to false if the permission is refused. @param {string} key the server's public key */
export async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await navigator.serviceWorker.register("/service-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const found = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe(); // the subscription used a former key of the server
    return pushManager.subscribe(options);
  });
  await store(found);
  return true;
}

/** Ends this browser's subscription. @param {PushSubscription} found */
export async function unsubscribe(found) {
  localStorage.removeItem(NAME);
  await found.unsubscribe();
}

/** Subscribes again if the browser has changed or dropped the subscription. A device that was removed from the list stays removed. */
export async function renew() {
  const { name, endpoint } = JSON.parse(localStorage.getItem(NAME) ?? "{}");
  if (!canPush || !name || name !== session.value.name || Notification.permission !== "granted") return;
  if ((await subscription())?.endpoint === endpoint) return;
  const { public_key } = await get(DEVICES);
  if (public_key) await subscribe(public_key);
}

async function store(found) {
  const { endpoint, keys } = found.toJSON();
  const label = named();
  await postOnce(DEVICES, { endpoint, keys, ...(label && { label }) });
  localStorage.setItem(NAME, JSON.stringify({ name: session.value.name, endpoint }));
}

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** Returns the name of this browser in the list of devices. */
function named() {
  const first = (names) => names.find(([sign]) => navigator.userAgent.includes(sign))?.[1];
  return [first(BROWSERS), first(SYSTEMS)].filter(Boolean).join(", ");
}
