/** Muted and blocked players. The players are not informed. */

import { get, patch } from "../server/api.js";
import { t } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Part, useSaved } from "./saved.js";

export function Avoided() {
  const [players, setPlayers] = useState(/** @type {any[]} */ ([]));
  const [name, setName] = useState("");
  const [block, setBlock] = useState(false);
  const { send, feedback } = useSaved();
  const load = () => get("me/relations").then(({ items }) => setPlayers(items.filter((one) => one.avoidance)));
  useEffect(() => {
    load().catch(() => {});
  }, []);
  const change = (one, avoidance) => patch(`me/relations/${encodeURIComponent(one)}`, { avoidance });
  const avoid = async (event) => {
    event.preventDefault();
    if (await send(change(name.trim(), block ? "block" : "mute"))) {
      setName("");
      load();
    }
  };
  return html`<${Part} name="avoided" title=${t("avoided")}
    ><p class="soft small">${t("avoided_text")}</p>
    <ul class="lines">
      ${players.map(
        (player) =>
          html`<li class="row" key=${player.name} data-avoided=${player.name}>
            <span class="grow"
              ><strong>${player.name}</strong>
              <span class="chip">${t(player.avoidance === "block" ? "is_blocked" : "is_muted")}</span></span
            ><button
              class="dense"
              onClick=${() => send(change(player.name, null)).then((done) => done !== undefined && load())}
            >
              ${t("avoid_no_more")}
            </button>
          </li>`,
      )}
    </ul>
    <form class="stack" onSubmit=${avoid}>
      <label for="avoid-name">${t("name")}</label>
      <div class="row">
        <input
          id="avoid-name"
          class="grow"
          required
          maxlength="40"
          value=${name}
          onInput=${(event) => setName(event.target.value)}
        /><button>${t(block ? "block" : "mute")}</button>
      </div>
      <label class="check"
        ><input type="checkbox" name="block" checked=${block} onChange=${(event) => setBlock(event.target.checked)} />
        <span>${t("block_too")}</span></label
      >
    </form>
    ${feedback}<//
  >`;
}
