/** Invitation links to a club, for its leaders. The token is after #, so that no server log contains it. */

import { Part, useSaved } from "../account/saved.js";
import { get, postOnce, remove } from "../server/api.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t, when } from "../words/texts.js";

const DAY = 86_400;
const DAYS = [1, 7, 30];
const USES = [1, 5, 20, null];

export function Invitations({ club }) {
  const path = `clubs/${club.id}/invitations`;
  const [links, setLinks] = useState(/** @type {any[]} */ ([]));
  const [made, setMade] = useState("");
  const [days, setDays] = useState(7);
  const [uses, setUses] = useState(/** @type {number|null} */ (null));
  const { send, feedback } = useSaved();
  const load = () => get(path).then(({ items }) => setLinks(items));
  useEffect(() => {
    load().catch(() => {});
  }, [club.id]);
  const make = async (event) => {
    event.preventDefault();
    const link = await send(postOnce(path, { seconds: days * DAY, uses }), "");
    if (!link) return;
    setMade(`${location.origin}/clubs#${link.token}`);
    load();
  };
  const revoke = (id) => send(remove(`${path}/${id}`)).then(() => (setMade(""), load()));
  return html`<${Part} name="links" title=${t("club_links")}>
    <p class="soft small">${t("club_links_text")}</p>
    <form class="stack" onSubmit=${make}>
      <div class="row">
        <label class="field grow"
          ><span>${t("club_link_for")}</span
          ><select name="days" onChange=${(event) => setDays(Number(event.target.value))}>
            ${DAYS.map((n) => html`<option value=${n} selected=${n === days}>${t("days", { n })}</option>`)}
          </select></label
        >
        <label class="field grow"
          ><span>${t("club_link_uses")}</span
          ><select name="uses" onChange=${(event) => setUses(Number(event.target.value) || null)}>
            ${USES.map(
              (n) =>
                html`<option value=${n ?? 0} selected=${n === uses}>
                  ${n ? t("n_players", { n }) : t("club_any_number")}
                </option>`,
            )}
          </select></label
        >
      </div>
      <div><button>${t("make_link")}</button></div>
    </form>
    ${
      made &&
      html`<label class="field"
        ><span>${t("club_link_new")}</span
        ><input readonly data-link value=${made} onFocus=${(event) => event.target.select()}
      /></label>`
    }
    <${Links} links=${links} revoke=${revoke} />
    ${feedback}<//
  >`;
}

/** The links that are still valid. */
const Links = ({ links, revoke }) =>
  html`<ul class="lines">
    ${links.map(
      (link) =>
        html`<li class="row" key=${link.id}>
          <span class="grow small"
            >${[
              t("club_link_until", { time: when(link.expires_at) }),
              link.uses_left ? t("n_players", { n: link.uses_left }) : t("club_any_number"),
            ].join(" · ")}</span
          ><button class="dense" onClick=${() => revoke(link.id)}>${t("club_revoke")}</button>
        </li>`,
    )}
  </ul>`;
