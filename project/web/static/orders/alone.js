/** A question with a single possible move. A standing order can answer it from now on, after a random delay that hides the reason. */

import { get, post, remove } from "../server/api.js";
import { usePaths } from "../server/served.js";
import { t } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/** @import { Props } from "../table/types.js" */

/** Returns the order that plays a verb if no other verb is legal. @param {string} phase @param {string} verb */
export const orderFor = (phase, verb) => ({ phase, if: { only: verb }, move: { verb } });

/** Returns whether an order is for a given phase and verb. @param {import("./words.js").Order} order @param {string} phase @param {string} verb */
export const isFor = (order, phase, verb) =>
  order.phase === phase && order.if?.only === verb && order.move.verb === verb;

/** @param {Props<"match">} props */
export function Alone({ ctx: { match }, phase, verb }) {
  const path = `matches/${match.table.id}/standing-orders`;
  const known = usePaths().has("/matches/{match_id}/standing-orders");
  const [orders, setOrders] = useState(null);
  const [fault, setFault] = useState("");
  const take = (promise) => promise.then(setOrders, (error) => setFault(error.message));
  useEffect(() => {
    if (known) take(get(path));
  }, [known, path]);
  if (!orders) return null;
  const found = orders.items.find((order) => isFor(order, phase, verb));
  const stop = () => take(remove(`${path}/${found.number}`).then(() => get(path)));
  return html`<p class="alone small soft" data-alone=${found ? "on" : "off"}>
    ${
      found
        ? html`${t("alone_on")} <button class="quiet plainlink" onClick=${stop}>${t("alone_stop")}</button>`
        : html`<button
            class="quiet plainlink"
            title=${t("alone_text")}
            onClick=${() => take(post(path, orderFor(phase, verb)))}
          >
            ${t("alone_offer")}
          </button>`
    }
    ${fault && html`<span class="fault" role="alert">${fault}</span>`}
  </p>`;
}
