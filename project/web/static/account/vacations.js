/** Vacations: the days left and the end of the current vacation, for each running match with vacations. */

import { get, post, remove } from "../server/api.js";
import { brief } from "../server/catalog.js";
import { Link } from "../shell/router.js";
import { session } from "../shell/session.js";
import { t, when } from "../words/texts.js";
import { Stepper } from "../shell/ui.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Part, useSaved } from "./saved.js";

const DAY_MS = 86_400_000;

export function Vacations() {
  const [matches, setMatches] = useState(/** @type {import("../types.js").Head[]|null} */ (null));
  const load = async () => {
    const { items } = await get("matches?seat=me&status=running&limit=60");
    setMatches(
      await Promise.all(items.filter((match) => match.clock?.vacation_days).map((match) => get(`matches/${match.id}`))),
    );
  };
  useEffect(() => {
    load().catch(() => {});
  }, []);
  return html`<${Part} name="vacations" title=${t("vacations")}
    ><p class="soft small">${t("vacations_text")}</p>
    ${matches?.length === 0 && html`<p>${t("no_vacations")}</p>`}
    ${(matches ?? []).map(
      (match) =>
        html`<${Vacation}
          key=${match.id}
          match=${match}
          changed=${(fresh) => setMatches(matches.map((one) => (one.id === match.id ? fresh : one)))}
        />`,
    )}<//
  >`;
}

function Vacation({ match, changed }) {
  const seat = match.seats.find((one) => one.player?.name === session.value.name)?.seat;
  const clock = match.clocks.find((one) => one.seat === seat);
  const left = Math.floor((clock?.vacation_ms ?? 0) / DAY_MS);
  const away = clock?.vacation_until && Date.parse(clock.vacation_until) > Date.now();
  const [days, setDays] = useState(1);
  const { send, feedback } = useSaved();
  const path = `matches/${match.id}/vacation`;
  const start = () => send(post(path, { days }), "").then((fresh) => fresh && changed(fresh));
  const end = () =>
    send(
      remove(path).then(() => get(`matches/${match.id}`)),
      "",
    ).then((fresh) => fresh && changed(fresh));
  return html`<div class="row vacation" data-vacation=${match.id}>
    <${Link} class="grow" to=${`/m/${match.id}`}>${brief(match.game)?.title ?? match.game}<//> ${
      away
        ? html`<span>${t("on_vacation_until", { time: when(clock.vacation_until) })}</span
            ><button class="dense" onClick=${end}>${t("end_vacation")}</button>`
        : left > 0
          ? html`<span class="small">${t("vacation_left", { n: left })}</span
              ><${Stepper}
                value=${Math.min(days, left)}
                low=${1}
                high=${left}
                label=${t("vacation_days")}
                onChange=${setDays}
              /><button class="dense" onClick=${start}>${t("start_vacation")}</button>`
          : html`<span class="small">${t("vacation_spent")}</span>`
    }${feedback}
  </div>`;
}
