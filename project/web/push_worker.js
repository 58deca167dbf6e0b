/* The service worker of the web client: it shows the notices that arrive while no page is open. It stores nothing and answers no requests. */

addEventListener("install", () => skipWaiting());
addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.address));
});

/** Shows a notice, unless somebody looks at its match here. A later one with the same tag takes its place, and is heard again. */
async function show({ title, body, tag, match, language }) {
  const address = `/m/${match}`;
  if ((await windows(address)).some((page) => page.visibilityState === "visible")) return;
  await registration.showNotification(title, { body, tag, lang: language, renotify: true, data: { address } });
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
