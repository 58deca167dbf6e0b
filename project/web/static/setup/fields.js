/** A form field from JSON Schema: boolean, choice, number, text, or one of several ways; any other schema as JSON. */

import { shownValue } from "../words/optionwords.js";
import { has, t } from "../words/texts.js";
import { html } from "../vendor/preact.js";

/** Returns the ways of a choice between words and named numbers, such as {"hands": 20}; null for other schemas. */
function waysOf({ oneOf = [] }) {
  const ways = oneOf.map((one) =>
    one.enum?.length === 1
      ? { name: one.enum[0], number: null }
      : { name: keyOf(one), number: one.properties?.[keyOf(one)] },
  );
  return ways.length &&
    ways.every(({ name, number }) => name && (number === null || (number.type === "integer" && has(`way.${name}`))))
    ? ways
    : null;
}

const keyOf = ({ properties = {} }) => (Object.keys(properties).length === 1 ? Object.keys(properties)[0] : undefined);

/** Returns the part of a schema that takes a value, and whether the value may be empty. */
function inner(schema) {
  const kinds =
    schema.anyOf ??
    schema.oneOf ??
    (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]);
  return {
    one: kinds.find((kind) => kind.type !== "null") ?? schema,
    empty: kinds.some((kind) => kind.type === "null"),
    many: kinds.filter((kind) => kind.type !== "null").length > 1,
  };
}

/** @param {{name: string, schema: any, value: any, set: (value: any) => void, fault: string}} props value undefined: the default value */
export function Field({ name, schema, value, set, fault }) {
  const { one, empty, many } = inner(schema);
  const id = `option-${name}`;
  const now = value === undefined ? schema.default : value;
  const change = (next) => set(JSON.stringify(next) === JSON.stringify(schema.default) ? undefined : next);
  return html`<div class=${`field${value === undefined ? "" : " changed"}`}>
    ${
      one.type === "boolean"
        ? html`<label class="check"
            ><input
              type="checkbox"
              id=${id}
              checked=${Boolean(now)}
              onChange=${(event) => change(event.target.checked)}
            />
            ${schema.title ?? name}</label
          >`
        : html`<label for=${id}>${schema.title ?? name}</label
            >${control({ id, one: many ? {} : one, empty, now, change, wrap: schema })}`
    }
    <small
      >${schema.description}${" "}
      ${schema.default !== undefined && t("default_is", { value: shownValue(schema.default, schema.titles) })}</small
    >${fault && html`<p class="fault" role="alert">${fault}</p>`}
  </div>`;
}

/** A choice of a way, with its number if it has one. */
function Ways({ id, ways, now, change, titles }) {
  const name = typeof now === "object" ? Object.keys(now)[0] : now;
  const { number } = ways.find((way) => way.name === name);
  const choose = (other) => change(other.number ? { [other.name]: other.number.minimum } : other.name);
  return html`<div class="row">
    <select id=${id} onChange=${(event) => choose(ways.find((way) => way.name === event.target.value))}>
      ${ways.map(
        (way) =>
          html`<option value=${way.name} selected=${way.name === name}>
            ${titles[way.name] ?? (way.number ? t(`way.${way.name}`) : way.name)}
          </option>`,
      )}
    </select>
    ${
      number &&
      html`<input
        type="number"
        aria-label=${t(`way.${name}`)}
        min=${number.minimum}
        max=${number.maximum}
        required
        value=${now[name]}
        onChange=${(event) => event.target.value && change({ [name]: Number(event.target.value) })}
      />`
    }
  </div>`;
}

/** Any selection of several words. */
function Several({ id, words, now, change, titles }) {
  const flip = (word) => change(words.filter((one) => (one === word ? !now.includes(word) : now.includes(one))));
  return html`<div class="row" id=${id} role="group">
    ${words.map(
      (word) =>
        html`<label class="check" key=${word}
          ><input type="checkbox" checked=${now.includes(word)} onChange=${() => flip(word)} />
          ${titles[word] ?? word}</label
        >`,
    )}
  </div>`;
}

/** Returns the words of a choice that also permits other values, such as a list; undefined if the current value is not a word. */
const wordsOf = ({ oneOf = [] }, now) => {
  const words = oneOf.flatMap((one) => one.enum ?? []);
  return words.includes(now) ? words : undefined;
};

function control({ id, one, empty, now, change, wrap }) {
  const ways = waysOf(wrap);
  const { titles = {} } = wrap;
  if (ways) return html`<${Ways} id=${id} ways=${ways} now=${now} change=${change} titles=${titles} />`;
  const choices = one.enum ?? wrap.enum ?? wordsOf(wrap, now);
  if (one.type === "array" && one.items?.enum)
    return html`<${Several} id=${id} words=${one.items.enum} now=${now} change=${change} titles=${titles} />`;
  if (choices)
    return html`<select id=${id} onChange=${(event) => change(JSON.parse(event.target.value))}>
      ${choices.map(
        (choice) =>
          html`<option value=${JSON.stringify(choice)} selected=${JSON.stringify(choice) === JSON.stringify(now)}>
            ${shownValue(choice, titles)}
          </option>`,
      )}
    </select>`;
  if (one.type === "integer" || one.type === "number")
    return html`<input
      id=${id}
      type="number"
      min=${one.minimum}
      max=${one.maximum}
      value=${now ?? ""}
      onChange=${(event) => change(event.target.value === "" ? (empty ? null : wrap.default) : Number(event.target.value))}
    />`;
  if (one.type === "string")
    return html`<input id=${id} value=${now ?? ""} onChange=${(event) => change(event.target.value)} />`;
  return html`<input
    id=${id}
    class="mono"
    value=${JSON.stringify(now)}
    onChange=${(event) => {
      try {
        change(JSON.parse(event.target.value));
        event.target.setCustomValidity("");
      } catch {
        event.target.setCustomValidity("JSON");
      }
    }}
  />`;
}
