/** Words and acts that the pages of clubs share. */

import { go } from "../shell/router.js";

/** @typedef {{id: string, name: string, about: string, visibility: "public"|"private", owner: string|null, number_of_members: number, role: "owner"|"organiser"|"member"|"asking"|null, created_at: string}} Club */

/** The address of a club's page: a public one has its name, a private one its id. @param {{id: string, name: string, visibility: string}} club */
export const addressOf = (club) => `/c/${club.visibility === "public" ? encodeURIComponent(club.name) : club.id}`;

export const toClub = (club) => go(addressOf(club));

/** Returns whether a role leads the club. */
export const leads = (role) => role === "owner" || role === "organiser";

/** Returns whether a role belongs to the club. */
export const isIn = (role) => leads(role) || role === "member";

/** The query of a page that makes something for a club. */
export const forClub = (club) => `?club=${club.id}`;
