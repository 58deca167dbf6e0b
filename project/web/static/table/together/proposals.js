/** Joint decisions of the players during a match: to take back a move, to pause, to stop; also a current pause or vacation. */

import { get, post, remove } from "../../server/api.js";
import { session } from "../../shell/session.js";
import { usePaths } from "../../server/served.js";
import { listed, t, when } from "../../words/texts.js";
import { nameOf } from "../../shell/ui.js";
import { html, useState } from "../../vendor/preact.js";
import { proposals, voters } from "./agreed.js";
import { useHead } from "./looking.js";
import { undoable } from "./undoable.js";
import { timeOf } from "../board/times.js";

/** @import { Props } from "../types.js" */

/** Sends one act and stores the match from the response. */
async function act(table, promise) {
  const answer = await promise;
  table.head.value = answer?.seats ? answer : await get(`matches/${table.id}`);
}

/** The proposals, above the question. @param {Props} props */
export function Proposals({ ctx }) {
  const { match } = ctx;
  const { head, me, table } = match;
  const [refused, setRefused] = useState([]);
  const [fault, setFault] = useState("");
  const running = head.status === "running" && me !== null;
  useHead(table, running && voters(head).length > 1);
  if (!running) return null;
  const send = (promise) => {
    setFault("");
    act(table, promise).catch((error) => setFault(error.message));
  };
  const { vacation } = timeOf(match, me);
  const open = proposals(
    head,
    table.log.value.map(({ row }) => row),
  ).filter(({ kind }) => !(kind === "pause" && head.paused_until));
  return html`<div class="proposals">
    ${
      head.paused_until &&
      html`<p class="notice row" data-paused role="status">
        <span class="grow"
          ><strong>${t("is_paused")}</strong> ${t("paused_until", { time: when(head.paused_until) })}</span
        ><button class="dense" onClick=${() => send(remove(`matches/${table.id}/agreements/pause`))}>
          ${t("resume")}
        </button>
      </p>`
    }
    ${
      vacation &&
      html`<p class="notice row" role="status">
        <span class="grow">${t("your_vacation", { time: when(vacation) })}</span
        ><button class="dense" onClick=${() => send(remove(`matches/${table.id}/vacation`))}>
          ${t("end_vacation")}
        </button>
      </p>`
    }
    ${open.map(
      (one) =>
        html`<${Proposal}
          key=${one.kind}
          ctx=${ctx}
          one=${one}
          send=${send}
          refused=${refused.includes(one.kind + head.seq)}
          refuse=${() => setRefused([...refused, one.kind + head.seq])}
        />`,
    )}
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
  </div>`;
}

/**
 * One proposal: the player can withdraw their own, and accept or refuse another player's. A refused proposal lapses with the next move.
 * @param {Props<"match">} props
 */
function Proposal({ ctx: { match }, one, send, refused, refuse }) {
  const { head, me, table } = match;
  const { kind, agreed, late } = one;
  const path = `matches/${table.id}/agreements/${kind}`;
  const names = (seats) => listed(seats.map((seat) => nameOf(head, seat)));
  if (agreed.includes(me))
    return html`<p class="notice row" data-proposal=${kind} role="status">
      <span class="grow">${t(`proposed_${kind}`)} ${t("waiting_for", { names: names(late) })}</span
      ><button class="dense" onClick=${() => send(remove(path))}>${t("withdraw")}</button>
    </p>`;
  if (refused) return html`<p class="notice" data-proposal=${kind} role="status">${t("refused")}</p>`;
  return html`<p class="notice row" data-proposal=${kind} role="status">
    <strong class="grow">${t(`asked_${kind}`, { names: names(agreed), n: agreed.length })}</strong>
    <button class="dense" onClick=${() => send(post(path, {}))}>${t("agree")}</button
    ><button class="dense" onClick=${refuse}>${t("refuse")}</button>
  </p>`;
}

/** The menu items for proposals. Acts without a path on the server are hidden. @param {Props<"match">} props */
export function ProposalItems({ ctx: { match }, done, setFault }) {
  const { head, me, table } = match;
  const known = usePaths();
  const [sure, setSure] = useState("");
  if (
    me === null ||
    head.status !== "running" ||
    !head.seats.some((seat) => seat.seat === me && seat.player?.name === session.value.name)
  )
    return null;
  const send = (promise) => act(table, promise).then(done, (error) => setFault(error.message));
  const alone = voters(head).length < 2;
  const ask = (kind) =>
    sure === kind || kind !== "abort" ? send(post(`matches/${table.id}/agreements/${kind}`, {})) : setSure(kind);
  const has = (kind) => known.has(`/matches/{match_id}/agreements/${kind}`) && !head.paused_until;
  return html`${
    has("undo") &&
    undoable(
      match,
      match.table.log.value.map((line) => line.row),
    ) !== null &&
    html`<button data-ask="undo" onClick=${() => ask("undo")}>${t(alone ? "undo_alone" : "ask_undo")}</button>`
  }
  ${
    has("pause") &&
    html`<button data-ask="pause" onClick=${() => ask("pause")}>${t(alone ? "pause_alone" : "ask_pause")}</button>`
  }
  ${
    has("abort") &&
    html`<button data-ask="abort" onClick=${() => ask("abort")}>
      ${t(sure === "abort" ? "abort_sure" : "abort")}
    </button>`
  }`;
}
