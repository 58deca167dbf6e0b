/** Folds rows over a view, which gives the next view. Pure: no rules, no requests (docs/writing-a-front-end.md, "The fold"). */

/** @typedef {import("../types.js").View} View @typedef {import("../types.js").Row} Row */

const same = (a, b) => a.name === b.name && a.seat === b.seat && a.number === b.number;
const rank = (number) => (number === null ? -1 : number);

function before(a, b) {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return rank(a.seat) - rank(b.seat) || rank(a.number) - rank(b.number);
}

/**
 * Returns the view after a row; the argument stays unchanged. `printed`: the entry of each face of this match (see printedIn);
 * `sets`: the zones without an order, as row 0 lists them.
 * @param {View} view @param {Row} row @param {Record<string, import("../types.js").Face>} [printed] @param {string[]} [sets]
 */
export function fold(view, row, printed = {}, sets = []) {
  const next = {
    ...view,
    seq: row.seq,
    zones: view.zones.slice(),
    faces: { ...view.faces },
    prompts: view.prompts.slice(),
    public: { ...view.public },
  };
  for (const effect of row.effects) APPLY[effect.kind]?.(next, effect, printed, sets);
  return settled(next, row);
}

function settled(view, row) {
  const held = new Set(view.prompts.filter((prompt) => !prompt.beside).map((prompt) => prompt.parent));
  const times = new Map(row.deadlines.map((deadline) => [deadline.prompt, deadline.at]));
  view.prompts = view.prompts.map((prompt) => ({
    ...prompt,
    open: prompt.beside || !held.has(prompt.id),
    deadline: times.get(prompt.id) ?? null,
  }));
  [view.to_act, view.may_act] = [row.to_act, row.may_act];
  return view;
}

const APPLY = {
  moved(view, { cards, to, faces: shown, src, dst, index }, printed, sets) {
    const from = view.zones.findIndex((zone) => same(zone, src));
    if (from >= 0) take(view, from, cards);
    for (const card of cards) if (card !== null) delete view.faces[card];
    to.forEach((card, place) => {
      if (card !== null) view.faces[card] = faceOf(shown[place], printed);
    });
    put(view, dst, to, index);
    if (sets.includes(dst.name)) arrange(view, dst);
    if (view.next !== undefined) view.next += to.length;
  },
  shuffled(view, { zone, size, faces: shown }, printed) {
    const at = view.zones.findIndex((other) => same(other, zone));
    if (shown && at >= 0 && view.next !== undefined) {
      for (const card of view.zones[at].cards) delete view.faces[card];
      const cards = shown.map((_, place) => view.next + place);
      cards.forEach((card, place) => (view.faces[card] = faceOf(shown[place], printed)));
      view.zones[at] = { ...view.zones[at], cards };
    }
    if (view.next !== undefined) view.next += size;
  },
  changed(view, { to }) {
    Object.assign(view.public, to);
  },
  prompted(view, { prompt }) {
    view.prompts.push({ ...prompt, open: true, deadline: null });
  },
  answered(view, { prompt: id, seat }) {
    view.prompts = view.prompts.map((prompt) =>
      prompt.id === id && prompt.mode === "once" && !prompt.arrived.includes(seat)
        ? { ...prompt, arrived: [...prompt.arrived, seat] }
        : prompt,
    );
  },
  closed(view, { prompt: id }) {
    view.prompts = view.prompts.filter((prompt) => prompt.id !== id);
  },
  ended(view, { standings, scores }) {
    Object.assign(view, { standings, scores, prompts: [], display: { blank: {} } });
  },
};

function take(view, at, cards) {
  const zone = view.zones[at];
  const gone = new Set(cards);
  const rest =
    cards[0] === null
      ? zone.cards.slice(0, zone.cards.length - cards.length)
      : zone.cards.filter((card) => !gone.has(card));
  if (rest.length || zone.number === null) view.zones[at] = { ...zone, cards: rest };
  else view.zones.splice(at, 1);
}

function put(view, place, cards, index) {
  const at = view.zones.findIndex((zone) => same(zone, place));
  if (at < 0) {
    const later = view.zones.findIndex((zone) => before(place, zone) < 0);
    view.zones.splice(later < 0 ? view.zones.length : later, 0, { ...place, cards });
    return;
  }
  const there = view.zones[at].cards;
  const all = index === null ? [...there, ...cards] : [...there.slice(0, index), ...cards, ...there.slice(index)];
  view.zones[at] = { ...view.zones[at], cards: all };
}

/* The cards of a set stand by face, then by number, if they can be seen. */
function arrange(view, place) {
  const at = view.zones.findIndex((zone) => same(zone, place));
  const { cards } = view.zones[at];
  if (cards.includes(null)) return;
  const face = (card) => view.faces[card].face;
  const sorted = [...cards].sort((a, b) => (face(a) < face(b) ? -1 : face(a) > face(b) ? 1 : a - b));
  view.zones[at] = { ...view.zones[at], cards: sorted };
}

const faceOf = (face, printed) => printed[face] ?? { face, name: face };

/** Returns the printed entry of each face of a match, from its view at row 0, which shows every card. Options may print values that differ from those in `/games`. @param {View} start */
export const printedIn = (start) => Object.fromEntries(Object.values(start.faces).map((face) => [face.face, face]));

/** Returns the view as players see it: without the numbers that players hide from each other, as `display` states. @param {View} view */
export function shown(view) {
  const blank = Object.entries(view.display?.blank ?? {});
  if (!blank.length) return view;
  const blanked = blank.map(([name, seats]) => [
    name,
    view.public[name].map((value, seat) => (seats.includes(seat) ? null : value)),
  ]);
  return { ...view, public: { ...view.public, ...Object.fromEntries(blanked) } };
}

/** Returns a view over which fully open rows can be folded. The view then counts the numbers of new cards itself. @param {View} view */
export function counting(view) {
  const ids = Object.keys(view.faces).map(Number);
  const hidden = view.zones.some((zone) => zone.cards.includes(null));
  return hidden || !ids.length ? view : { ...view, next: Math.max(...ids) + 1 };
}
