/** A club's members and applicants, with their possible roles. */

import { Part, useSaved } from "../account/saved.js";
import { pages, patch, remove } from "../server/api.js";
import { Link } from "../shell/router.js";
import { session } from "../shell/session.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";
import { leads } from "./words.js";

export function Members({ club, changed }) {
  const path = `clubs/${club.id}/members`;
  const [members, setMembers] = useState(/** @type {any[]} */ ([]));
  const [asking, setAsking] = useState(/** @type {any[]} */ ([]));
  const { send, feedback } = useSaved();
  const load = () => {
    pages(`${path}?limit=200`).then(setMembers, () => {});
    if (leads(club.role)) pages(`${path}?asking=true`).then(setAsking, () => {});
  };
  useEffect(load, [club.id, club.role, club.number_of_members]);
  const act = (promise) =>
    send(promise).then((done) => {
      if (done === undefined) return;
      load();
      changed();
    });
  const become = (name, role) => act(patch(`${path}/${encodeURIComponent(name)}`, { role }));
  const away = (name) => act(remove(`${path}/${encodeURIComponent(name)}`));
  const may = (member) =>
    member.name !== session.value.name &&
    (club.role === "owner" || (club.role === "organiser" && member.role === "member"));
  return html`<${Part} name="members" title=${t("club_members")}>
    ${
      asking.length > 0 &&
      html`<h3>${t("club_asking")}</h3>
        <ul class="lines">
          ${asking.map(
            ({ name }) =>
              html`<li class="row" key=${name} data-asking=${name}>
                <${Name} name=${name} /><button class="dense" onClick=${() => become(name, "member")}>
                  ${t("club_accept")}</button
                ><button class="dense" onClick=${() => away(name)}>${t("club_refuse")}</button>
              </li>`,
          )}
        </ul>`
    }
    <ul class="lines">
      ${members.map(
        (member) =>
          html`<li class="row" key=${member.name} data-member=${member.name}>
            <${Name} name=${member.name} />${
              member.role !== "member" && html`<span class="chip">${t(`club_${member.role}`)}</span>`
            }
            ${may(member) && html`<${Acts} club=${club} member=${member} become=${become} away=${away} />`}
          </li>`,
      )}
    </ul>
    ${feedback}<//
  >`;
}

const Name = ({ name }) =>
  html`<span class="grow breaks"><${Link} to=${`/p/${encodeURIComponent(name)}`}>${name}<//></span>`;

/** The acts of the owner or an organiser on a member. */
function Acts({ club, member, become, away }) {
  const [open, setOpen] = useState(false);
  const other = member.role === "organiser" ? "member" : "organiser";
  return html`<button
      class="dense"
      aria-expanded=${String(open)}
      aria-label=${t("club_change_of", { name: member.name })}
      onClick=${() => setOpen(!open)}
    >
      ${t("club_change")}</button
    >${
      open &&
      html`<div class="row" style="flex-basis: 100%">
        ${
          club.role === "owner" &&
          html`<button class="dense" onClick=${() => become(member.name, other)}>${t(`club_make_${other}`)}</button
            ><button class="dense" onClick=${() => become(member.name, "owner")}>${t("club_make_owner")}</button>`
        }<button class="dense" onClick=${() => away(member.name)}>${t("club_send_away")}</button>
      </div>`
    }`;
}
