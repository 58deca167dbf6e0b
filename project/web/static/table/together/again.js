/** A rematch of the same players: the seats that agree, and the link to the rematch once it runs. */

import { get, post, remove } from "../../server/api.js";
import { go, Link } from "../../shell/router.js";
import { usePaths } from "../../server/served.js";
import { session } from "../../shell/session.js";
import { nonce } from "../../setup/start.js";
import { listed, t } from "../../words/texts.js";
import { nameOf } from "../../shell/ui.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { useHead } from "./looking.js";

/** @import { Props } from "../types.js" */

const REMATCH = "/matches/{match_id}/agreements/rematch";
/** Matches without a result have no rematch. The page of an ended match may still hold the status "running". */
const ENDLESS = ["aborted", "void"];

/** @param {Props<"match">} props */
export function Again({ ctx: { match } }) {
  const { head, me, table } = match;
  const known = usePaths();
  const [fault, setFault] = useState("");
  const together = known.has(REMATCH) && !ENDLESS.includes(head.status);
  const agreed = head.agreements?.rematch ?? [];
  const runs = Boolean(head.rematch) && !agreed.length;
  const [awaiting, setAwaiting] = useState(false);
  useHead(table, together && me !== null && !runs);
  useEffect(() => {
    if (awaiting && runs) go(`/m/${head.rematch}`);
  }, [awaiting, runs]);
  if (me === null || !known.size) return null;
  const act = (promise) =>
    promise.then(
      (fresh) => fresh?.seats && (table.head.value = fresh),
      (error) => setFault(error.message),
    );
  const agree = () => {
    setAwaiting(true);
    return act(post(`matches/${table.id}/agreements/rematch`, { nonce: nonce() }));
  };
  const withdraw = () => {
    setAwaiting(false);
    return act(remove(`matches/${table.id}/agreements/rematch`).then(() => get(`matches/${table.id}`)));
  };
  const names = listed(agreed.filter((seat) => seat !== me).map((seat) => nameOf(head, seat)));
  const late = head.seats
    .filter((seat) => seat.player && !agreed.includes(seat.seat))
    .map((seat) => nameOf(head, seat.seat));
  const shown = !together
    ? html`<button
        class="act"
        onClick=${() =>
          sameAgain(head).then(
            (match) => go(`/m/${match.id}`),
            (error) => setFault(error.message),
          )}
      >
        ${t("rematch")}
      </button>`
    : runs
      ? html`<${Link} class="button act" to=${`/m/${head.rematch}`}>${t("to_rematch")}<//>`
      : agreed.includes(me)
        ? html`<span role="status">${t("rematch_waits", { names: listed(late) })}</span
            ><button onClick=${withdraw}>${t("withdraw")}</button>`
        : html`${names && html`<strong role="status">${t("rematch_asked", { names })}</strong>`}<button
              class="act"
              onClick=${agree}
            >
              ${t("rematch")}
            </button>`;
  return html`${shown}${fault && html`<span class="fault" role="alert">${fault}</span>`}`;
}

/** Returns the form of a match with the same settings, for a server without rematches, or after a match without a result. */
function sameAgain(head) {
  const seats = head.seats.map((seat) =>
    seat.player?.name === session.value.name
      ? { kind: "me" }
      : seat.kind === "bot"
        ? { kind: "bot", policy: seat.policy }
        : { kind: "player", name: seat.player?.name },
  );
  return post("matches", { game: head.game, options: head.options, seats, clock: head.clock, nonce: nonce() });
}
