/** The bar of all pages but the table's. */

import { mine } from "../pages/mine.js";
import { Link, path } from "./router.js";
import { LANGUAGES, prefer, session, settings } from "./session.js";
import { Sign } from "./ui.js";
import { t } from "../words/texts.js";
import { html } from "../vendor/preact.js";

export const Mark = () =>
  html`<svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#0A5C61" />
    <path d="M22.5 10.5a8 8 0 1 0 0 11" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" />
  </svg>`;

const PAGES = [
  ["/", "play"],
  ["/play", "my_matches"],
  ["/rules", "rules"],
  ["/verify", "verify"],
];

export function TopBar() {
  const waiting = session.value.token ? (mine.value?.turns.length ?? 0) : 0;
  return html`<header class="top">
    <${Link} class="brand" to="/"><${Mark} /> Comptoir<//>
    <nav aria-label=${t("pages")}>
      ${PAGES.map(
        ([to, key]) =>
          html`<${Link} to=${to} aria-current=${isHere(to) ? "page" : undefined}>
            ${t(key)}${
              to === "/play" &&
              waiting > 0 &&
              html`<span class="badge" title=${t("turns_wait", { n: waiting })}>${waiting}</span>`
            }<//
          >`,
      )}
    </nav>
    <${Languages} /><${ThemeButton} />
    <${Link} class="button dense" to="/settings">${session.value.name ?? t("sign_in")}<//>
  </header>`;
}

const isHere = (to) => path.value === to || (to === "/rules" && path.value.startsWith("/rules"));

function Languages() {
  const { language } = settings.value;
  return html`<div class="languages" role="group" aria-label=${t("language")}>
    ${LANGUAGES.map(
      ({ code }) =>
        html`<button aria-pressed=${String(language === code)} lang=${code} onClick=${() => prefer({ language: code })}>
          ${code.toUpperCase()}
        </button>`,
    )}
  </div>`;
}

export function ThemeButton() {
  const dark =
    settings.value.theme === "dark" ||
    (settings.value.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  return html`<button
    class="icon"
    aria-label=${t(dark ? "to_light" : "to_dark")}
    onClick=${() => prefer({ theme: dark ? "light" : "dark" })}
  >
    <${Sign} name="moon" />
  </button>`;
}
