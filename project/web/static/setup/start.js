/** Starts play: as a guest if nobody is signed in, in a match against bots or at a seat of a table. */

import { post, postOnce, Problem } from "../server/api.js";
import { go } from "../shell/router.js";
import { session, signIn } from "../shell/session.js";

const BIRDS = [
  "Merle",
  "Mésange",
  "Pinson",
  "Loriot",
  "Alouette",
  "Fauvette",
  "Rossignol",
  "Bergeronnette",
  "Chardonneret",
  "Hirondelle",
];

/** Returns a random name for a player who has not chosen a name. */
export const randomName = () =>
  `${BIRDS[Math.floor(Math.random() * BIRDS.length)]} ${Math.floor(Math.random() * 90 + 10)}`;

/** Returns 32 random bytes in hexadecimal: this browser's contribution to the shuffle. */
export function nonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @type {Promise<void>|null} */
let making = null;

/** Ensures that a player exists; two simultaneous calls create only one player. @param {string} name */
export const ensurePlayer = (name) =>
  (making ??= makePlayer(name).finally(() => {
    making = null;
  }));

/** Creates a player. If the name is taken, a new number replaces the number at the end of the name. @param {string} name */
async function makePlayer(name) {
  for (let attempt = 0; !session.value.token; attempt++) {
    try {
      const candidate = attempt ? `${name.replace(/ \d+$/, "")} ${Math.floor(Math.random() * 9000 + 1000)}` : name;
      const player = await postOnce("players", { name: candidate });
      signIn(player.token, player.name);
    } catch (error) {
      const taken = error instanceof Problem && error.body.errors?.some((fault) => fault.code === "name_taken");
      if (!taken || attempt > 5) throw error;
    }
  }
}

/** Opens a match against bots and goes to its table. @param {string} game @param {number} bots @param {string} name @param {Record<string, any>} [options] @param {string} [policy] */
export async function playBots(game, bots, name, options = {}, policy = undefined) {
  await ensurePlayer(name);
  const seats = [
    { kind: "me" },
    ...Array.from({ length: bots }, () => ({ kind: "bot", ...(policy ? { policy } : {}) })),
  ];
  const match = await post("matches", { game, options, seats, nonce: nonce() });
  go(`/m/${match.id}`);
}

/** Sits down at an open table and opens its page. @param {string} match */
export async function sitDown(match, name = randomName(), seat = undefined) {
  await ensurePlayer(session.value.name ?? name);
  await post(`matches/${match}/seats`, { nonce: nonce(), ...(seat === undefined ? {} : { seat }) });
  go(`/m/${match}`);
}
