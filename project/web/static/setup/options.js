/** What the forms of a match and of a tournament share: the game, and its options as its own schema describes them. */

import { html } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { Field } from "./fields.js";

/** @typedef {{pointer?: string, detail: string}} Fault what the server refuses: which member, and why */

/** What an error says member by member. @returns {Fault[]} */
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
    <div class="fields">
      ${properties.map(
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
    </div>
  </details>`;
}

/** The faults that no option shows beside itself. @param {{faults: Fault[]}} props */
export function OtherFaults({ faults }) {
  const others = faults.filter((one) => !one.pointer?.startsWith("/options/")).map((one) => one.detail);
  return others.length > 0 && html`<p class="fault" role="alert">${others.join(" ")}</p>`;
}

/** How a table or a tournament is found. */
export const visibilities = () => ["public", "unlisted", "private"].map((key) => [key, t(`vis_${key}`)]);

/** When it begins. */
export const starts = () => ["when_full", "manual"].map((key) => [key, t(key)]);
