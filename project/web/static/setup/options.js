/** Shared parts of the forms of matches and tournaments: the game, and its options from its own schema. */

import { html } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { Field } from "./fields.js";

/** @typedef {{pointer?: string, detail: string}} Fault an error of the server: the refused member and the reason */

/** Returns an error's messages, one for each refused member. @returns {Fault[]} */
export const faultsOf = (error) =>
  error.body?.errors?.length ? error.body.errors : [{ pointer: "", detail: error.message }];

/** @param {{all: any[], game: any, onChoose: (name: string) => void, children?: any}} props */
export const GameField = ({ all, game, onChoose, children }) =>
  html`<div class="field">
    <label for="game">${t("game")}</label
    ><select id="game" onChange=${(event) => onChoose(event.target.value)}>
      ${all.map(
        (one) => html`<option value=${one.game} selected=${one.game === game.game}>${one.title}</option>`,
      )}</select
    >${children}
  </div>`;

/** @param {{game: any, options: Record<string, any>, set: (options: Record<string, any>) => void, faults: Fault[]}} props */
export function OptionFields({ game, options, set, faults }) {
  const properties = Object.entries(game.options.properties ?? {});
  const put = (name, value) => {
    const { [name]: _, ...others } = options;
    set(value === undefined ? others : { ...others, [name]: value });
  };
  const faultOf = (name) =>
    faults
      .filter((one) => one.pointer === `/options/${name}`)
      .map((one) => one.detail)
      .join(" ");
  return html`<details>
    <summary>${t("options")} (${properties.length})</summary>
    ${grouped(properties, game.length?.option[0]).map(
      ([group, members]) =>
        html`<fieldset class="option-group" key=${group}>
          <legend>${t(`options_${group}`)}</legend>
          ${members.map(
            ([name, schema]) =>
              html`<${Field}
                key=${name}
                name=${name}
                schema=${schema}
                value=${options[name]}
                fault=${faultOf(name)}
                set=${(value) => put(name, value)}
              />`,
          )}
        </fieldset>`,
    )}
  </details>`;
}

/** Returns options by kind: length of the match, ways to play, switches, numbers.
    @param {[string, any][]} properties @param {string|undefined} length the option that says how long a match is */
function grouped(properties, length) {
  /** @type {Record<string, [string, any][]>} */
  const groups = { length: [], ways: [], switches: [], numbers: [] };
  for (const [name, schema] of properties) groups[groupOf(name, schema, length)].push([name, schema]);
  return Object.entries(groups).filter(([, members]) => members.length);
}

function groupOf(name, schema, length) {
  if (name === length) return "length";
  const types = [schema.type ?? (schema.anyOf ?? schema.oneOf ?? []).map((one) => one.type)].flat();
  if (types.includes("boolean")) return "switches";
  const isNumber = types.length > 0 && types.every((type) => ["integer", "number", "null"].includes(type));
  return isNumber && !schema.enum ? "numbers" : "ways";
}

/** The faults that no option field shows. @param {{faults: Fault[]}} props */
export function OtherFaults({ faults }) {
  const others = faults.filter((one) => !one.pointer?.startsWith("/options/")).map((one) => one.detail);
  return others.length > 0 && html`<p class="fault" role="alert">${others.join(" ")}</p>`;
}

/** Returns the visibilities of a table or a tournament, with their words. */
export const visibilities = () => ["public", "unlisted", "private"].map((key) => [key, t(`vis_${key}`)]);

/** Returns the ways to start a match, with their words. */
export const starts = () => ["when_full", "manual"].map((key) => [key, t(key)]);
