/** Open tables. Rows update in place; new tables appear only at a press, so that nothing moves under the pointer. */

import { Empty } from "../shell/empty.js";
import { get } from "../server/api.js";
import { brief } from "../server/catalog.js";
import { Link } from "../shell/router.js";
import { session, settings } from "../shell/session.js";
import { clockText, t } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { sitDown } from "../setup/start.js";

const REFRESH_MS = 6000;

export function OpenTables({ most = 30 }) {
  const [tables, setTables] = useState(null);
  const [order, setOrder] = useState([]);
  useEffect(() => {
    const refresh = () =>
      document.hidden ||
      get("matches?status=open&limit=40").then(
        ({ items }) => {
          setTables(items);
          setOrder((before) => (before.length ? before : items.map((match) => match.id)));
        },
        () => {},
      );
    refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [session.value.token]);
  const found = new Map((tables ?? []).map((match) => [match.id, match]));
  const shown = order.filter((id) => found.has(id)).slice(0, most);
  const fresh = (tables ?? []).filter((match) => !order.includes(match.id));
  return html`<section class="stack">
    <div class="row">
      <h2 class="grow">${t("open_tables")}</h2>
      <${Link} class="button dense" to=${`/new/${settings.value.game}`}>${t("open_a_table")}<//>
    </div>
    ${
      fresh.length > 0 &&
      html`<button class="quiet" onClick=${() => setOrder(tables.map((match) => match.id))}>
        ${t("new_tables", { n: fresh.length })}
      </button>`
    }
    ${tables && !shown.length && !fresh.length && html`<${Empty} text=${t("no_tables_text")} />`}
    <ul class="tables">
      ${shown.map((id) => html`<${Row} key=${id} match=${found.get(id)} />`)}
    </ul>
  </section>`;
}

export function Row({ match }) {
  const [fault, setFault] = useState("");
  const game = brief(match.game);
  const mine = match.seats.some((seat) => seat.player && seat.player.name === session.value.name);
  const open = match.seats.some((seat) => seat.kind === "open" && !seat.player);
  const sit = () => sitDown(match.id).catch((error) => setFault(error.message));
  return html`<li>
    <strong class="grow">${game?.title ?? match.game}</strong>
    <span class="soft small breaks"
      >${match.title && `${match.title} · `}${t("table_of", { name: match.creator ?? match.seats.find((seat) => seat.player)?.player.name ?? "?" })}</span
    >
    <${SeatDots} seats=${match.seats} />
    ${match.clock && html`<span class="soft small">${clockText(match.clock)}</span>`}
    ${
      mine || !open
        ? html`<${Link} class="button dense" to=${`/m/${match.id}`}>${t(mine ? "back_to_table" : "watch")}<//>`
        : html`<button class="dense" onClick=${sit}>${t("sit_down")}</button>`
    }
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
  </li>`;
}

export function SeatDots({ seats }) {
  const taken = seats.filter((seat) => seat.player || seat.kind === "bot").length;
  return html`<span class="seatdots" role="img" aria-label=${t("seats_taken", { n: taken, of: seats.length })}
    >${seats.map((seat) => html`<i class=${seat.kind === "bot" ? "bot" : seat.player ? "taken" : ""}></i>`)}</span
  >`;
}
