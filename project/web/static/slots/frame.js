/** Shared parts of editors: the frame, and the list of things to choose from. */

import { html } from "../vendor/preact.js";

/** @param {{blank: import("./types.js").Blank, children?: any}} props */
export const Frame = ({ blank, children }) =>
  html`<fieldset class=${`editor ${blank.kind.name}`} data-editor=${blank.slot}>
    <legend>${blank.lead || blank.what}</legend>
    ${children}
  </fieldset>`;

/**
 * A list of things: radio buttons for one choice, checkboxes for several.
 * @param {{things: any[], one?: boolean, isChosen: (thing: any) => boolean, onPress: (thing: any) => void, label: (thing: any) => any, after?: any}} props
 */
export const Things = ({ things, one = false, isChosen, onPress, label, after }) =>
  html`<div class="options" role=${one ? "radiogroup" : "group"}>
    ${things.map(
      (thing) =>
        html`<button
          type="button"
          key=${String(thing)}
          class="choice dense"
          role=${one ? "radio" : "checkbox"}
          aria-checked=${String(isChosen(thing))}
          data-option=${String(thing)}
          onClick=${() => onPress(thing)}
        >
          ${label(thing)}
        </button>`,
    )}${after}
  </div>`;

/** Returns all things in the specs of a blank, each once. @param {import("./types.js").Blank} blank */
export const thingsOf = ({ specs, kind }) => [
  ...new Map(specs.flatMap(kind.things).map((thing) => [JSON.stringify(thing), thing])).values(),
];
