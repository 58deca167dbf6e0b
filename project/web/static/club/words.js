/** Words and functions that the club pages share. */

import { go } from "../shell/router.js";

/** @typedef {import("../types.js").Api["Club"]} Club */

/** Returns the address of a club's page: by name for a public club, by id for a private club. @param {{id: string, name: string, visibility: string}} club */
export const addressOf = (club) => `/c/${club.visibility === "public" ? encodeURIComponent(club.name) : club.id}`;

export const toClub = (club) => go(addressOf(club));

/** Returns whether a role leads the club. */
export const leads = (role) => role === "owner" || role === "organiser";

/** Returns whether a role is a member's role. */
export const isIn = (role) => leads(role) || role === "member";

/** Returns the query of a page that creates something for a club. */
export const forClub = (club) => `?club=${club.id}`;
