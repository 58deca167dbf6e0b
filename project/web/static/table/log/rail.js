/** The panel beside the table: the log in sentences, table talk, the rules, standing orders. */

import { usePaths } from "../../server/served.js";
import { lazy } from "../../shell/lazy.js";
import { Sign } from "../../shell/ui.js";
import { html } from "../../vendor/preact.js";
import { t, worded } from "../../words/texts.js";
import { Hint } from "../strip/hint.js";
import { Log } from "./log.js";
import { LastRound } from "./since.js";

/** @import { Props } from "../types.js" */

const Talk = lazy(() => import("./talk.js").then((one) => one.Talk));

const RulesOf = lazy(() => import("../../pages/rulesof.js").then((one) => one.RulesOf));

const Orders = lazy(() => worded(import("../../orders/panel.js")).then((one) => one.Orders));

/** @param {Props} props */
export function Rail({ ctx, tab, setTab, close }) {
  const { match } = ctx;
  const talk = match.table.log.value.filter(({ row }) => row.type === "message").length;
  const orders =
    usePaths().has("/matches/{match_id}/standing-orders") && match.me !== null && match.head.status === "running";
  const tabs = [
    ["log", t("log")],
    ["talk", talk ? `${t("talk")} · ${talk}` : t("talk")],
    ["rules", t("rules")],
    ...(orders ? [["orders", t("orders")]] : []),
  ];
  return html`<aside class="rail" aria-label=${t("log")}>
    <div class="railhead">
      <div class="railtabs" role="tablist">
        ${tabs.map(
          ([name, label]) =>
            html`<button role="tab" aria-selected=${String(tab === name)} onClick=${() => setTab(name)}>
              ${label}
            </button>`,
        )}
      </div>
      <button class="icon narrow" data-close-rail aria-label=${t("close")} onClick=${close}>
        <${Sign} name="close" />
      </button>
    </div>
    ${tab === "log" && html`<${Hint} ctx=${ctx} />`}
    ${match.layout.Chart && tab === "log" && html`<${match.layout.Chart} ctx=${ctx} />`}
    <div class="railbody" role="tabpanel" tabindex="0" aria-label=${t(tab)}>
      ${
        tab === "log"
          ? html`<${Log} ctx=${ctx} />`
          : tab === "talk"
            ? html`<${Talk} ctx=${ctx} />`
            : tab === "orders" && orders
              ? html`<${Orders} ctx=${ctx} />`
              : html`<${RulesOf} game=${match.game} short />`
      }
    </div>
    ${tab === "log" && html`<${LastRound} ctx=${ctx} />`}
  </aside>`;
}
