/** The club that owns a new table or tournament, as the address names it, and the club's defaults. */

import { addressOf, isIn } from "../club/words.js";
import { get } from "../server/api.js";
import { Link } from "../shell/router.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";

/** @typedef {import("../club/words.js").Club} Club */

const clubInAddress = () => new URLSearchParams(location.search).get("club");
const clubOf = (id) => get(`clubs/${encodeURIComponent(id)}`).then((club) => (isIn(club.role) ? club : null));

/** Returns the club that the address names; undefined until it is loaded, null if there is none. @returns {Club|null|undefined} */
export function useClub() {
  const [id] = useState(clubInAddress);
  const [club, setClub] = useState(/** @type {Club|null|undefined} */ (id ? undefined : null));
  useEffect(() => {
    if (id) clubOf(id).then(setClub, () => setClub(null));
  }, []);
  return club;
}

/** Returns the club with the defaults for its tables of a game. @param {string} game @returns {{club: Club, options?: any, clock?: any}|null|undefined} */
export function useHouse(game) {
  const club = useClub();
  const [house, setHouse] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    if (!club) return;
    get(`clubs/${club.id}/defaults`).then(
      ({ items }) => setHouse({ club, ...items.find((one) => one.game === game) }),
      () => setHouse({ club }),
    );
  }, [club, game]);
  if (club) return house;
  return club === null ? null : undefined;
}

/** A note of the club that will own the table. */
export const OfClub = ({ house }) =>
  html`<p class="notice" data-of-club=${house.club.id}>
    ${t("of_club")} <${Link} to=${addressOf(house.club)}>${house.club.name}<//>.${" "}
    ${house.club.visibility === "private" && t("of_private_club")}${" "}
    ${(house.options || house.clock) && t("of_club_house")}
  </p>`;
