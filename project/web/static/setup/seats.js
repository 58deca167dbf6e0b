/** The seats of a new table: mine, open seats, bots, invited players. */

import { Choice } from "../shell/choice.js";
import { html } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { Strength, usualLevel } from "./strength.js";

/** Returns an open seat. If the seat is changed to a bot, the bot plays at the viewer's usual level. @param {any} game */
export const openSeat = (game) => ({ kind: "open", policy: usualLevel(game), name: "" });

/** @param {{game: any, seats: any[], set: (seats: any[]) => void}} props */
export function SeatFields({ game, seats, set }) {
  const change = (at, changes) => set(seats.map((seat, place) => (place === at ? { ...seat, ...changes } : seat)));
  const button = (label, isUseless, next) =>
    html`<button type="button" class="dense" disabled=${isUseless} onClick=${() => set(next)}>${t(label)}</button>`;
  return html`<fieldset class="panel stack">
    <legend class="strong">${t("more_seats")}</legend>
    ${seats.map(
      (seat, at) =>
        html`<${SeatRow} key=${at} seat=${seat} at=${at} game=${game} set=${(changes) => change(at, changes)} />`,
    )}
    <div class="row">
      ${button("add_seat", seats.length >= game.seats.max, [...seats, openSeat(game)])}${button("drop_seat", seats.length <= game.seats.min, seats.slice(0, -1))}
    </div>
  </fieldset>`;
}

function SeatRow({ seat, at, game, set }) {
  const kinds = at === 0 ? ["me"] : ["open", "bot", "player"];
  return html`<div class="row">
    <span class="num strong">${at + 1}.</span>${
      at === 0
        ? html`<span>${t("seat_me")}</span>`
        : html`<${Choice}
            hidden
            label=${t("seat_n", { n: at + 1 })}
            options=${kinds.map((kind) => [kind, t(`seat_${kind}`)])}
            value=${seat.kind}
            set=${(kind) => set({ kind })}
          />`
    }
    ${
      seat.kind === "bot" && html`<${Strength} game=${game} policy=${seat.policy} set=${(policy) => set({ policy })} />`
    }
    ${
      seat.kind === "player" &&
      html`<input
        class="grow"
        aria-label=${t("name")}
        required
        minlength="2"
        value=${seat.name}
        onInput=${(event) => set({ name: event.target.value })}
      />`
    }
  </div>`;
}
