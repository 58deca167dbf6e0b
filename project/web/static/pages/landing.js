/** The first page: a table in play, one button that deals, the games. */

import { inOrder } from "../cards/fans.js";
import { felt } from "../cards/felts.js";
import { Boxes } from "../landing/boxes.js";
import { Deal } from "../landing/deal.js";
import { games } from "../server/catalog.js";
import { lazy } from "../shell/lazy.js";
import { session, settings } from "../shell/session.js";
import { randomName } from "../setup/start.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t, worded } from "../words/texts.js";
import { OpenTables } from "./lobby.js";
import { useMine } from "./mine.js";

const Stage = lazy(() => worded(import("../landing/stage.js")).then((one) => one.Stage));

/** The time before the stage plays: everything needed to sit down is loaded by then, and the reader has had time to look. */
const CURTAIN_MS = 2500;

export default function Landing() {
  useMine();
  const [name, setName] = useState(session.value.name ?? randomName());
  const all = inOrder(games());
  const chosen = all?.find((game) => game.game === settings.value.game) ?? all?.[0];
  useEffect(() => {
    document.title = `Comptoir – ${t("slogan")}`;
  }, [settings.value.language]);
  return html`<main id="main" class="page landing">
    <section class="hero">
      <div class="hero-words">
        <h1>${t("slogan_1")}<br />${t("slogan_2")}</h1>
        <p class="promise">${t("promise")}</p>
        ${chosen ? html`<${Deal} key=${chosen.game} game=${chosen} name=${name} setName=${setName} />` : html`<div class="deal"></div>`}
      </div>
      <${Curtain} ready=${Boolean(chosen)} />
    </section>
    ${all && chosen && html`<${Boxes} all=${all} chosen=${chosen} />`} ${all && html`<${OpenTables} most=${5} />`}
  </main>`;
}

/** The stage, hidden until the rest of the page is loaded. */
function Curtain({ ready }) {
  const [isOpen, open] = useState(false);
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => Stage.load().then((stage) => open(Boolean(stage))), CURTAIN_MS);
    return () => clearTimeout(timer);
  }, [ready]);
  return html`<div class="stage-frame">
    ${
      isOpen
        ? html`<${Stage} />`
        : html`<div class="stage">
            <div class="stage-table">${felt(settings.value.game)}</div>
            <div class="stage-strip"></div>
          </div>`
    }
  </div>`;
}
