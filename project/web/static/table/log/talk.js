/** Table talk: the messages, and a field to write one. */

import { post } from "../../server/api.js";
import { usePaths } from "../../server/served.js";
import { lazy } from "../../shell/lazy.js";
import { Avatar, nameOf } from "../../shell/ui.js";
import { html, useState } from "../../vendor/preact.js";
import { t, when, worded } from "../../words/texts.js";

/** @import { Props } from "../types.js" */

const Present = lazy(() => worded(import("./present.js")).then((one) => one.Present));

/** @param {Props<"match">} props */
export function Talk({ ctx: { match } }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const messages = match.table.log.value.filter(({ row }) => row.type === "message");
  const send = async (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    await post(`matches/${match.table.id}/messages`, { text: text.trim() }).then(
      () => {
        setText("");
        setFault("");
      },
      (error) => setFault(error.message),
    );
  };
  const seen = usePaths().has("/matches/{match_id}/presence") && !match.replay;
  return html`${seen && html`<${Present} match=${match.table.id} />`}
    <ol class="log">
      ${messages.map(
        ({ row }) =>
          html`<li class="line" key=${row.seq}>
            <${Avatar} head=${match.head} seat=${row.seat} me=${row.seat === match.me} tiny /><span class="grow"
              ><b>${nameOf(match.head, row.seat)}</b> ${row.text ?? html`<em>${t("withdrawn")}</em>`}</span
            ><time class="soft num" datetime=${row.at}>${when(row.at)}</time>
          </li>`,
      )}
    </ol>
    ${!messages.length && html`<p class="soft pad">${t("nobody_spoke")}</p>`}
    ${
      match.me !== null &&
      html`<form class="talkform" onSubmit=${send}>
        <input
          value=${text}
          maxlength="500"
          aria-label=${t("talk_to_table")}
          placeholder=${t("talk_to_table")}
          onInput=${(event) => setText(event.target.value)}
        /><button class="dense">${t("send")}</button>
      </form>`
    }
    ${fault && html`<p class="fault">${fault}</p>`}`;
}
