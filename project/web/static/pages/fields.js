/** A form field from JSON Schema: truth, choice, number, text; anything else as JSON. */

import { t } from "../texts.js";
import { html } from "../vendor/preact.js";

export const shownValue = (value) => (typeof value === "object" && value !== null ? JSON.stringify(value) : String(value));

/** The part of a schema that takes a value, and whether it may be left empty. */
function inner(schema) {
  const kinds = schema.anyOf ?? schema.oneOf ?? (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]);
  return { one: kinds.find((kind) => kind.type !== "null") ?? schema, empty: kinds.some((kind) => kind.type === "null"), many: kinds.filter((kind) => kind.type !== "null").length > 1 };
}

/** @param {{name: string, schema: any, value: any, set: (value: any) => void, fault: string}} props value undefined: the usual one */
export function Field({ name, schema, value, set, fault }) {
  const { one, empty, many } = inner(schema);
  const id = `option-${name}`;
  const now = value === undefined ? schema.default : value;
  const change = (next) => set(JSON.stringify(next) === JSON.stringify(schema.default) ? undefined : next);
  return html`<div class=${`field${value === undefined ? "" : " changed"}`}>
    ${one.type === "boolean" ? html`<label class="check"><input type="checkbox" id=${id} checked=${Boolean(now)} onChange=${(event) => change(event.target.checked)} /> ${schema.title ?? name}</label>` : html`<label for=${id}>${schema.title ?? name}</label>${control({ id, one: many ? {} : one, empty, now, change, wrap: schema })}`}
    <small>${schema.description} ${schema.default !== undefined && t("default_is", { value: shownValue(schema.default) })}</small>${fault && html`<p class="fault" role="alert">${fault}</p>`}</div>`;
}

function control({ id, one, empty, now, change, wrap }) {
  const choices = one.enum ?? wrap.enum;
  if (choices) return html`<select id=${id} onChange=${(event) => change(JSON.parse(event.target.value))}>${choices.map((choice) => html`<option value=${JSON.stringify(choice)} selected=${JSON.stringify(choice) === JSON.stringify(now)}>${shownValue(choice)}</option>`)}</select>`;
  if (one.type === "integer" || one.type === "number") return html`<input id=${id} type="number" min=${one.minimum} max=${one.maximum} value=${now ?? ""} onChange=${(event) => change(event.target.value === "" ? (empty ? null : wrap.default) : Number(event.target.value))} />`;
  if (one.type === "string") return html`<input id=${id} value=${now ?? ""} onChange=${(event) => change(event.target.value)} />`;
  return html`<input id=${id} class="mono" value=${JSON.stringify(now)} onChange=${(event) => { try { change(JSON.parse(event.target.value)); event.target.setCustomValidity(""); } catch { event.target.setCustomValidity("JSON"); } }} />`;
}
