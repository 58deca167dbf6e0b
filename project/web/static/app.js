/** The client's one entry: which page an address shows. Pages are loaded as they are needed. */

import { TopBar } from "./topbar.js";
import { applySettings } from "./session.js";
import { path } from "./router.js";
import { Voices } from "./ui.js";
import { t } from "./texts.js";
import { html, render, signal, useEffect } from "./vendor/preact.js";

/** @type {[RegExp, () => Promise<any>][]} */
const ROUTES = [
  [/^\/$/, () => import("./pages/landing.js")],
  [/^\/play$/, () => import("./pages/inbox.js")],
  [/^\/new\/(?<game>\w+)$/, () => import("./pages/new.js")],
  [/^\/m\/(?<id>[\w-]+)$/, () => import("./pages/match.js")],
  [/^\/m\/(?<id>[\w-]+)\/replay$/, () => import("./pages/replay.js")],
  [/^\/(?:m\/(?<id>[\w-]+)\/)?verify$/, () => import("./pages/verify.js")],
  [/^\/rules(?:\/(?<game>\w+))?$/, () => import("./pages/rules.js")],
  [/^\/settings$/, () => import("./pages/settings.js")],
];

/** @type {{value: {Page: any, params: Record<string, string>}|null}} */
const shown = signal(null);

async function show(address) {
  const route = ROUTES.map(([pattern, load]) => ({ found: pattern.exec(address), load })).find(({ found }) => found);
  const module = await (route ? route.load() : import("./pages/missing.js"));
  if (path.value === address) shown.value = { Page: module.default, params: { ...route?.found.groups } };
}

function App() {
  useEffect(() => { show(path.value); }, [path.value]);
  const { Page, params } = shown.value ?? {};
  const table = /^\/m\/[\w-]+(\/replay)?$/.test(path.value);
  return html`<a class="skip" href="#main">${t("skip")}</a>
    ${!table && html`<${TopBar} />`}
    ${Page ? html`<${Page} key=${path.value} ...${params} />` : html`<main id="main" class="page"></main>`}
    <${Voices} />`;
}

applySettings();
render(html`<${App} />`, document.getElementById("app"));
