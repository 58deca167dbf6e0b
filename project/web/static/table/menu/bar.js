/** The bar above a table: the table's name, the next table at which it is my turn, the connection, the menu. */

import { mine } from "../../pages/mine.js";
import { Link } from "../../shell/router.js";
import { nameOf, Sign } from "../../shell/ui.js";
import { html } from "../../vendor/preact.js";
import { clockText, listed, t } from "../../words/texts.js";
import { Menu } from "./menu.js";

/** @import { Props } from "../types.js" */

const NAMED_MOST = 4;

/** Returns the people at the table. @param {import("../types.js").Match} match */
function peopleIn({ head, me }) {
  if (head.seats.length > NAMED_MOST) return t("n_players", { n: head.seats.length });
  const others = head.seats.filter(({ seat }) => seat !== me).map(({ seat }) => nameOf(head, seat));
  return listed(me === null ? others : [...others, t("you_object")]);
}

/** @param {Props} props */
export function TableBar({ ctx, openRail }) {
  const { match } = ctx;
  const { head, game, table } = match;
  const next = (mine.value?.turns ?? []).filter((match) => match.id !== head.id);
  const line = table.link.state.value;
  return html`<header class="bar">
    <${Link} class="button icon" to="/play" aria-label=${t("my_matches")}><${Sign} name="back" /><//>
    <div class="grow barname">
      <strong>${head.title || game?.title}</strong><span class="small">${peopleIn(match)}</span>
    </div>
    ${
      next.length > 0 &&
      html`<${Link}
        class="button dense nexttable"
        to=${`/m/${next[0].id}`}
        aria-label=${t("next_table", { n: next.length })}
        ><span class="words">${t("next_table", { n: next.length })}</span
        ><span class="short"><${Sign} name="next" /> ${next.length}</span><//
      >`
    }
    ${
      (head.clock?.per_move || head.clock?.bank) &&
      html`<span class="chip wide"><${Sign} name="clock" /> ${clockText(head.clock)}</span>`
    }
    <span class=${`live ${line}`} data-line=${line} role="status">${t(`line_${line}`)}</span>
    ${match.me === null && html`<span class="chip watching"><${Sign} name="eye" /> ${t("watching")}</span>`}
    <button class="icon narrow" aria-label=${t("talk")} onClick=${() => openRail("talk")}>
      <${Sign} name="talk" />
    </button>
    <button class="icon narrow" aria-label=${t("log")} onClick=${() => openRail("log")}><${Sign} name="log" /></button>
    <${Menu} ctx=${ctx} />
  </header>`;
}
