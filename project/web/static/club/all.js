/** Clubs: mine, those that everybody may join, and a form to found a club. Invitation links open this page; the token is after #. */

import { get, post } from "../server/api.js";
import { Part, useSaved } from "../account/saved.js";
import Page from "./page.js";
import { addressOf, toClub } from "./words.js";
import { GuestName } from "../setup/guest.js";
import { ensurePlayer, randomName } from "../setup/start.js";
import { Choice } from "../shell/choice.js";
import { ListNotice, More, Section, useListed } from "../shell/listed.js";
import { Link } from "../shell/router.js";
import { session } from "../shell/session.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";

/** @typedef {import("./words.js").Club} Club */

/** The page of all clubs, or of the club that the address names. @param {{club?: string}} props */
export default ({ club }) => (club ? html`<${Page} club=${club} />` : html`<${Clubs} />`);

function Clubs() {
  const [token] = useState(() => location.hash.slice(1));
  const listed = useListed("clubs?limit=60", t("clubs"));
  /** @type {Club[]} */
  const clubs = listed.lines ?? [];
  const mine = clubs.filter((club) => club.role);
  const others = clubs.filter((club) => !club.role);
  return html`<main id="main" class="page stack">
    <h1>${t("clubs")}</h1>
    <p class="soft">${t("clubs_text")}</p>
    ${token && html`<${Invited} token=${token} />`}
    <${Section} Tile=${Tile} counted=${false} heading=${t("my_clubs")} lines=${mine} />
    <${Section} Tile=${Tile} counted=${false} heading=${t("public_clubs")} lines=${others} />
    <${ListNotice} listed=${listed} nothing=${t("no_clubs")} />
    <${More} listed=${listed} />
    <${Founding} />
  </main>`;
}

/** @param {{line: Club}} props */
const Tile = ({ line: club }) =>
  html`<${Link} class="tile" to=${addressOf(club)} data-club=${club.name}
    ><span class="row"
      ><strong class="grow breaks">${club.name}</strong>${
        club.role && html`<span class="chip">${t(`club_${club.role}`)}</span>`
      }</span
    >
    <span class="soft small breaks">${club.about}</span>
    <span class="small">${t("n_members", { n: club.number_of_members })} · ${t(`club_${club.visibility}`)}</span><//
  >`;

/** The invitation of a link, with a button to join. */
function Invited({ token }) {
  const [found, setFound] = useState(/** @type {{club: Club}|null} */ (null));
  const [name, setName] = useState(() => session.value.name ?? randomName());
  const { send, feedback } = useSaved();
  const path = `club-invitations/${encodeURIComponent(token)}`;
  useEffect(() => {
    send(
      get(path).catch((error) => {
        throw error.status === 404 ? new Error(t("club_link_gone")) : error;
      }),
      "",
    ).then((page) => setFound(page ?? null));
  }, [token]);
  const join = async (event) => {
    event.preventDefault();
    const club = await send(ensurePlayer(name).then(() => post(path)));
    if (club) toClub(club);
  };
  return html`<section class="panel stack" data-invited>
    <h2>${t("club_invited")}</h2>
    ${
      found &&
      html`<form class="stack" onSubmit=${join}>
        <strong class="breaks">${found.club.name}</strong>
        <p class="soft breaks">${found.club.about}</p>
        ${!session.value.token && html`<${GuestName} name=${name} setName=${setName} />`}
        <div>
          ${
            ["owner", "organiser", "member"].includes(found.club.role ?? "")
              ? html`<${Link} class="button act" to=${addressOf(found.club)}>${t("to_the_club")}<//>`
              : html`<button class="act">${t("join_club")}</button>`
          }
        </div>
      </form>`
    }
    ${feedback}
  </section>`;
}

function Founding() {
  const [name, setName] = useState("");
  const [about, setAbout] = useState("");
  const [visibility, setVisibility] = useState("private");
  const { send, feedback } = useSaved();
  const found = async (event) => {
    event.preventDefault();
    const body = { name, visibility, about: about || null };
    const club = await send(ensurePlayer(session.value.name ?? randomName()).then(() => post("clubs", body)));
    if (club) toClub(club);
  };
  return html`<${Part} name="found" title=${t("found_club")}
    ><form class="stack" onSubmit=${found}>
      <label class="field"
        ><span class="strong">${t("club_name")}</span
        ><input
          name="name"
          required
          minlength="2"
          maxlength="40"
          value=${name}
          onInput=${(event) => setName(event.target.value)}
      /></label>
      <label class="field"
        ><span class="strong">${t("club_about")}</span
        ><input name="about" maxlength="400" value=${about} onInput=${(event) => setAbout(event.target.value)}
      /></label>
      <${Choice}
        label=${t("club_visibility")}
        options=${["private", "public"].map((key) => [key, t(`club_${key}`)])}
        value=${visibility}
        set=${setVisibility}
      />
      <p class="soft small">${t(`club_${visibility}_text`)}</p>
      <div><button class="act">${t("found_club")}</button></div>
    </form>
    ${feedback}<//
  >`;
}
