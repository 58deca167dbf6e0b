/** A match before its start: the seats and their players. */

import { get, post, remove } from "../../server/api.js";
import { game as gameOf } from "../../server/catalog.js";
import { usePaths } from "../../server/served.js";
import { sitDown } from "../../setup/start.js";
import { lazy } from "../../shell/lazy.js";
import { session } from "../../shell/session.js";
import { Avatar, nameOf } from "../../shell/ui.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { changedOptions } from "../../words/optionwords.js";
import { t, worded } from "../../words/texts.js";
import { TableLink } from "./links.js";

/** @import { Props } from "../types.js" */

const WaitList = lazy(() => worded(import("./waitlist.js")).then((one) => one.WaitList));

const LOOK_MS = 3000;

/** @param {Props} props */
export function WaitingRoom({ ctx }) {
  const { match } = ctx;
  const { head, table } = match;
  const [fault, setFault] = useState("");
  useWhoIsHere(table);
  const mine = head.seats.find((seat) => seat.player && seat.player.name === session.value.name);
  const full = head.seats.every((seat) => seat.player || seat.kind === "bot");
  const lists = usePaths().has("/matches/{match_id}/waiting-list") && head.status === "open";
  const reserved = head.seats.find((seat) => seat.invited && !seat.player && seat.invited === session.value.name);
  const free = head.seats.some((seat) => seat.kind === "open" && !seat.player && !seat.invited);
  const changed = changedOptions(gameOf(head.game)?.options, head.options ?? {});
  const act = (promise) =>
    promise
      .then(() => get(`matches/${table.id}`))
      .then(
        (fresh) => (table.head.value = fresh),
        (error) => setFault(error.message),
      );
  return html`<section class="room panel stack">
    <h1>${t("waiting_room")}</h1>
    <p class="soft">${t(`fairness_${head.fairness?.mode ?? "nonces"}`)}</p>
    ${
      changed.length > 0 &&
      html`<p class="small" data-options>${t("changed_options")}${t("colon")}${changed.join(" · ")}</p>`
    }
    ${reserved && !mine && html`<p class="notice" role="status">${t("seat_reserved")}</p>`}
    <ul class="roomseats">
      ${head.seats.map(
        (seat) =>
          html`<${RoomSeat}
            key=${seat.seat}
            match=${match}
            seat=${seat}
            isMine=${seat === mine}
            isReserved=${seat === reserved}
            isSeated=${Boolean(mine)}
            act=${act}
          />`,
      )}
    </ul>
    ${lists && !free && !reserved && html`<${WaitList} ctx=${ctx} seated=${Boolean(mine)} />`}
    <${TableLink} ctx=${ctx} />
    ${
      head.start === "manual" &&
      head.creator === session.value.name &&
      html`<button class="act" disabled=${!full} onClick=${() => act(post(`matches/${table.id}/start`, {}))}>
        ${t("start")}
      </button>`
    }
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
  </section>`;
}

/** Checks at intervals for changes of the seats, while the page is visible. */
function useWhoIsHere(table) {
  useEffect(() => {
    const timer = setInterval(
      () =>
        document.hidden ||
        get(`matches/${table.id}`).then(
          (fresh) => (table.head.value = fresh),
          () => {},
        ),
      LOOK_MS,
    );
    return () => clearInterval(timer);
  }, []);
}

/** A seat in the waiting room: its player, and my possible acts. */
function RoomSeat({ match: { head, table }, seat, isMine, isReserved, isSeated, act }) {
  const path = `matches/${table.id}/seats/${seat.seat}`;
  const isForMe = !seat.invited || seat.invited === session.value.name;
  const canSit = !seat.player && seat.kind !== "bot" && !isSeated && isForMe;
  const leave = (label) => html`<button class="dense" onClick=${() => act(remove(path))}>${t(label)}</button>`;
  return html`<li>
    <${Avatar} head=${head} seat=${seat.seat} me=${isMine} /><strong class="grow">${nameOf(head, seat.seat)}</strong>
    ${
      canSit &&
      html`<button class="act dense" onClick=${() => act(sitDown(table.id, undefined, seat.seat))}>
        ${t("sit_down")}
      </button>`
    }
    ${isReserved && !isSeated && leave("decline_invitation")} ${isMine && leave("get_up")}
  </li>`;
}
