/** Playing on from a row: a new practice match that begins with the table of this row. */

import { post } from "../server/api.js";
import { Choice } from "../shell/choice.js";
import { go } from "../shell/router.js";
import { usePaths } from "../server/served.js";
import { session } from "../shell/session.js";
import { Strength, usualLevel } from "../setup/strength.js";
import { t } from "../words/texts.js";
import { nameOf, Sheet, Sign } from "../shell/ui.js";
import { html, useState } from "../vendor/preact.js";

const OVER = ["finished", "aborted", "void"];

/** Returns whether the server permits a fork: the match is over, or nobody else plays in it. @param {import("../types.js").Head} head */
export const canFork = (head) =>
  OVER.includes(head.status) ||
  (head.status === "running" &&
    !head.rated &&
    head.seats.every((seat) => !seat.player || seat.player.name === session.value.name));

/** Returns whether the fork may keep all hidden cards as they were. */
const canBeExact = (head) => {
  const mine = head.seats.some((seat) => seat.player?.name === session.value.name);
  if (!OVER.includes(head.status)) return Boolean(head.practice) && mine;
  return head.reveal === "all" || (head.reveal === "seats" && mine);
};

export function ForkButton({ table, game, seq }) {
  const known = usePaths();
  const [shown, setShown] = useState(false);
  const head = table.head.value;
  if (!known.has("/matches/{match_id}/forks") || !session.value.token || !canFork(head)) return null;
  return html`<button class="dense" data-fork onClick=${() => setShown(true)}>
      <${Sign} name="fork" /> ${t("fork")}
    </button>
    ${
      shown &&
      html`<${ForkSheet}
        head=${head}
        game=${game}
        view=${table.view.value}
        seq=${seq}
        close=${() => setShown(false)}
      />`
    }`;
}

function ForkSheet({ head, game, view, seq, close }) {
  const exact = canBeExact(head);
  const mine = head.seats.find((seat) => seat.player?.name === session.value.name)?.seat;
  const [seat, setSeat] = useState(view.to_act.includes(mine) ? mine : (view.to_act[0] ?? mine ?? 0));
  const [mode, setMode] = useState(exact ? "exact" : "resampled");
  const [policy, setPolicy] = useState(usualLevel(game));
  const [fault, setFault] = useState("");
  const start = (event) => {
    event.preventDefault();
    const seats = head.seats.map((one) => (one.seat === seat ? { kind: "me" } : { kind: "bot", policy }));
    post(`matches/${head.id}/forks`, { at: seq, mode, seats }).then(
      (match) => go(`/m/${match.id}`),
      (error) => setFault(error.reasons?.join(" ") || error.message),
    );
  };
  return html`<${Sheet} title=${t("fork")} onClose=${close}
    ><form class="stack" onSubmit=${start}>
      <p>${t("fork_text", { n: seq })}</p>
      <${Choice}
        label=${t("fork_seat")}
        options=${head.seats.map((one) => [one.seat, nameOf(head, one.seat)])}
        value=${seat}
        set=${setSeat}
      />
      <${Choice}
        label=${t("fork_cards")}
        options=${[...(exact ? [["exact", t("fork_exact")]] : []), ["resampled", t("fork_resampled")]]}
        value=${mode}
        set=${setMode}
      />
      <label class="field"
        ><span class="strong">${t("policy")}</span><${Strength} game=${game} policy=${policy} set=${setPolicy}
      /></label>
      ${fault && html`<p class="fault" role="alert">${fault}</p>`}
      <div><button class="act">${t("start")}</button></div>
    </form><//
  >`;
}
