/** The form of a standing order: at which question, under what conditions, which move, how often. */

import { title } from "../server/catalog.js";
import { comparisons, conditionOf, partOf, subjects } from "./conditions.js";
import { isWhole, shapesOf } from "./shapes.js";
import { orderText, subjectText } from "./words.js";
import { valueText } from "../words/sentence.js";
import { has, t } from "../words/texts.js";
import { nameOf } from "../shell/ui.js";
import { html, useState } from "../vendor/preact.js";
import { Arguments } from "./premove.js";

/** @import { Match, Props } from "../table/types.js" */

const MOST_PARTS = 5;

/** The question that is open to me now, or else the last one of this table. @param {Match} match */
const firstPhase = ({ view, game, me }) =>
  view.prompts.find((prompt) => prompt.mode === "once" && prompt.seats.includes(me))?.phase ??
  Object.keys(game.phases).at(-1);

/** Every move that this browser has seen at this table. */
const playedAt = (table) =>
  table.log.value.flatMap(({ row }) => [row.move, ...row.effects.map((effect) => effect.move)]).filter(Boolean);

/** @param {Props} props */
export function OrderForm({ ctx, add, close }) {
  const { match } = ctx;
  const { game, table } = match;
  const [phase, setPhase] = useState(() => firstPhase(match));
  const [parts, setParts] = useState([]);
  const [verb, setVerb] = useState(Object.keys(game.verbs)[0]);
  const [exact, setExact] = useState(false);
  const [args, setArgs] = useState({});
  const [late, setLate] = useState(false);
  const [once, setOnce] = useState(false);
  const [fault, setFault] = useState("");
  const templates = table.asks.value.flatMap((ask) => ask.templates);
  const shapes = shapesOf(game, verb, templates, playedAt(table));
  const choosable = shapes !== null && Object.keys(shapes).length > 0;
  const precise = exact && choosable;
  const order = { phase, if: conditionOf(parts), move: precise ? { verb, args } : { verb }, late, once };
  const ready = !precise || isWhole(shapes, args);
  const choosePhase = (name) => {
    setPhase(name);
    setParts([]);
  };
  const chooseVerb = (name) => {
    setVerb(name);
    setArgs({});
  };
  const beExact = (isExact) => {
    setExact(isExact);
    setOnce(isExact);
  };
  const save = (event) => {
    event.preventDefault();
    add(order).catch((error) => setFault(error.reasons?.join(" ") || error.message));
  };
  return html`<form class="panel stack orderform" onSubmit=${save}>
    <${NameField} name="phase" label=${t("order_phase")} game=${game} from="phases" value=${phase} set=${choosePhase} />
    <${Conditions} ctx=${ctx} phase=${phase} parts=${parts} set=${setParts} />
    <${NameField} name="verb" label=${t("order_move")} game=${game} from="verbs" value=${verb} set=${chooseVerb} />
    ${choosable && html`<${Check} name="exact" label=${t("order_exact")} value=${exact} set=${beExact} />`}
    ${precise && html`<${Arguments} ctx=${ctx} verb=${verb} shapes=${shapes} args=${args} set=${setArgs} />`}
    <${Check} name="once" label=${t("order_once_text")} value=${once} set=${setOnce} />
    <${Check} name="late" label=${t("order_late_text")} value=${late} set=${setLate} />
    <p class="notice" data-order-sentence>${orderText(match, { number: 0, ...order })}</p>
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    <div class="row">
      <button class="act" disabled=${!ready}>${t("save_order")}</button
      ><button type="button" onClick=${close}>${t("cancel")}</button>
    </div>
  </form>`;
}

