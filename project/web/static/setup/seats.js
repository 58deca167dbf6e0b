/** The seats of a new table: mine, open ones, bots, players who are invited. */

import { Choice } from "../shell/choice.js";
import { html } from "../vendor/preact.js";
import { t } from "../words/texts.js";

export const OPEN = { kind: "open", policy: "greedy", name: "" };

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
      ${button("add_seat", seats.length >= game.seats.max, [...seats, OPEN])}${button("drop_seat", seats.length <= game.seats.min, seats.slice(0, -1))}
    </div>
  </fieldset>`;
}

function SeatRow({ seat, at, game, set }) {
  const kinds = at === 0 ? ["me"] : ["open", "bot", "player"];
  const policies = game.policies.map((policy) => [
    policy,
    game.levels?.find((level) => level.policy === policy)?.title ?? t(policy),
  ]);
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
      seat.kind === "bot" &&
      html`<select aria-label=${t("policy")} class="grow" onChange=${(event) => set({ policy: event.target.value })}>
        ${policies.map(
          ([policy, label]) => html`<option value=${policy} selected=${policy === seat.policy}>${label}</option>`,
        )}
      </select>`
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
