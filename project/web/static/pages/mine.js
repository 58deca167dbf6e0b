/** My matches, kept fresh while a page looks: those that wait for me, those I wait for, open ones, finished ones. */

import { get } from "../api.js";
import { session } from "../session.js";
import { signal, useEffect } from "../vendor/preact.js";

/** @type {{value: {turns: any[], waiting: any[], open: any[], over: any[]}|null}} */
export const mine = signal(null);
const REFRESH_MS = 8000;

export async function refreshMine() {
  if (!session.value.token) return (mine.value = null);
  const [all, waiting] = await Promise.all([get("matches?seat=me&limit=60"), get("matches?to_act=me&status=running&limit=60")]);
  const turns = new Set(waiting.items.map((match) => match.id));
  const of = (...states) => all.items.filter((match) => states.includes(match.status));
  mine.value = {
    turns: waiting.items.sort((a, b) => String(a.deadline ?? "9").localeCompare(String(b.deadline ?? "9"))),
    waiting: of("running").filter((match) => !turns.has(match.id)), open: of("open", "sealing"), over: of("finished", "aborted", "void"),
  };
}

/** Refreshes the list while a component is there. */
export function useMine() {
  useEffect(() => {
    const refresh = () => document.hidden || refreshMine().catch(() => {});
    refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [session.value.token]);
}
