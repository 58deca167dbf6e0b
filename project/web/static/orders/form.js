/** The form of a standing order: the question, the conditions, the move, and how often the order applies. */

import { title } from "../server/catalog.js";
import { comparisons, conditionOf, partOf, partsOf, subjects } from "./conditions.js";
import { isWhole, shapesOf } from "./shapes.js";
import { Trial } from "./trial.js";
import { orderText, subjectText } from "./words.js";
import { valueText } from "../words/sentence.js";
import { t } from "../words/texts.js";
import { nameOf } from "../shell/ui.js";
import { html, useState } from "../vendor/preact.js";
import { Arguments } from "./premove.js";

/** @import { Match, Props, Table } from "../table/types.js" */

const MOST_PARTS = 5;

/** Returns the phase of my open question, or of the last one at this table. @param {Match} match */
const firstPhase = ({ view, game, me }) =>
  view.prompts.find((prompt) => prompt.mode === "once" && prompt.seats.includes(me))?.phase ??
  Object.keys(game.phases).at(-1);

/** Returns every move that this browser has seen at this table. */
const playedAt = (table) =>
  table.log.value.flatMap(({ row }) => [row.move, ...row.effects.map((effect) => effect.move)]).filter(Boolean);

/** Returns the verb of the unfinished answer, or the first verb of the question. @param {Table} ctx */
const firstVerb = ({ match: { game, table }, draft }, prompt) =>
  draft.verb ?? table.asks.value.find((ask) => ask.prompt === prompt)?.templates[0]?.verb ?? Object.keys(game.verbs)[0];

/** The form. about: the question from which the order was begun, or an empty object. @param {Props} props */
export function OrderForm({ ctx, about, path, add, close }) {
  const { match } = ctx;
  const { game, table, view } = match;
  const [phase, setPhase] = useState(() => about.phase ?? firstPhase(match));
  const [parts, setParts] = useState(() => (about.phase ? partsOf(game, view, about) : []));
  const [verb, setVerb] = useState(() => firstVerb(ctx, about.id));
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
    ${ready && html`<${Trial} id=${table.id} path=${`${path}/trial`} order=${order} seq=${view.seq} />`}
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
        onClick=${() => set([...parts, partOf(ctx.match.game, offered[0])])}
      >
        ${t("add_condition")}
      </button>
    </div>
  </fieldset>`;
}

/** One condition: its subject, its comparison and its value. @param {Props<"match">} props */
function PartLine({ ctx: { match }, part, offered, set, drop }) {
  const subject = offered.find((one) => one.path === part.subject) ?? offered[0];
  const groups = ["prompt", "parent", "public", "count", "can"]
    .map((from) => [from, offered.filter((one) => one.from === from)])
    .filter(([, all]) => all.length);
  return html`<div class="row orderpart">
    <select
      class="grow"
      aria-label=${t("order_subject")}
      onChange=${(event) =>
        set(
          partOf(
            match.game,
            offered.find((one) => one.path === event.target.value),
          ),
        )}
    >
      ${groups.map(
        ([from, all]) =>
          html`<optgroup label=${t(`order_from_${from}`)}>
            ${
              /** @type {import("./conditions.js").Subject[]} */ (all).map(
                (one) =>
                  html`<option value=${one.path} selected=${one.path === subject.path}>
                    ${from === "can" ? title(match.game, "verbs", one.name) : subjectText(match.game, one.path)}
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
    <${PartValue} match=${match} type=${subject.type} value=${part.to} set=${(to) => set({ ...part, to })} />
    <button type="button" class="icon" aria-label=${t("drop_condition")} onClick=${drop}>×</button>
  </div>`;
}

/** The value that a condition compares with. @param {{match: Match, type: string, value: any, set: (to: any) => void}} props */
function PartValue({ match, type, value, set }) {
  if (type === "integer")
    return html`<input
      class="short"
      type="number"
      required
      aria-label=${t("order_value")}
      value=${value}
      onInput=${(event) => set(Math.round(Number(event.target.value)))}
    />`;
  const values = choicesFor(match, type);
  if (!values.length) return null;
  return html`<select
    class="grow"
    aria-label=${t("order_value")}
    onChange=${(event) => set(values[event.target.selectedIndex][0])}
  >
    ${values.map(([one, label]) => html`<option value=${one} selected=${one === value}>${label}</option>`)}
  </select>`;
}

/** Returns the possible values of a type, each with its words; none for types without a fixed set of values. @param {Match} match @param {string} type */
function choicesFor(match, type) {
  const { game, head, me } = match;
  if (type === "phase") return Object.keys(game.phases).map((phase) => [phase, title(game, "phases", phase)]);
  if (type === "faces") return Object.keys(game.faces).map((face) => [face, valueText(match, "face", face)]);
  if (type !== "seat") return [];
  return head.seats.map(({ seat }) => [seat, seat === me ? valueText(match, "seat", seat) : nameOf(head, seat)]);
}