/** A phase or a verb of the game, with its help. @param {{name: string, label: string, game: any, from: string, value: string, set: (name: string) => void}} props */
const NameField = ({ name, label, game, from, value, set }) =>
  html`<label class="field"
    ><span class="strong">${label}</span
    ><select name=${name} onChange=${(event) => set(event.target.value)}>
      ${Object.keys(game[from]).map(
        (one) => html`<option value=${one} selected=${one === value}>${title(game, from, one)}</option>`,
      )}</select
    ><small>${game[from][value]?.help}</small></label
  >`;

/** @param {{name: string, label: string, value: boolean, set: (value: boolean) => void}} props */
const Check = ({ name, label, value, set }) =>
  html`<label class="check"
    ><input type="checkbox" name=${name} checked=${value} onChange=${(event) => set(event.target.checked)} />
    <span>${label}</span></label
  >`;

/** @param {Props} props */
function Conditions({ ctx, phase, parts, set }) {
  const offered = subjects(ctx.match.game, phase);
  const change = (at, next) => set(parts.map((part, place) => (place === at ? next : part)));
  const drop = (at) => set(parts.filter((_, place) => place !== at));
  return html`<fieldset class="editor stack">
    <legend class="strong">${t("order_conditions")}</legend>
    ${parts.map(
      (part, at) =>
        html`<${PartLine}
          key=${at}
          ctx=${ctx}
          phase=${phase}
          part=${part}
          offered=${offered}
          set=${(next) => change(at, next)}
          drop=${() => drop(at)}
        />`,
    )}
    <div>
      <button
        type="button"
        class="dense"
        data-add-condition
        disabled=${parts.length >= MOST_PARTS}
        onClick=${() => set([...parts, partOf(offered[0])])}
      >
        ${t("add_condition")}
      </button>
    </div>
  </fieldset>`;
}

/** One condition: what is looked at, how it is compared, with what. @param {Props<"match">} props */
function PartLine({ ctx: { match }, part, offered, set, drop }) {
  const subject = offered.find((one) => one.path === part.subject) ?? offered[0];
  const groups = ["prompt", "public", "count", "can"]
    .map((from) => [from, offered.filter((one) => one.from === from)])
    .filter(([, all]) => all.length);
  return html`<div class="row orderpart">
    <select
      class="grow"
      aria-label=${t("order_subject")}
      onChange=${(event) => set(partOf(offered.find((one) => one.path === event.target.value)))}
    >
      ${groups.map(
        ([from, all]) =>
          html`<optgroup label=${t(`order_from_${from}`)}>
            ${
              /** @type {import("./conditions.js").Subject[]} */ (all).map(
                (one) =>
                  html`<option value=${one.path} selected=${one.path === subject.path}>
                    ${from === "can" ? title(match.game, "verbs", one.name) : from === "prompt" && !has(`datum.${one.name}`) ? one.name : subjectText(match.game, one.path)}
                  </option>`,
              )
            }
          </optgroup>`,
      )}
    </select>
    <select aria-label=${t("order_comparison")} onChange=${(event) => set({ ...part, is: event.target.value })}>
      ${comparisons(subject.type).map(
        (is) => html`<option value=${is} selected=${is === part.is}>${t(`order_sign_${is}`)}</option>`,
      )}
    </select>
    ${
      subject.type === "integer" &&
      html`<input
        class="short"
        type="number"
        required
        aria-label=${t("order_value")}
        value=${part.to}
        onInput=${(event) => set({ ...part, to: Math.round(Number(event.target.value)) })}
      />`
    }
    ${
      subject.type === "seat" &&
      html`<select
        aria-label=${t("order_value")}
        onChange=${(event) => set({ ...part, to: Number(event.target.value) })}
      >
        ${match.head.seats.map(
          (seat) =>
            html`<option value=${seat.seat} selected=${seat.seat === part.to}>
              ${seat.seat === match.me ? valueText(match, "seat", seat.seat) : nameOf(match.head, seat.seat)}
            </option>`,
        )}
      </select>`
    }
    <button type="button" class="icon" aria-label=${t("drop_condition")} onClick=${drop}>×</button>
  </div>`;
}
