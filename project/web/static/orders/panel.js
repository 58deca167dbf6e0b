/** Standing orders: a seat's answers in advance, as sentences, with buttons to add and withdraw orders. */

import { get, post, remove } from "../server/api.js";
import { orderText } from "./words.js";
import { t } from "../words/texts.js";
import { Link } from "../shell/router.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { begun } from "./begun.js";
import { OrderForm } from "./form.js";

/** @import { Props } from "../table/types.js" */

const MOST_ANSWERS = 8;

/** @param {Props} props */
export function Orders({ ctx }) {
  const { match } = ctx;
  const path = `matches/${match.table.id}/standing-orders`;
  const [found, setFound] = useState(null);
  const [adding, setAdding] = useState(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    get(path).then(setFound, (error) => setFault(error.message));
  }, [path, match.view.seq]);
  useEffect(() => {
    if (begun.value !== null) setAdding(questionOf(match, begun.value) ?? {});
    begun.value = null;
  }, [begun.value]);
  const add = (order) =>
    post(path, order).then((fresh) => {
      setFound(fresh);
      setAdding(null);
    });
  const end = (number) =>
    remove(`${path}/${number}`)
      .then(() => get(path))
      .then(setFound, (error) => setFault(error.message));
  if (!found) return fault ? html`<p class="fault">${fault}</p>` : null;
  return html`<div class="stack pad orders">
    <p class="soft small">${t("orders_text")}</p>
    <ol class="stack orderlist">
      ${found.items.map(
        (order) => html`<${Order} key=${order.number} match=${match} order=${order} end=${() => end(order.number)} />`,
      )}
    </ol>
    ${!found.items.length && !adding && html`<p>${t("no_orders")}</p>`}
    ${
      adding
        ? html`<${OrderForm}
            key=${adding.id}
            ctx=${ctx}
            about=${adding}
            path=${path}
            add=${add}
            close=${() => setAdding(null)}
          />`
        : html`<div><button class="act" onClick=${() => setAdding({})}>${t("add_order")}</button></div>`
    }
    ${found.answers.length > 0 && html`<${Answers} id=${match.table.id} answers=${found.answers} />`}
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
  </div>`;
}

/** Returns an open question of mine. @param {import("../table/types.js").Match} match @param {number} id */
const questionOf = ({ view }, id) => view.prompts.find((prompt) => prompt.id === id);

function Order({ match, order, end }) {
  return html`<li class="panel stack" data-order=${order.number}>
    <span>${orderText(match, order)}</span>
    <span class="row"
      >${order.once && html`<span class="chip">${t("order_once")}</span>`}${
        order.late && html`<span class="chip">${t("order_late")}</span>`
      }<span class="grow"></span><button class="dense" onClick=${end}>${t("withdraw")}</button></span
    >
  </li>`;
}

/** The answers given by orders, each with a link to its row. */
function Answers({ id, answers }) {
  return html`<h3>${t("orders_answered")}</h3>
    <ul class="small">
      ${answers
        .slice(0, MOST_ANSWERS)
        .map(
          ({ seq }) =>
            html`<li>
              ${
                seq === null
                  ? t("order_answered_sealed")
                  : html`<${Link} to=${`/m/${id}/replay#${seq}`}>${t("order_answered", { n: seq })}<//>`
              }
            </li>`,
        )}
    </ul>`;
}
