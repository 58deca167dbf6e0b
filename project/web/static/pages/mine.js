/** My matches: those that wait for me, those that wait for others, open matches, invitations, finished matches. Notices refresh the lists. */

import { get, paths } from "../server/api.js";
import { onNotice } from "../notices/heard.js";
import { session } from "../shell/session.js";
import { effect, signal, useEffect } from "../vendor/preact.js";

/** @typedef {import("../types.js").Api["MatchSummary"] & {decision?: import("../types.js").Api["Decision"]}} Line */
/** @type {{value: {turns: Line[], invited: Line[], waiting: Line[], open: Line[], over: Line[], seen?: number}|null}} seen: when the lists were stored, if they are shown as last seen */
export const mine = signal(null);

/** The page's icon, which has a dot while a table waits for me. */
const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
const { calm, turn } = icon.dataset;
effect(() => {
  const n = mine.value?.turns.length;
  icon.href = /** @type {string} */ (n ? turn : calm);
  if (n !== undefined || !session.value.token) navigator.setAppBadge?.(n ?? 0).catch(() => {});
});

const REFRESH_MS = 20_000;
const TOGETHER_MS = 150;

export async function refreshMine() {
  if (!session.value.token) return (mine.value = null);
  const known = await paths();
  const [all, decisions, waiting, invited] = await Promise.all([
    get("matches?seat=me&limit=60"),
    known.has("/me/decisions") ? get("me/decisions") : null,
    get("matches?to_act=me&status=running&limit=60"),
    get("matches?invited=me&limit=20"),
  ]);
  mine.value = sorted(all.items, decisions?.items ?? [], waiting.items, invited.items);
}

/** Sorts matches into their sections. Pure. */
export function sorted(all, decisions, waiting, invited) {
  const byMatch = new Map([...decisions].reverse().map((decision) => [decision.match, decision]));
  const turns = waiting.map((match) => withDecision(match, byMatch.get(match.id)));
  const mineToo = new Set(turns.map((match) => match.id));
  const of = (...states) => all.filter((match) => states.includes(match.status));
  return {
    turns: turns.sort((a, b) => String(a.deadline ?? "9").localeCompare(String(b.deadline ?? "9"))),
    invited,
    waiting: of("running").filter((match) => !mineToo.has(match.id)),
    open: of("open", "sealing"),
    over: of("finished", "aborted", "void"),
  };
}

const withDecision = (match, decision) =>
  decision ? { ...match, decision, deadline: decision.deadline ?? match.deadline } : match;

/** Refreshes the list while a component is mounted: after `firstMs`, at each notice, and at intervals. */
export function useMine(firstMs = 0) {
  useEffect(() => {
    const refresh = () => document.hidden || refreshMine().catch(() => {});
    let soon = setTimeout(refresh, firstMs);
    const later = () => {
      clearTimeout(soon);
      soon = setTimeout(refresh, TOGETHER_MS);
    };
    const timer = setInterval(refresh, REFRESH_MS);
    const unsubscribe = onNotice(later);
    document.addEventListener("visibilitychange", later);
    return () => {
      clearInterval(timer);
      clearTimeout(soon);
      unsubscribe();
      document.removeEventListener("visibilitychange", later);
    };
  }, [session.value.token]);
}
