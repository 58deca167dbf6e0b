/** A public table embedded in another site's page, as a spectator sees it: drawn, and in words. */

import { follow } from "../live/follow.js";
import { Transport } from "../server/transport.js";
import { drawStage } from "./stage.js";

const PAUSE_MS = 5000;
const byId = (id) => /** @type {any} */ (document.getElementById(id));
const match = document.body.dataset.of ?? "";
const headers = () => ({ "Accept-Language": document.documentElement.lang });
const server = new Transport({ headers, credentials: "omit" });
const get = async (path) => /** @type {any} */ (await server.request("GET", path)).body;
/** @type {any} */
let game = null;

const say = (isLost) => (byId("fault").textContent = isLost ? byId("fault").dataset.lost : "");

/** Shows the current table. A match that has not begun is not drawn. Resolves to the match's last event. */
async function show() {
  const head = await get(`matches/${match}`);
  byId("text").textContent = (await get(`matches/${match}/text?since=0`)).text;
  if (["running", "finished"].includes(head.status)) {
    game ??= await get(`games/${head.game}`);
    drawStage({ game, head, view: await get(`matches/${match}/view`), row: null });
  }
  return head.seq;
}

/** Shows the table, and tries again until that succeeds. */
async function shown() {
  for (;;) {
    try {
      const seq = await show();
      say(false);
      return seq;
    } catch {
      say(true);
      await new Promise((resume) => setTimeout(resume, PAUSE_MS));
    }
  }
}

const onState = (state) => say(state !== "live");
shown().then((seq) => follow(server, match, seq, { onRows: shown, onPrompts: () => {}, onState }));
