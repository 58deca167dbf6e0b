/** The menu of a table: resign, abort, replay, verify, link. Acts without a path on the server are hidden. */

import { post, remove } from "../../server/api.js";
import { go } from "../../shell/router.js";
import { t, worded } from "../../words/texts.js";
import { Choice } from "../../shell/choice.js";
import { Sheet } from "../../shell/ui.js";
import { html, useState } from "../../vendor/preact.js";
import { prefer, session, settings } from "../../shell/session.js";
import { ThemeButton } from "../../shell/topbar.js";
import { lazy } from "../../shell/lazy.js";
import { PACES } from "../state/pace.js";

/** @import { Props } from "../types.js" */

const ProposalItems = lazy(() => worded(import("../together/proposals.js")).then((one) => one.ProposalItems));

const OwnNote = lazy(() => worded(import("./note.js")).then((one) => one.OwnNote));

/** @param {Props} props */
export function MenuSheet({ ctx, close }) {
  const { match } = ctx;
  const [sure, setSure] = useState("");
  const [fault, setFault] = useState("");
  const { head, table } = match;
  const running = head.status === "running";
  const act = (name) =>
    sure === name
      ? post(`matches/${table.id}/${name}`, {}).then(close, (error) => setFault(error.message))
      : setSure(name);
  const leave = () =>
    sure === "leave"
      ? remove(`matches/${table.id}/seats/${match.me}`).then(
          () => go("/play"),
          (error) => setFault(error.message),
        )
      : setSure("leave");
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => setSure("copied"),
      () => setFault(location.href),
    );
  const tell = () => {
    prefer({ spoken: !settings.value.spoken });
    close();
  };
  const item = (label, onClick, look = "") => html`<button class=${look} onClick=${onClick}>${label}</button>`;
  return html`<${Sheet} title=${t("menu")} onClose=${close}
    ><div class="stack menu">
      <${Choice}
        label=${t("pace")}
        options=${Object.keys(PACES).map((one) => [one, t(`pace_${one}`)])}
        value=${settings.value.pace}
        set=${(pace) => prefer({ pace })}
      />
      <div class="row"><span class="grow">${t("theme")}</span><${ThemeButton} /></div>
      ${item(t(settings.value.spoken ? "show_table" : "show_text"), tell)}
      ${item(t("replay"), () => go(`/m/${table.id}/replay`))}${item(t("verify"), () => go(`/m/${table.id}/verify`))}${item(t("rules"), () => go(`/rules/${head.game}`))}
      ${head.forked_from && item(t("forked_from"), () => go(`/m/${head.forked_from.match}/replay#${head.forked_from.seq}`))}${item(t(sure === "copied" ? "copied" : "copy_link"), copy)}
      ${
        running &&
        match.me !== null &&
        html`<${ProposalItems}
            ctx=${ctx}
            done=${close}
            setFault=${setFault}
          />${head.substitutes && item(t(sure === "leave" ? "leave_sure" : "leave"), leave)}${item(t(sure === "resign" ? "resign_sure" : "resign"), () => act("resign"))}`
      }
      ${session.value.token && html`<${OwnNote} table=${table.id} />`}
      ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    </div><//
  >`;
}
