/** Offline support on every page of a signed-in player: the service worker, my tables as last seen, moves that wait for the connection. It also checks that the server's log extends the log seen before. */

import { compareHistories } from "../notices/histories.js";
import { mine, refreshMine } from "../pages/mine.js";
import { server, serverNow } from "../server/api.js";
import { session } from "../shell/session.js";
import { effect, html, render, untracked } from "../vendor/preact.js";
import { loadMoreTexts } from "../words/texts.js";
import { keep, kept } from "./database.js";
import { loadQueued, queued, sendQueued } from "./queue.js";
import { LaterMessages } from "./messages.js";

/** Only a bundled client can open without a network. */
const isBundled = document.documentElement.dataset.bundle !== undefined;
const warn = (error) => console.warn(error);

compareHistories().catch(warn);

if (isBundled) navigator.serviceWorker?.register("/service-worker.js").catch(warn);

let seen = serverNow();

/** Stores the lists of my matches. A bundled client also stores the tables whose current state this browser has not seen. */
async function keepMine(lists) {
  seen = serverNow();
  await keep("lists", { id: "mine", player: session.value.name, at: seen, ...lists });
  if (!isBundled || document.hidden) return;
  const { keepUnseen } = await import("./tables.js");
  await keepUnseen([...lists.turns, ...lists.waiting]);
}

/** Shows the lists as last seen, if the server does not return the current lists. */
async function showMine() {
  const { id: _, player: __, at, ...lists } = mine.value ?? (await kept("lists", "mine")) ?? {};
  if (lists.turns) mine.value = { ...lists, seen: lists.seen ?? at ?? seen };
}

effect(() => {
  const lists = mine.value;
  if (lists && !lists.seen) untracked(() => keepMine(lists).catch(warn));
});
effect(() => {
  if (session.value.token) loadQueued().then(sendQueued).catch(warn);
  else queued.value = {};
});
const send = () => void sendQueued().catch(warn);
addEventListener("online", () => {
  send();
  if (mine.value?.seen) refreshMine().catch(() => {});
});
addEventListener("offline", () => void showMine().catch(warn));
document.addEventListener("visibilitychange", () => document.hidden || send());
if (!(await server.answers(AbortSignal.timeout(10_000)))) showMine().catch(warn);

await loadMoreTexts().catch(() => {});
const box = Object.assign(document.createElement("div"), { id: "told" });
document.body.append(box);
render(html`<${LaterMessages} />`, box);
