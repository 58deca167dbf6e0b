/** The player in this browser, and the player's preferences: stored in localStorage, shared between tabs. */

import { effect, signal } from "../vendor/preact.js";

/** @typedef {{token: string|null, name: string|null}} Session */
/** @typedef {{language: string, theme: string, motion: string, size: number, confirm: string, keys: boolean, spoken: boolean, hints: Record<string, boolean>, game: string, level: string, pace: string, sound: string, vision: string, face: string|null, guide: {match: string, seen: string[]}|null}} Settings */

const DEFAULTS = {
  theme: "auto",
  motion: "auto",
  size: 100,
  confirm: "clock",
  keys: true,
  spoken: false, // whether tables are described in words
  hints: {},
  game: "monopoly_deal",
  level: "beginner",
  pace: "normal",
  sound: "off",
  vision: "usual",
  face: null, // the player's own face, once it is known
  guide: null, // the guided first match: its id and the ideas already shown
};

function stored(key, fallback) {
  try {
    return { ...fallback, ...JSON.parse(localStorage.getItem(key) ?? "{}") };
  } catch {
    return fallback;
  }
}

/** The languages in which the page is served, the default first, and the addresses of their texts.
    @type {{code: string, name: string, texts: string[]}[]} */
export const LANGUAGES = JSON.parse(document.documentElement.dataset.languages ?? "[]");

/** @returns {string} the browser's most preferred available language; else the default */
function preferredLanguage() {
  const preferred = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2));
  return (
    preferred.find((tag) => LANGUAGES.some(({ code }) => code === tag)) ??
    LANGUAGES[0]?.code ??
    document.documentElement.lang
  );
}

/** @type {{value: Session}} */
export const session = signal(stored("comptoir.session", { token: null, name: null }));
/** @type {{value: Settings}} */
export const settings = signal(stored("comptoir.settings", { ...DEFAULTS, language: preferredLanguage() }));

/** Changes some settings; each is saved at once. */
export function prefer(changes) {
  settings.value = { ...settings.value, ...changes };
  localStorage.setItem("comptoir.settings", JSON.stringify(settings.value));
}

/** The database of a player's offline data, which other players must not see. */
export const KEPT = "comptoir.seen";

/** Signs in with a token; null signs out. */
export function signIn(token, name) {
  if (!token || name !== session.value.name) globalThis.indexedDB?.deleteDatabase(KEPT);
  if (name !== session.value.name) prefer({ face: null });
  session.value = { token, name };
  localStorage.setItem("comptoir.session", JSON.stringify(session.value));
}

/** Returns whether animations are permitted. */
export function moves() {
  const { motion } = settings.value;
  return motion === "on" || (motion === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches);
}

/** Keeps the document consistent with the settings, and this tab with the others. */
export function applySettings() {
  effect(() => {
    const { language, theme, size, vision } = settings.value;
    const root = document.documentElement;
    root.lang = language;
    document.querySelector("link[rel=manifest]")?.setAttribute("href", `/app.webmanifest?language=${language}`);
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.vision = vision;
    root.style.fontSize = size === 100 ? "" : `${size}%`;
  });
  addEventListener("storage", ({ key }) => {
    if (key === "comptoir.session") session.value = stored(key, { token: null, name: null });
    if (key === "comptoir.settings") settings.value = stored(key, settings.value);
  });
}
