/** A shared replay embedded in another site's page: a sentence for each step, and the table after the step. */

import { fold, printedIn } from "../live/fold.js";
import { drawStage } from "./stage.js";

const PACE_MS = 1200;
const byId = (id) => /** @type {any} */ (document.getElementById(id));
const { of, hides } = document.body.dataset;
const sentences = new Map([...document.querySelectorAll("li")].map((line) => [line.value, line.textContent]));
const filled = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);

const get = async (path) => {
  const response = await fetch(`/api/v1/${path}`, {
    credentials: "omit",
    headers: { "Accept-Language": document.documentElement.lang },
  });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
};

/** Returns every table of the match, each folded from the previous table. */
function tables({ view, items }) {
  const printed = printedIn(view);
  const [created, ...rows] = items;
  const all = [view];
  for (const row of rows) all.push(fold(all[all.length - 1], row, printed, created.sets ?? []));
  return all;
}

/** @param {any} view @param {any} before @param {{zones: any, faces: any}} game @param {string[]} names */
function draw(view, before, game, names) {
  const had = new Set(before?.zones.flatMap(({ cards }) => cards.filter((card) => card !== null)) ?? []);
  const blocks = new Map();
  for (const zone of view.zones) {
    if (!zone.cards.length) continue;
    const line = document.createElement("p");
    const title = document.createElement("b");
    title.textContent = game.zones[zone.name]?.title ?? zone.name;
    line.append(title, ...cards(zone.cards, view.faces, game.faces, had));
    blocks.set(zone.seat, [...(blocks.get(zone.seat) ?? []), line]);
  }
  const parts = [...blocks].sort(([one], [other]) => (one ?? -1) - (other ?? -1));
  byId("board").replaceChildren(
    ...parts.flatMap(([seat, lines]) => {
      const heading = document.createElement("h2");
      heading.textContent = seat === null ? "" : names[seat];
      return seat === null ? lines : [heading, ...lines];
    }),
  );
}

/** Returns the cards of a zone, or their number if none is visible. */
function cards(ids, faces, titles, had) {
  const shown = ids.filter((card) => card !== null && faces[card]);
  const drawn = shown.slice(-12).map((card) => {
    const one = document.createElement("span");
    const { face } = faces[card];
    one.textContent = titles[face]?.title ?? face;
    if (had.size && !had.has(card)) one.className = "new";
    return one;
  });
  const others = ids.length - drawn.length;
  if (!others) return drawn;
  const rest = document.createElement("span");
  rest.textContent = filled(byId("board").dataset.pile, { count: others });
  return [rest, ...drawn];
}

async function start() {
  const path = `replays/${encodeURIComponent(of ?? "")}`;
  const [about, events] = await Promise.all([get(path), get(`${path}/events`)]);
  const game = await get(`games/${about.head.game}`);
  const head = { id: about.match, ...about.head };
  const titles = { zones: game.zones, faces: game.faces };
  const names = byId("board").dataset.names.split("/"); // no name contains this character
  const all = tables(events);
  const steps = [0, ...sentences.keys()].filter((seq, place, seqs) => all[seq] && seqs.indexOf(seq) === place);
  let at = 0;
  let timer = 0;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    byId("play").textContent = byId("play").dataset.play;
  };
  const show = (to) => {
    at = Math.max(0, Math.min(to, steps.length - 1));
    const { step, stepOnly } = byId("step").dataset;
    byId("said").textContent = sentences.get(steps[at]) ?? "";
    byId("step").textContent = filled(hides === undefined ? step : stepOnly, { n: at, of: steps.length - 1 });
    draw(all[steps[at]], all[steps[at - 1]], titles, names);
    const row = events.items.find((one) => one.seq === steps[at]) ?? null;
    drawStage({ game, head, view: all[steps[at]], row: row?.move ? row : null });
    byId("first").disabled = byId("back").disabled = at === 0;
    byId("next").disabled = at === steps.length - 1;
    if (at === steps.length - 1) stop();
  };
  const play = () => {
    if (timer) return stop();
    if (at === steps.length - 1) show(0);
    byId("play").textContent = byId("play").dataset.pause;
    timer = setInterval(() => show(at + 1), PACE_MS);
  };
  byId("play").dataset.play = byId("play").textContent;
  byId("play").disabled = false;
  byId("first").onclick = () => show(0);
  byId("back").onclick = () => show(at - 1);
  byId("next").onclick = () => show(at + 1);
  byId("play").onclick = play;
  addEventListener("keydown", ({ key }) => {
    if (key === "ArrowRight") show(at + 1);
    if (key === "ArrowLeft") show(at - 1);
  });
  const wanted = Number(new URLSearchParams(location.search).get("at") ?? 0);
  show(steps.findLastIndex((seq) => seq <= wanted));
}

start().catch(() => (byId("fault").textContent = byId("fault").dataset.lost));
