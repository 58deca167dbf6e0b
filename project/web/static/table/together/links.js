/** The links to a table: its address; for a private table, an invitation link that the creator makes and revokes. */

import { post, remove } from "../../server/api.js";
import { usePaths } from "../../server/served.js";
import { session } from "../../shell/session.js";
import { t } from "../../words/texts.js";
import { html, useState } from "../../vendor/preact.js";

/** @import { Props } from "../types.js" */

/** @param {Props<"match">} props */
export function TableLink({ ctx: { match } }) {
  const { head, table } = match;
  const known = usePaths();
  const [link, setLink] = useState("");
  const [fault, setFault] = useState("");
  const invites =
    head.visibility === "private" &&
    head.creator === session.value.name &&
    known.has("/matches/{match_id}/invitations");
  const [copied, setCopied] = useState("");
  const copy = (text) =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(text),
      () => {},
    );
  const path = `matches/${table.id}/invitations`;
  const make = () =>
    post(path, {}).then(
      ({ token }) => {
        const made = `${location.origin}/invite#${token}`;
        setLink(made);
        copy(made);
      },
      (error) => setFault(error.message),
    );
  const revoke = () =>
    remove(path).then(
      () => setLink(""),
      (error) => setFault(error.message),
    );
  if (head.visibility === "private" && !invites) return null;
  const shown = invites ? link : location.href;
  return html`<div class="row">
      ${
        shown
          ? html`<input
                readonly
                class="grow"
                aria-label=${t("invite_link")}
                value=${shown}
                onFocus=${(event) => event.target.select()}
              /><button onClick=${() => copy(shown)}>${t(copied === shown ? "copied" : "copy_link")}</button>`
          : html`<button class="act" data-invite onClick=${make}>${t("make_link")}</button>`
      }
      ${invites && link && html`<button onClick=${revoke}>${t("revoke_links")}</button>`}
    </div>
    ${
      invites && html`<p class="soft small">${t("link_text")}</p>`
    }${fault && html`<p class="fault" role="alert">${fault}</p>`}`;
}
