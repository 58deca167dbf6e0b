/* Prints what verify.js makes of the inputs of the vectors, and of bundles: reads {vectors, bundles} on stdin. */

import { readFileSync } from "node:fs";
import * as tt1 from "../../../events/verifier/verify.js";

const { bundles } = JSON.parse(readFileSync(0, "utf8"));
const filled = (size, byte) => new Uint8Array(size).fill(byte);
const counted = (size) => Uint8Array.from({ length: size }, (_, i) => i);
const deck = Array.from({ length: 52 }, (_, i) => i);
const clientCommit = (match, seat, seed) =>
  tt1.hex(tt1.sha256(tt1.joined(tt1.tag("tt1/commit/client"), match, tt1.u(seat, 1), seed)));
const serverCommit = (match, seed) => tt1.hex(tt1.sha256(tt1.joined(tt1.tag("tt1/commit/server"), match, seed)));

const one = tt1.matchSeed(filled(32, 0), filled(16, 0), [filled(32, 0), filled(32, 0)]);
const die = tt1.numbers(one, 1, "d6");
const seeds = [filled(32, 0x11), filled(32, 0x22), filled(32, 0x33)];
const two = tt1.matchSeed(counted(32), counted(16), seeds);
const saltKey = tt1.sha256(tt1.utf8("tt1 salt key"));
const salt = tt1.hmac(saltKey, tt1.joined(tt1.tag("tt1/salt"), tt1.u(2, 8), tt1.utf8("p0.hand")));
const cell = tt1.cellCommit(counted(16), 2, "p0.hand", salt, ["c07", "c31"]);
const created = { seq: 1, type: "match.created", at_ms: 1700000000000, actor: null, rules: "demo@1",
  server_commit: serverCommit(counted(16), counted(32)) };
const dealt = { seq: 2, type: "cards.dealt", at_ms: 1700000000123, actor: null, seat: 0, n: 2,
  cells: [{ path: "p0.hand", to: [0], c: tt1.hex(cell) }] };
const played = { seq: 3, type: "card.played", at_ms: 1700000001456, actor: 0, card: "c07",
  note: "héllo ♠ \"q\" \\ \n" };
let last = tt1.sha256(tt1.joined(tt1.tag("tt1/genesis"), counted(16)));
const hashes = [created, dealt, played].map((core) => {
  last = tt1.sha256(tt1.joined(tt1.tag("tt1/event"), last, tt1.utf8(tt1.write(core))));
  return last;
});

console.log(JSON.stringify({
  v1: {
    server_commit: serverCommit(filled(16, 0), filled(32, 0)),
    client_commits: [0, 1].map((seat) => clientCommit(filled(16, 0), seat, filled(32, 0))),
    match_seed: tt1.hex(one),
    shuffle: tt1.shuffled(deck.slice(0, 10), tt1.numbers(one, 0, "shuffle")),
    die: Array.from({ length: 12 }, () => die(6)),
  },
  v2: {
    server_commit: serverCommit(counted(16), counted(32)),
    client_commits: [clientCommit(counted(16), 0, seeds[0])],
    match_seed: tt1.hex(two),
    deck: tt1.shuffled(deck, tt1.numbers(two, 0, "shuffle:deck")),
    discard: tt1.shuffled(deck, tt1.numbers(two, 1, "shuffle:discard")),
  },
  v4: {
    salt: tt1.hex(salt), cell: tt1.hex(cell), hashes: hashes.map(tt1.hex), root: tt1.hex(tt1.treeRoot(hashes)),
  },
  bundles: await Promise.all(bundles.map((each) => tt1.verify(...each))),
}));
