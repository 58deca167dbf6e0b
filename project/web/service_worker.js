/* The service worker of the web client: it shows the notices that arrive while no page is open, and opens the client without a network.
   What it stores is the same for everybody. Tables that a player has seen are stored by the pages (static/offline). */

/* global SERVED -- shell, files, kept, icon, badge: the server's, in the line above. Without a bundle there are no files, and nothing is stored. */
const { shell, files, kept, icon, badge } = SERVED;
const isBundled = files.length > 0;
/** A page that has not come until then is opened from what is stored. */
const PATIENCE_MS = 6000;
const ELSEWHERE = /^\/(api|admin|static|embed|log|mail|oembed)\b/;
const GAMES = /^\/api\/v1\/games\b/;
/** What arrives here by sharing may hold an invitation, which no server's log should have. */
const SHARED = "/open";

addEventListener("install", (event) => event.waitUntil(Promise.all([skipWaiting(), isBundled && store()])));
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.address));
});
if (isBundled) addEventListener("fetch", answer);

/** Stores all that the client needs to open. */
async function store() {
  const cache = await caches.open(kept);
  const page = await fetch(shell, { cache: "no-cache", credentials: "omit" });
  const text = await page.clone().text();
  if (!page.ok || !files.some((file) => text.includes(file))) throw new Error("expected a page of this bundle");
  await Promise.all([cache.put(shell, page), cache.addAll(files)]);
}

/** Takes over from a former worker, with what that has stored. */
async function begin() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)));
  await registration.navigationPreload?.[isBundled ? "enable" : "disable"]();
  await clients.claim();
}

/** Answers requests for pages, files of the bundle and descriptions of games; all others go to the server. */
function answer(event) {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && !ELSEWHERE.test(pathname)) event.respondWith(page(event, pathname === SHARED));
  else if (files.includes(pathname)) event.respondWith(stored(pathname).then((found) => found ?? fetch(request)));
  else if (GAMES.test(pathname)) event.respondWith(described(event));
}

/** A page as the server sends it; without a network the shell, whose script shows what the address names. */
async function page(event, isShared) {
  const instead = () => stored(shell);
  if (isShared) return (await instead()) ?? fetch(event.request);
  const late = new Promise((resume) => setTimeout(resume, PATIENCE_MS)).then(instead);
  const sent = Promise.resolve(event.preloadResponse).then((found) => found ?? fetch(event.request));
  const first = await Promise.race([sent.catch(instead), late]);
  return first ?? sent;
}

/** What a game is called and how it is described; without a network as last read in that language. */
async function described(event) {
  const { request } = event;
  const key = `${request.url}${request.url.includes("?") ? "&" : "?"}language=${request.headers.get("Accept-Language")}`;
  const cache = await caches.open(kept);
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(cache.put(key, response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    const found = await cache.match(key, { ignoreVary: true });
    if (found) return found;
    throw error;
  }
}

const stored = (address) => caches.open(kept).then((cache) => cache.match(address, { ignoreVary: true }));

/** Shows a notice, unless somebody looks at its page here. A later one with the same tag takes its place, and is heard again.
    The app's icon gets a mark without a number: how many tables wait is known once a page is open. */
async function show({ title, body, tag, match, page, language }) {
  const address = page ?? `/m/${match}`;
  if ((await windows(address)).some((page) => page.visibilityState === "visible")) return;
  await registration.showNotification(title, {
    ...{ body, tag, icon, badge },
    lang: language,
    renotify: true,
    data: { address },
  });
  await navigator.setAppBadge?.().catch(() => {});
}

/** Shows the match in the window that has it, or in a new one. */
async function open(address) {
  const [page] = await windows(address);
  await (page ? page.focus() : clients.openWindow(address));
}

async function windows(address) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter(({ url }) => new URL(url).pathname === address);
}
