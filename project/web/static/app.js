/** The client's entry point: selects the page for an address. Pages are loaded when they are needed. */

import "./shell/steady.js";
import { Foot, TopBar } from "./shell/topbar.js";
import { applySettings, session, settings } from "./shell/session.js";
import { path } from "./shell/router.js";
import { lazy } from "./shell/lazy.js";
import { Voices } from "./shell/ui.js";
import { loadMoreTexts, loadTexts, t } from "./words/texts.js";
import { working } from "./shell/working.js";
import { effect, html, render, signal, useEffect } from "./vendor/preact.js";

/** @type {[RegExp, () => Promise<any>][]} */
const ROUTES = [
  [/^\/$/, () => import("./pages/landing.js")],
  [/^\/play$/, () => import("./pages/inbox.js")],
  [/^\/new\/(?<game>\w+)$/, () => import("./pages/new.js")],
  [/^\/m\/(?<id>[\w-]+)$/, () => import("./pages/match.js")],
  [/^\/m\/(?<id>[\w-]+)\/replay$/, () => import("./pages/replay.js")],
  [/^\/r\/(?<token>[\w-]+)$/, () => import("./pages/replay.js")],
  [/^\/(?:m\/(?<id>[\w-]+)\/)?verify$/, () => import("./pages/verify.js")],
  [/^\/rules(?:\/(?<game>\w+))?$/, () => import("./pages/rules.js")],
  [/^\/invite$/, () => import("./pages/invite.js")],
  [/^\/community$/, () => import("./pages/community.js")],
  [/^\/login$/, () => import("./pages/login.js")],
  [/^\/ratings(?:\/(?<game>\w+))?$/, () => import("./pages/ratings.js")],
  [/^\/p\/(?<name>[^/]+)$/, () => import("./pages/player.js")],
  [/^\/tournaments$/, () => import("./pages/tournaments.js")],
  [/^\/tournaments\/new$/, () => import("./pages/organise.js")],
  [/^\/tournaments\/(?<id>[\w-]+)$/, () => import("./pages/tournament.js")],
  [/^\/leagues(?:\/(?<league>[\w-]+))?$/, () => import("./league/all.js")],
  [/^\/c(lubs|\/(?<club>[^/]+))$/, () => import("./club/all.js")],
  [/^\/arena$/, () => import("./audit/arena.js")],
  [/^\/settings$/, () => import("./pages/settings.js")],
  [/^\/account$/, () => import("./pages/account.js")],
  [/^\/authorize$/, () => import("./pages/authorize.js")],
  [/^\/learn\/(?<game>\w+)$/, () => import("./pages/learn.js")],
  [/^\/open$/, () => import("./pages/open.js")],
  [/^\/device$/, () => import("./pages/device.js")],
];

/** Pages that load the second part of the texts only together with the modules that use it. */
const FEW_WORDS = /^\/(m\/[\w-]+)?$/;

/** Notices are only for players with a name; a first visit does not load them. */
const Toasts = lazy(() => import("./notices/toasts.js").then((one) => one.Toasts));

/** The shown page, which stays visible while another page loads. @type {{value: {address: string, Page: any, params: Record<string, string>}|null}} */
const shown = signal(null);

/** Loads the style sheets that the first page does not need. */
function styles() {
  const { late } = document.body.dataset;
  if (!late) return;
  delete document.body.dataset.late;
  return Promise.all(
    late
      .trim()
      .split(" ")
      .map(
        (href) =>
          new Promise((loaded) => {
            const link = Object.assign(document.createElement("link"), {
              rel: "stylesheet",
              href,
              onload: loaded,
              onerror: loaded,
            });
            document.head.append(link);
          }),
      ),
  );
}

async function show(address) {
  const route = ROUTES.map(([pattern, load]) => ({ found: pattern.exec(address), load })).find(({ found }) => found);
  const [module] = await Promise.all([
    route ? route.load() : import("./pages/missing.js"),
    address === "/" ? null : styles(),
    FEW_WORDS.test(address) ? null : loadMoreTexts(),
  ]);
  if (path.value === address) shown.value = { address, Page: module.default, params: { ...route?.found.groups } };
}

function App() {
  useEffect(() => {
    working(show(path.value));
  }, [path.value]);
  const { address, Page, params } = shown.value ?? {};
  const table = /^\/(m\/[\w-]+(\/replay)?|r\/[\w-]+)$/.test(path.value);
  return html`<a class="skip" href="#main">${t("skip")}</a> ${!table && html`<${TopBar} />`}
    ${Page ? html`<${Page} key=${address} ...${params} />` : html`<main id="main" class="page"></main>`}
    ${!table && Page && html`<${Foot} />`} ${session.value.token && html`<${Toasts} />`}<${Voices} />`;
}

/** Loads the offline code last, unless the network is already lost. */
const last = () => session.value.token && import("./offline/start.js").catch(() => setTimeout(last, 5000));
setTimeout(last, navigator.onLine ? 5000 : 0);

applySettings();
await loadTexts(settings.value.language);
effect(() => {
  loadTexts(settings.value.language);
});
render(html`<${App} />`, document.getElementById("app"));
