/** The bar of all pages except the table. */

import { face, faceOfPlayer, FACES } from "../cards/faces.js";
import { mine } from "../pages/mine.js";
import { get } from "../server/api.js";
import { Link, path } from "./router.js";
import { LANGUAGES, prefer, session, settings } from "./session.js";
import { Sign } from "./ui.js";
import { t } from "../words/texts.js";
import { html, useEffect } from "../vendor/preact.js";

export const Mark = () =>
  html`<svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#0A5C61" />
    <path d="M22.5 10.5a8 8 0 1 0 0 11" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" />
  </svg>`;

/** The pages: the path, the text key, the sign on a phone, and the addresses that belong to the page. @type {[string, string, string, RegExp][]} */
const PAGES = [
  ["/", "play", "play", /^\/$|^\/(new|learn)\//],
  ["/play", "my_matches", "hourglass", /^\/play$/],
  ["/community", "community", "star", /^\/(community|tournaments|leagues|clubs|c|ratings|p|arena)(\/|$)/],
  ["/rules", "rules", "book", /^\/rules/],
];

export function TopBar() {
  const { token, name } = session.value;
  const waiting = token ? (mine.value?.turns.length ?? 0) : 0;
  return html`<header class="top">
    <${Link} class="brand" to="/"><${Mark} /> Comptoir<//>
    <nav aria-label=${t("pages")}>
      ${PAGES.map(
        ([to, key, sign, its]) =>
          html`<${Link} to=${to} aria-current=${its.test(path.value) ? "page" : undefined}>
            <${Sign} name=${sign} />${t(key)}${
              to === "/play" &&
              waiting > 0 &&
              html`<span class="badge" title=${t("turns_wait", { n: waiting })}>${waiting}</span>`
            }<//
          >`,
      )}
    </nav>
    <${Languages} /><${ThemeButton} />
    ${token ? html`<${WhoAmI} name=${name} />` : html`<${Link} class="button" to="/login">${t("sign_in")}<//>`}
  </header>`;
}

/** The player's face and name, which link to the account. The face is loaded only once. @param {{name: string|null}} props */
function WhoAmI({ name }) {
  const own = settings.value.face;
  useEffect(() => {
    if (!own)
      get("me").then(
        (me) => prefer({ face: faceOfPlayer(me) }),
        () => {},
      );
  }, [name]);
  return html`<${Link} class="button whoami" to="/account"
    >${face(own ?? FACES[0], { size: 34 })}<span>${name}</span><//
  >`;
}

/** The footer of every page except a table. */
export const Foot = () =>
  html`<footer class="foot">
    <${Link} to="/verify"><${Sign} name="shield" /> ${t("verify_a_match")}<//>
    <${Link} to="/settings">${t("settings")}<//><a href="/api/docs">API</a>
  </footer>`;

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
