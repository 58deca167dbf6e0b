/* Checks an exported match of Comptoir, in a browser or with Node: `node verify.js BUNDLE [--receipts FILE]
   [--global-log FILE] [--proofs FILE] [--policy FILE]`. One module, no dependencies, no network. The same steps, words and results as events/verifier/verify.py;
   docs/integrity.md says what each step proves and how the bytes are laid out. */

const FORMATS = new Map([["comptoir-bundle/1", 1], ["comptoir-bundle/2", 2]]);
const TYPES = new Set(
  ("match.created seat.joined seat.left seed.committed seeds.closed seed.revealed match.started move message " +
    "seat.resigned seat.replaced seat.vacation move.undone match.paused match.resumed clock match.over match.void " +
    "seed.opened").split(" "),
);
const BY = new Set(["setup", "player", "bot", "clock", "operator"]);
const ENDS = ["match.over", "match.void"];
const CELLS = ["c path salt value", "path root salts value"];
const COMMITMENTS = ["c path to", "path root size to"];
const EVENT_MEMBERS = "cells core hash";
const split = (names) => names.split(" ");
const NEEDED = split("format match viewer game rules_version deck events head keys");
const MEMBERS = [...NEEDED, ...split("match_seed cards global_log receipts")];
const SEAL = split("key_id signature");
const RECEIPT = [...SEAL, ...split("match size hash root")];
const KEY = split("key_id public_key not_before not_after");
const CARD = split("card dealt seq path position size salt value proof root");
const [ENTRY, LEAF] = [split("leaf position proof head"), split("kind hash at_ms")];
const GLOBAL_HEAD = [...SEAL, ...split("size root at_ms")];
const CORE = split("seq type at_ms actor by prompt move effects cells format");
const WAITING = split("to_act may_act deadlines");
const MORE_OF_TYPE = {
  "match.created": split("game rules_version options seats clock prng fairness reveal beacon_round deck_hash " +
    "server_commit key_id bundle sets unseen forked_from deal"),
  "seat.joined": split("nonce source policy client_commit hours"),
  "seat.replaced": split("policy hours renewed"),
  "seat.vacation": ["until_ms"],
  "match.paused": ["until_ms"],
  "move.undone": ["undoes"],
  "seed.committed": split("client_commit source"),
  "seeds.closed": ["deadline_ms"],
  "seed.revealed": split("client_seed source"),
  "message": split("withdrawn reason"),
  "match.over": split("standings scores"),
  "match.void": split("reason seats"),
  "seed.opened": split("server_seed salt_key"),
};
const CORE_OF_TYPE = new Map([...TYPES].map((type) => [type, new Set([...CORE, ...(MORE_OF_TYPE[type] ?? [])])]));
const NEVER = Number.MAX_SAFE_INTEGER;
const DEEPEST = 64; // values within values
const MOST_RECEIPTS = 2000; // different ones: each costs a signature
const UNREADABLE =
  "the text is not UTF-8 or not JSON as the bundle has it: whole numbers below 2^53, each member once";
// As in verify.py: the members of each object (after `~`, those that may be missing) and what each is.
const SHAPES = `
event: core s, hash s, cells [opened]
opened: path path, value any, ~, c s, salt s, root s, salts [s]
core: seq u, type s, at_ms t, actor u?, by s, prompt u?, move played?, effects [effect], cells [cell], format u
further: ~, to_act [u], may_act [u], deadlines [deadline], until_ms t, undoes u, deadline_ms t?, standings [[u]]
given: ~, nonce s?, client_commit s?, client_seed s, hours hours?, server_seed s?, salt_key s?, scores [n]?
set: ~, deal deal?, sets [s], unseen [s]
match.created: game s, rules_version u, seats c, clock clock?, fairness s, prng s, deck_hash s, ~, bundle u
match.void: reason s, ~, seats [u]
seat.joined: actor u
seat.replaced: ~, renewed b
seed.committed: actor u
seed.revealed: actor u
played: verb s, args any
deadline: prompt u, seats [u], at_ms t
deal: id s, nonce s
clock: ~, per_move d?, bank d?, increment d, play_window b, vacation_days c, ladder [s]
hours: start u, minutes u, offsets [[n]]
cell: path path, to [u]?, ~, c s, root s, size u
effect: kind s, ~, draw draw?
draw: k u, label s
zone: name s, seat u?, number u?
position: zones [pile], prompts [question]
pile: name s, seat u?, number u?, faces [s]
question: phase s, mode s, seats [u]
moved: cards [u?], to [u?], faces [s?], src zone, dst zone, at [u]?, index u?
shuffled: zone zone, size u, order [u]?, faces [s?]?
shown: zone zone, cards [u?], faces [s?]
rolled: die s, sides u, value u
prompted: prompt prompt
prompt: id u, parent u?, phase s, mode s, seats [u], after d?, window d?, beside b, arrived [u]
answered: prompt u, seat u
closed: prompt u
ended: standings [[u]], scores [n]?
bundle: match s, deck [s], head head, keys [key], ~, cards [card], global_log [entry], receipts [head], match_seed s?
head: match s, size u, hash s, root s, key_id s, signature s
key: key_id s, public_key s, not_before moment?, not_after moment?
card: card u, dealt u, seq u, path path, position u, size u, salt s, value s, proof [s], root s
entry: leaf leaf, position u, proof [s], head global_head
leaf: kind s, hash s, at_ms t
global_head: size u, root s, at_ms t, key_id s, signature s
line: ~, items [item], leaf leaf, head global_head?
item: ~, leaf leaf, head global_head?
`;

/** The fault, and the seq of the first faulty row (null: not a fault of one row). */
class Bad extends Error {
  constructor(seq, why) {
    super(seq === null ? why : `seq ${seq}: ${why}`);
  }
}

/** The reason why a step cannot run. */
class Skipped extends Error {}

/** A part of the bundle that is missing or of the wrong type. */
class Shapeless extends Error {}

function demand(holds, otherwise) {
  if (!holds) throw new Bad(null, otherwise);
}

function shaped(holds) {
  if (!holds) throw new Shapeless();
}

function part(object, name) {
  shaped(object !== null && typeof object === "object" && Object.hasOwn(object, name));
  return object[name];
}

function known(map, key) {
  shaped(map.has(key));
  return map.get(key);
}

// SHA-2 and HMAC, with computed instead of listed constants (FIPS 180-4, 4.2)

function root(number, degree) {
  let low = 0n;
  let high = 1n << 80n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** degree <= number) low = middle;
    else high = middle;
  }
  return low;
}

function primes(count) {
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p)) found.push(n);
  return found;
}

const MASK64 = (1n << 64n) - 1n;
const K512 = primes(80).map((p) => root(BigInt(p) << 192n, 3n) & MASK64);
const H512 = primes(8).map((p) => root(BigInt(p) << 128n, 2n) & MASK64);
const K256 = Int32Array.from(K512.slice(0, 64), (k) => Number(k >> 32n));
const H256 = Int32Array.from(H512, (h) => Number(h >> 32n));

function padded(message, block, lengthBytes) {
  const whole = new Uint8Array(Math.ceil((message.length + 1 + lengthBytes) / block) * block);
  whole.set(message);
  whole[message.length] = 0x80;
  new DataView(whole.buffer).setBigUint64(whole.length - 8, BigInt(message.length) * 8n);
  return new DataView(whole.buffer);
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

export function sha256(message) {
  const data = padded(message, 64, 8);
  const state = H256.slice();
  const w = new Int32Array(64);
  for (let at = 0; at < data.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = data.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const b = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + a + w[i - 7] + b) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + K256[i] + w[i]) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
  }
  const digest = new Uint8Array(32);
  state.forEach((word, i) => new DataView(digest.buffer).setInt32(4 * i, word));
  return digest;
}

function sha512(message) {
  const data = padded(message, 128, 16);
  let state = H512.slice();
  const turn = (word, by) => (word >> by) | ((word << (64n - by)) & MASK64);
  for (let at = 0; at < data.byteLength; at += 128) {
    const w = [];
    for (let i = 0; i < 16; i++) w.push(data.getBigUint64(at + 8 * i));
    for (let i = 16; i < 80; i++) {
      const a = turn(w[i - 15], 1n) ^ turn(w[i - 15], 8n) ^ (w[i - 15] >> 7n);
      const b = turn(w[i - 2], 19n) ^ turn(w[i - 2], 61n) ^ (w[i - 2] >> 6n);
      w.push((w[i - 16] + a + w[i - 7] + b) & MASK64);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 80; i++) {
      const s1 = turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n);
      const one = (h + s1 + ((e & f) ^ (~e & MASK64 & g)) + K512[i] + w[i]) & MASK64;
      const s0 = turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) & MASK64;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & MASK64, c, b, a, (one + two) & MASK64];
    }
    state = [a, b, c, d, e, f, g, h].map((word, i) => (state[i] + word) & MASK64);
  }
  const digest = new Uint8Array(64);
  state.forEach((word, i) => new DataView(digest.buffer).setBigUint64(8 * i, word));
  return digest;
}

export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = block.map((byte) => byte ^ 0x36);
  const outer = block.map((byte) => byte ^ 0x5c);
  return sha256(joined(outer, sha256(joined(inner, message))));
}

// Bytes of tt1

const encoder = new TextEncoder();
export const utf8 = (text) => encoder.encode(text);
export const tag = (name) => utf8(`${name}\0`);

export function joined(...pieces) {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export function u(number, size) {
  shaped(Number.isSafeInteger(number) && number >= 0);
  const found = new Uint8Array(size);
  let rest = number;
  for (let i = size - 1; i >= 0; i--) {
    found[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  shaped(rest === 0);
  return found;
}

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** `size` bytes from lower-case hexadecimal digits. */
export function unhex(text, size = 32) {
  shaped(typeof text === "string" && text.length === 2 * size && /^[0-9a-f]*$/.test(text));
  return Uint8Array.from({ length: size }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

const goodKeys = new Set();

function isGoodKey(key) {
  if (goodKeys.has(key)) return true;
  if (!/^[a-z0-9_]+$/.test(key)) return false;
  goodKeys.add(key);
  return true;
}

/** Returns the canonical text of a value; throws if it has none. */
export function write(value) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    shaped(Number.isSafeInteger(value));
    return String(value);
  }
  if (typeof value === "string") {
    shaped(!value.includes("\0"));
    shaped(!isBroken(value));
    return JSON.stringify(value);
  }
  shaped(typeof value === "object");
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  const members = Object.keys(value).sort().map((key) => {
    shaped(isGoodKey(key));
    return `"${key}":${write(value[key])}`;
  });
  return `{${members.join(",")}}`;
}

/** Whether a text has half of a surrogate pair. */
const isBroken = (text) => /\p{Surrogate}/u.test(text);

const NUMBER = /[-+.0-9eE]+/y;

/** Throws for what is in a JSON text and readers understand differently. `inCore`: the canonical form is checked later,
    so that only fractions, exponents and values too deep within others count here. */
function scan(text, inCore = false) {
  const open = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      const start = at;
      for (at++; text[at] !== '"'; at++) if (text[at] === "\\") at++;
      const found = text.slice(start, at + 1);
      if (inCore) continue;
      const isEscaped = found.includes("\\");
      shaped(!isEscaped || !isBroken(JSON.parse(found)));
      let next = at + 1;
      while (" \t\n\r".includes(text[next] ?? ".")) next++;
      if (text[next] !== ":") continue;
      const [names, name] = [open.at(-1), isEscaped ? JSON.parse(found) : found.slice(1, -1)];
      shaped(!names.has(name));
      names.add(name);
    } else if (sign === "{" || sign === "[") {
      open.push(new Set());
      shaped(open.length <= DEEPEST);
    } else if (sign === "}" || sign === "]") open.pop();
    else if (sign === "-" || (sign >= "0" && sign <= "9")) {
      NUMBER.lastIndex = at;
      const [found] = NUMBER.exec(text);
      at += found.length - 1;
      if (inCore) shaped(!/[.eE]/.test(found));
      else shaped(/^(0|-?[1-9][0-9]{0,15})$/.test(found) && Number.isSafeInteger(Number(found)));
    }
  }
}

const PATH = /^(effects\/(0|[1-9][0-9]{0,8})\/[a-z0-9_]+|move\/args\/[a-z0-9_]+|[a-z0-9_]+)$/;
const MOMENT = new RegExp("^[1-9][0-9]{3}-([0-9]{2})-([0-9]{2})T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]" +
  "(\\.[0-9]{3}|\\.[0-9]{6})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$");
const upTo = (limit) => (value) => Number.isInteger(value) && value >= 0 && value <= limit;
const FITS = {
  any: () => true,
  n: Number.isSafeInteger,
  u: upTo(NEVER),
  c: upTo(65_535),
  d: upTo(10 ** 9),
  t: upTo(253_402_300_799_999), // the year 9999
  s: (value) => typeof value === "string",
  b: (value) => typeof value === "boolean",
  path: (value) => typeof value === "string" && PATH.test(value),
  moment: isMoment,
};
const FITTING = new Map(Object.entries(FITS));
const LAYOUTS = new Map(SHAPES.trim().split("\n").map((line) => line.split(": ")));

function isMoment(value) {
  const [found, month, day] = (typeof value === "string" && MOMENT.exec(value)) || [];
  if (!found) return false;
  const date = new Date(`${found.slice(0, 10)}T00:00:00Z`); // a reader may take the 30th of February for the 2nd of March
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** Returns what says whether a value has the shape that SHAPES describes. */
function fits(shape) {
  if (!FITTING.has(shape)) FITTING.set(shape, fitting(shape));
  return FITTING.get(shape);
}

function fitting(shape) {
  if (shape.endsWith("?")) {
    const inner = fits(shape.slice(0, -1));
    return (value) => value === null || inner(value);
  }
  if (shape.startsWith("[")) {
    const inner = (item) => fits(shape.slice(1, -1))(item);
    return (value) => Array.isArray(value) && value.every(inner);
  }
  const layout = LAYOUTS.get(shape).split(", ");
  const needed = layout.includes("~") ? layout.indexOf("~") : layout.length;
  const members = layout.filter((member) => member !== "~").map((member, place) => {
    const [name, kind] = member.split(" ");
    return [name, fits(kind), place < needed];
  });
  return (value) => {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
    const fit = ([name, inner, isNeeded]) => (Object.hasOwn(value, name) ? inner(value[name]) : !isNeeded);
    return members.every(fit) && (shape !== "effect" || !LAYOUTS.has(value.kind) || fits(value.kind)(value));
  };
}

function expect(value, shape) {
  shaped(fits(shape)(value));
}

/** Whether keys and texts are those of tt1. */
function isPlain(value) {
  if (typeof value === "string") return !value.includes("\0");
  if (value === null || typeof value !== "object") return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return Object.keys(value).every((key) => isGoodKey(key) && isPlain(value[key]));
}

/** Returns the value of a JSON text; throws for what readers understand differently. */
function read(text) {
  const value = JSON.parse(text);
  scan(text);
  shaped(isPlain(value));
  return value;
}

/** Returns the value of a core, and whether its text is canonical. */
function readCore(text) {
  shaped(typeof text === "string");
  const value = JSON.parse(text);
  const isCanonicalText = isCanonical(text, value);
  scan(text, true);
  return [value, isCanonicalText];
}

const UTF8 = { fatal: true, ignoreBOM: true };

/** Returns the values of a file's bytes: one, a list of them, or one a line. */
function values(bytes) {
  const text = new TextDecoder("utf-8", UTF8).decode(bytes);
  let found;
  try {
    found = read(text);
  } catch {
    return text.split("\n").filter((line) => /[^ \t\r]/.test(line)).map(read);
  }
  return Array.isArray(found) ? found : [found];
}

const same = (one, other) => write(one) === write(other);

function isCanonical(text, value) {
  try {
    return write(value) === text;
  } catch {
    return false;
  }
}

export function cellCommit(match, seq, path, salt, value) {
  const place = utf8(path);
  return sha256(joined(tag("tt1/cell"), match, u(seq, 8), u(place.length, 2), place, salt, utf8(write(value))));
}

/** Returns the Merkle tree hash of RFC 9162, 2.1.1: level by level; a last node without a sibling moves up unchanged. */
export function treeRoot(leaves) {
  let level = leaves.length ? leaves.map((leaf) => sha256(joined([0], leaf))) : [sha256(new Uint8Array())];
  while (level.length > 1) {
    const above = [];
    for (let i = 0; i + 1 < level.length; i += 2) above.push(sha256(joined([1], level[i], level[i + 1])));
    if (level.length % 2) above.push(level[level.length - 1]);
    level = above;
  }
  return level[0];
}

/** The roots of the trees over the first leaves, for growing sizes: each leaf is hashed once. */
class Roots {
  constructor(leaves) {
    [this.leaves, this.size, this.whole] = [leaves, 0, []]; // whole: the roots of full trees, the largest first
  }

  of(size) {
    if (!size) return sha256(new Uint8Array());
    for (; this.size < size; this.size++) {
      let node = sha256(joined([0], this.leaves[this.size]));
      for (let number = this.size; number % 2; number = Math.floor(number / 2)) // it completes a full tree with the last
        node = sha256(joined([1], this.whole.pop(), node));
      this.whole.push(node);
    }
    return this.whole.reduceRight((root, node) => sha256(joined([1], node, root)));
  }
}

/** Returns the root that an inclusion proof leads to (RFC 9162, 2.1.3.2). */
export function rootOfProof(leaf, place, size, proof) {
  shaped(Number.isInteger(place) && place >= 0 && place < size);
  let [found, at, last] = [sha256(joined([0], leaf)), place, size - 1];
  const rest = [...proof];
  while (last) {
    if (at % 2 || at < last) {
      shaped(rest.length > 0);
      const sibling = rest.shift();
      found = sha256(at % 2 ? joined([1], sibling, found) : joined([1], found, sibling));
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  shaped(rest.length === 0);
  return found;
}

/** Returns the generator of draw k, `below(n)`. */
export function numbers(seed, k, label) {
  const name = utf8(label);
  shaped(/^[\0-\x7f]{1,64}$/.test(label));
  const key = hmac(seed, joined(tag("tt1/draw"), u(k, 4), u(name.length, 1), name));
  let words = [];
  let block = 0;
  return function below(limit) {
    shaped(limit >= 1 && limit <= 2 ** 32);
    const fair = 2 ** 32 - (2 ** 32 % limit);
    while (limit > 1) {
      if (!words.length) {
        const text = new DataView(hmac(key, u(block++, 8)).buffer);
        words = Array.from({ length: 8 }, (_, i) => text.getUint32(4 * (7 - i)));
      }
      const word = words.pop();
      if (word < fair) return word % limit;
    }
    return 0;
  };
}

export function shuffled(items, below) {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// Ed25519 (RFC 8032, 5.1): verification only

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (number) => ((number % P) + P) % P;

function power(base, exponent) {
  let found = 1n;
  for (let rest = exponent, square = mod(base); rest; rest >>= 1n, square = mod(square * square))
    if (rest & 1n) found = mod(found * square);
  return found;
}

const D = mod(-121665n * power(121666n, P - 2n));

/** Returns the x of a y; null if there is none (RFC 8032, 5.1.3). */
function xOf(y, sign) {
  if (y >= P) return null;
  const xx = mod((y * y - 1n) * power(D * y * y + 1n, P - 2n));
  let x = power(xx, (P + 3n) / 8n);
  if (mod(x * x - xx)) x = mod(x * power(2n, (P - 1n) / 4n));
  if (mod(x * x - xx) || (x === 0n && sign)) return null;
  return (x & 1n) !== sign ? P - x : x;
}

function add(one, other) {
  const a = mod((one[1] - one[0]) * (other[1] - other[0]));
  const b = mod((one[1] + one[0]) * (other[1] + other[0]));
  const c = mod(2n * one[3] * other[3] * D);
  const d = mod(2n * one[2] * other[2]);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(number, point) {
  let found = [0n, 1n, 1n, 0n];
  for (let rest = number, doubled = point; rest; rest >>= 1n, doubled = add(doubled, doubled))
    if (rest & 1n) found = add(found, doubled);
  return found;
}

const little = (bytes) => BigInt(`0x${hex(Uint8Array.from(bytes).reverse())}`);

function pointOf(bytes) {
  const number = little(bytes);
  const y = number & ((1n << 255n) - 1n);
  const x = xOf(y, number >> 255n);
  return x === null ? null : [x, y, 1n, mod(x * y)];
}

const BASE_Y = mod(4n * power(5n, P - 2n));
const BASE = [xOf(BASE_Y, 0n), BASE_Y, 1n, mod(xOf(BASE_Y, 0n) * BASE_Y)];

const held = new Set(); // the signatures that were found valid, so that equal ones are checked once
const nameOf = (publicKey, message, signature) => `${hex(publicKey)} ${hex(signature)} ${message}`;

/** Notes which signatures [public key, message, signature] the browser itself finds valid, which takes it far less
    time. What it does not find valid, or where it cannot tell, `signatureHolds` computes. */
async function noteValid(signatures) {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return;
  const keys = new Map();
  for (const [publicKey, message, signature] of signatures) {
    const [key, name] = [hex(publicKey), nameOf(publicKey, message, signature)];
    if (held.has(name)) continue;
    try {
      if (!keys.has(key)) {
        shaped(pointOf(publicKey) !== null);
        keys.set(key, await subtle.importKey("raw", publicKey, { name: "Ed25519" }, false, ["verify"]));
      }
      if (await subtle.verify({ name: "Ed25519" }, keys.get(key), signature, utf8(message))) held.add(name);
    } catch {
      continue; // the browser has no Ed25519, or not this key
    }
  }
}

/** Returns whether an Ed25519 signature of a message by a key is valid. */
export function signatureHolds(publicKey, message, signature) {
  if (signature.length !== 64) return false;
  const [key, nonce, s] = [pointOf(publicKey), pointOf(signature.slice(0, 32)), little(signature.slice(32))];
  if (key === null || nonce === null || s >= ORDER) return false;
  const digest = little(sha512(joined(signature.slice(0, 32), publicKey, message)));
  const [left, right] = [times(s, BASE), add(nonce, times(digest % ORDER, key))];
  return !mod(left[0] * right[2] - right[0] * left[2]) && !mod(left[1] * right[2] - right[1] * left[2]);
}

// The bundle

/** An event: its core, the hashed text, the hash that the bundle states, and the opened parts by path. */
class Event {
  constructor(seq, raw) {
    expect(raw, "event");
    [this.seq, this.text, this.hash] = [seq, raw.core, raw.hash];
    [this.core, this.isCanonical] = readCore(this.text);
    this.opened = new Map(part(raw, "cells").map((cell) => [part(cell, "path"), cell]));
    this.parts = new Map([...this.opened].map(([path, cell]) => [path, part(cell, "value")]));
    shaped(this.opened.size === raw.cells.length && namesOf(raw) === EVENT_MEMBERS);
    shaped(raw.cells.every((cell) => CELLS.includes(namesOf(cell)) && (!("root" in cell) || Array.isArray(cell.value))));
  }

  /** Returns the event's effects with the opened parts in their places. */
  effects() {
    const effects = [...part(this.core, "effects")];
    for (const [path, value] of this.parts) {
      if (!path.startsWith("effects/")) continue;
      const [, place, field] = path.split("/");
      part(effects, place);
      effects[place] = { ...effects[place], [field]: value };
    }
    return effects;
  }
}

const LISTS = { events: "object", keys: "object", deck: "string", cards: "object", global_log: "object",
  receipts: "object" };

/** Throws unless the bundle's lists have items of the right types. */
function demandLists(raw) {
  for (const [name, kind] of Object.entries(LISTS)) {
    const found = ["events", "keys", "deck"].includes(name) ? part(raw, name) : (raw[name] ?? []);
    const fits = (item) => typeof item === kind && item !== null && !Array.isArray(item);
    shaped(Array.isArray(found) && found.every(fits) && raw[name] !== null);
  }
  for (const key of raw.keys) expect(key, "key");
}

/** Throws unless the bundle and all its parts have exactly the members of its format. */
function demandMembers(raw, number) {
  demandNames(raw, number === 1 ? MEMBERS : [...MEMBERS, "seal"], "the bundle", number === 1 ? NEEDED : null);
  demandNames(raw.head, RECEIPT, "the head");
  for (const key of raw.keys) demandNames(key, KEY, "a key");
  for (const card of raw.cards ?? []) demandNames(card, CARD, "a card's proof");
  for (const receipt of raw.receipts ?? []) demandNames(receipt, RECEIPT, "a receipt");
  for (const entry of raw.global_log ?? []) {
    demandNames(entry, ENTRY, "a leaf's proof");
    demandNames(entry.leaf, LEAF, "a leaf of the global log");
    demandNames(entry.head, GLOBAL_HEAD, "a head of the global log");
  }
  if (number > 1) demandNames(raw.seal, SEAL, "the seal");
}

/** Throws if an object has other members, or lacks required ones (all, unless `needed` lists them). */
function demandNames(found, members, what, needed = null) {
  shaped(found !== null && typeof found === "object" && !Array.isArray(found));
  const missing = (needed ?? members).filter((name) => !Object.hasOwn(found, name)).sort();
  demand(!missing.length, `${what} has no ${missing.join(", ")}`);
  const unknown = Object.keys(found).filter((name) => !members.includes(name)).sort();
  demand(!unknown.length, `${what} has unknown members: ${unknown.join(", ")}`);
}

const namesOf = (object) => Object.keys(object).sort().join(" ");

/** An export, with the holder's receipts and a copy of the global log. */
class Bundle {
  constructor(raw, receipts = [], globalLog = null, proofs = null, policy = null) {
    demandLists(raw);
    [this.raw, this.globalLog, this.proofs, this.policy] = [raw, globalLog, proofs, policy];
    this.receipts = [...(raw.receipts ?? []), ...receipts];
    this.match = unhex(part(raw, "match").replaceAll("-", ""), 16);
    this.viewer = part(raw, "viewer");
    this.keys = new Map(part(raw, "keys").map((key) => [part(key, "key_id"), key]));
    [this.events, this.seed, this.draws] = [[], null, 0];
    shaped(Array.isArray(part(raw, "events")));
    shaped(this.viewer === null || this.viewer === "all" || Number.isInteger(this.viewer));
  }

  get created() {
    return this.events[0].core;
  }

  /** Returns a member of the last event of a type, public or opened; null if it is hidden. */
  part(kind, name) {
    const row = this.events.findLast((event) => event.core.type === kind);
    if (row === undefined) return null;
    return (Object.hasOwn(row.core, name) ? row.core[name] : row.parts.get(name)) ?? null;
  }
}

/** Checks all events in order; an event whose shape breaks the check counts as faulty. */
function rows(bundle, check) {
  for (const event of bundle.events) {
    try {
      check(event);
    } catch (error) {
      if (error instanceof Bad) throw error;
      throw new Bad(event.seq, "the row has a wrong shape");
    }
  }
}

function checkForm(bundle) {
  const number = FORMATS.get(part(bundle.raw, "format"));
  demand(number !== undefined, `expected the format ${[...FORMATS.keys()].join(" or ")}`);
  demandMembers(bundle.raw, number);
  expect(bundle.raw, "bundle");
  bundle.raw.events.forEach((raw, seq) => {
    try {
      bundle.events.push(new Event(seq, raw));
    } catch {
      throw new Bad(seq, "the row has a wrong shape");
    }
  });
  if (!bundle.events.length) throw new Bad(null, "the log has no rows");
  let [last, layout] = [0, 1];
  rows(bundle, (event) => {
    checkCore(event, event.core, last, layout);
    [last, layout] = [event.core.at_ms, event.core.format];
  });
  for (const name of ["game", "rules_version"])
    if (part(bundle.raw, name) !== part(bundle.created, name))
      throw new Bad(0, `the ${name} of the bundle is not that of the log`);
  const { viewer, created } = bundle;
  if (number < (created.bundle ?? 1))
    throw new Bad(0, `the log is exported in format ${created.bundle} and later ones only`);
  if (Number.isInteger(viewer) && !(viewer >= 0 && viewer < part(created, "seats")))
    throw new Bad(0, "the bundle is for a seat that the match does not have");
  return `${bundle.events.length} rows in canonical JSON, seq 0 to ${bundle.events.length - 1}`;
}

function checkCore(event, core, last, layout) {
  const seq = event.seq;
  if (part(core, "seq") !== seq) throw new Bad(seq, `expected seq ${seq}, got ${core.seq}`);
  shaped(!isBroken(event.text));
  if (!event.isCanonical) throw new Bad(seq, "the core is not canonical JSON");
  for (const shape of ["core", "further", "given", "set", part(core, "type")])
    if (LAYOUTS.has(shape)) expect(core, shape);
  if (event.opened.size) expect(event.effects(), "[effect]");
  if (part(core, "at_ms") < last) throw new Bad(seq, "the time decreases");
  if (![1, 2].includes(part(core, "format"))) throw new Bad(seq, "the format of the row is unknown");
  if (core.format < layout) throw new Bad(seq, "the row has an older format than the previous row");
  if (!TYPES.has(part(core, "type")) || !BY.has(part(core, "by")))
    throw new Bad(seq, "the type or author of the row is unknown");
  if ((core.type === "match.created") !== (seq === 0))
    throw new Bad(seq, "the first row, and no other, must be match.created");
  const further = core.format === 1 ? [] : WAITING;
  if (!further.every((name) => Object.hasOwn(core, name)))
    throw new Bad(seq, "the row does not state the seats that the match waits for");
  const isKnown = (name) => CORE_OF_TYPE.get(core.type).has(name) || further.includes(name);
  if (!CORE.every((name) => Object.hasOwn(core, name)) || !Object.keys(core).every(isKnown))
    throw new Bad(seq, "the row has unknown members");
  if (core.cells.some((cell) => !COMMITMENTS.includes(namesOf(cell))))
    throw new Bad(seq, "a commitment has unknown members");
}

function checkChain(bundle) {
  const prefix = tag("tt1/event");
  let last = sha256(joined(tag("tt1/genesis"), bundle.match));
  rows(bundle, (event) => {
    last = sha256(joined(prefix, last, utf8(event.text)));
    if (event.hash !== hex(last)) throw new Bad(event.seq, "its hash does not follow from its core and the previous row");
  });
  return `every hash follows; the last is ${hex(last)}`;
}

/** Throws unless the message was signed by a key of the bundle that was valid at the time of the row. */
function checkSigned(bundle, head, seq, message) {
  const id = part(head, "key_id");
  const key = bundle.keys.get(id);
  if (key === undefined || hex(sha256(unhex(part(key, "public_key")))).slice(0, 16) !== id)
    throw new Bad(seq, `the key ${id} is not in the bundle`);
  if (seq !== null && part(key, "not_after") !== null && Date.parse(key.not_after) < bundle.events[seq].core.at_ms)
    throw new Bad(seq, `the key ${id} had expired`);
  const [publicKey, signature] = [unhex(key.public_key), unhex(part(head, "signature"), 64)];
  const name = nameOf(publicKey, message, signature);
  if (held.has(name)) return;
  if (!signatureHolds(publicKey, utf8(message), signature))
    throw new Bad(seq, "the signature is invalid");
  held.add(name);
}

const textOfHead = (match, { size, hash, root }) => `tt1/head\n${hex(match)}\n${size}\n${hash}\n${root}\n`;

function sizeOf(receipt) {
  const size = part(receipt, "size");
  shaped(Number.isSafeInteger(size) && size > 0);
  return size;
}

const rootsOf = (bundle) => new Roots(bundle.events.map((event) => unhex(event.hash)));

function checkReceipt(bundle, receipt, roots) {
  const [size, events] = [sizeOf(receipt), bundle.events];
  if (part(receipt, "match") !== bundle.raw.match) throw new Bad(null, "a receipt belongs to another match");
  shaped(Object.hasOwn(receipt, "hash") && Object.hasOwn(receipt, "root"));
  checkSigned(bundle, receipt, Math.min(size, events.length) - 1, textOfHead(bundle.match, receipt));
  if (size > events.length)
    throw new Bad(events.length, `a signed head covers ${size} rows, the log has ${events.length}`);
  if (receipt.hash !== events[size - 1].hash || receipt.root !== hex(roots.of(size)))
    throw new Bad(size - 1, "a signed head belongs to another log");
}

function checkHead(bundle) {
  const head = part(bundle.raw, "head");
  checkReceipt(bundle, head, rootsOf(bundle));
  if (head.size !== bundle.events.length)
    throw new Bad(bundle.events.length - 1, "the signed head covers fewer rows");
  return `${bundle.events.length} rows signed by ${head.key_id}`;
}

function checkReceipts(bundle) {
  if (!bundle.receipts.length)
    throw new Skipped("there are no receipts; only they can show that the whole log was rewritten");
  expect(bundle.receipts, "[head]");
  const different = [...new Map(bundle.receipts.map((receipt) => [write(receipt), receipt])).values()];
  demand(different.length <= MOST_RECEIPTS, `there are more than ${MOST_RECEIPTS} different receipts: bring fewer at once`);
  different.sort((one, other) => sizeOf(one) - sizeOf(other));
  const roots = rootsOf(bundle);
  different.forEach((receipt) => checkReceipt(bundle, receipt, roots));
  return `${bundle.receipts.length} receipts belong to this chain`;
}

const GLOBAL_KINDS = new Map([["match.created", "created"], ["match.over", "ended"], ["match.void", "void"]]);

function checkGlobalLog(bundle) {
  const entries = bundle.raw.global_log ?? [];
  entries.forEach((entry) => checkEntry(bundle, entry));
  if (bundle.globalLog === null && entries.length)
    return `${entries.length} leaves of this match are signed; there is no copy of the global log to compare`;
  if (bundle.globalLog === null) throw new Skipped("there is no copy of the global log");
  expect(bundle.globalLog, "[line]");
  const [leaves, heads] = copied(bundle.globalLog);
  const hashes = leaves.map(globalLeaf);
  const [roots, different] = [new Roots(hashes), [...new Map(heads.map((head) => [write(head), head])).values()]];
  different.sort((one, other) => one.size - other.size);
  for (const head of different) {
    checkGlobalHead(bundle, head, null);
    if (head.size > leaves.length || head.root !== hex(roots.of(head.size)))
      throw new Bad(null, `the head of ${head.size} leaves is not that of this global log`);
  }
  const reach = different.at(-1)?.size ?? 0;
  const signed = new Set(leaves.slice(0, reach).map((leaf) => `${leaf.kind} ${leaf.hash}`));
  for (const event of bundle.events) {
    const kind = GLOBAL_KINDS.get(event.core.type);
    if (kind !== undefined && !signed.has(`${kind} ${event.hash}`))
      throw new Bad(event.seq, `the global log has no signed leaf for ${kind}`);
  }
  const stands = ({ position, leaf }) => position < hashes.length && hex(hashes[position]) === hex(globalLeaf(leaf));
  if (!entries.every(stands))
    throw new Bad(null, "this copy has a leaf of this match elsewhere: there are two global logs");
  return `${heads.length} signed heads over ${leaves.length} leaves; this match is among them`;
}

/** Returns the leaves and heads of a copy: pages of the log, and witnessed heads. */
function copied(lines) {
  const whole = lines.flatMap((line) => ("items" in line ? [...line.items, line] : [line]));
  return [
    whole.filter((line) => "leaf" in line).map((line) => line.leaf),
    whole.filter((line) => line.head).map((line) => line.head),
  ];
}

const globalLeaf = (leaf) => sha256(joined(tag("tt1/global"), utf8(write(leaf))));

const textOfGlobalHead = ({ size, root, at_ms: at }) => `tt1/global-head\n${size}\n${root}\n${at}\n`;

function checkGlobalHead(bundle, head, seq) {
  checkSigned(bundle, head, seq, textOfGlobalHead(head));
}

/** Checks that a leaf of this match belongs to one of its rows and is covered by a signed head. */
function checkEntry(bundle, { leaf, position, proof, head }) {
  const row = bundle.events.find((event) => event.hash === leaf.hash);
  const seq = row === undefined ? null : row.seq;
  if (seq === null || ![GLOBAL_KINDS.get(row.core.type), "head"].includes(leaf.kind))
    throw new Bad(seq, "a leaf of the global log matches no row of this match");
  const root = rootOfProof(globalLeaf(leaf), position, head.size, proof.map((node) => unhex(node)));
  if (hex(root) !== head.root) throw new Bad(seq, "a leaf has no valid proof that it is in the global log");
  checkGlobalHead(bundle, head, seq);
}

// Witnesses (C2SP: signed-note, tlog-checkpoint, tlog-cosignature, tlog-proof, tlog-policy)

const PROOF = "c2sp.org/tlog-proof@v1\n";
const [LOG_KEY, WITNESS_KEY] = [1, 4];
const isGoodSize = (text) => /^(0|[1-9][0-9]{0,14})$/.test(text);

/** Returns bytes, `size` of them if it is given, from their only spelling in Base 64. */
function base64Of(text, size = null) {
  shaped(/^[A-Za-z0-9+/]+={0,2}$/.test(text));
  const binary = atob(text);
  shaped(btoa(binary) === text && (size === null || binary.length === size));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Returns the name, the id in hexadecimal, and the public key in a verifier key. */
function keyOf(vkey, kind) {
  const [name, id, ...rest] = vkey.split("+");
  const material = base64Of(rest.join("+"), 33);
  const named = hex(sha256(joined(utf8(`${name}\n`), material)).slice(0, 4));
  shaped(/^[!-*,-~]+$/.test(name) && material[0] === kind && id === named);
  return [name, id, material.slice(1)];
}

/** Whose signatures one demands: a log's, and those of a quorum of witnesses. */
class Policy {
  constructor(text) {
    [this.logs, this.witnesses, this.groups, this.quorum] = [[], new Map(), new Map(), null];
    for (const line of text.split("\n")) {
      const words = line.replace(/^[ \t]+|[ \t]+$/g, "").split(/[ \t]+/);
      if (words.join("") && !words[0].startsWith("#")) this.read(words);
    }
    const publics = [...this.logs, ...this.witnesses.values()].map((key) => hex(key[2]));
    shaped(this.quorum !== null && this.logs.length > 0 && new Set(publics).size === publics.length);
  }

  read([kind, name, ...rest]) {
    const known = new Set([...this.witnesses.keys(), ...this.groups.keys()]);
    const isNew = name !== undefined && !known.has(name) && name !== "none";
    if (kind === "log" && name !== undefined && rest.length < 2) this.logs.push(keyOf(name, LOG_KEY));
    else if (kind === "witness" && isNew && (rest.length === 1 || rest.length === 2))
      this.witnesses.set(name, keyOf(rest[0], WITNESS_KEY));
    else if (kind === "group" && isNew && rest.length > 1) {
      const [least, ...members] = rest;
      const number = { any: 1, all: members.length }[least] ?? (isGoodSize(least) ? Number(least) : 0);
      shaped(members.every((member) => known.has(member)) && new Set(members).size === members.length);
      shaped(number >= 1 && number <= members.length);
      this.groups.set(name, [number, members]);
    } else {
      shaped(kind === "quorum" && rest.length === 0 && this.quorum === null && (known.has(name) || name === "none"));
      this.quorum = name;
    }
  }

  /** Returns whether the witnesses that were found are enough for a witness, a group or `none`. */
  holds(found, name) {
    if (!this.groups.has(name)) return name === "none" || found.has(name);
    const [least, members] = this.groups.get(name);
    return members.filter((member) => this.holds(found, member)).length >= least;
  }
}

/** Returns a text in two at the first or the last empty line. */
function halves(text, at) {
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 2)];
}

/** Returns each proof by the position of its leaf: the hashes, and the checkpoint's note. */
function proofsIn(text) {
  const [before, ...parts] = text.split(PROOF);
  shaped(before === "");
  const found = new Map();
  for (const each of parts) {
    const [head, note] = halves(each, each.indexOf("\n\n"));
    const lines = head.split("\n");
    const [index, ...hashes] = lines.slice(lines[0].startsWith("extra ") ? 1 : 0);
    shaped(index !== undefined && index.startsWith("index ") && isGoodSize(index.slice(6)));
    found.set(Number(index.slice(6)), [hashes.map((line) => base64Of(line, 32)), note]);
  }
  return found;
}

/** Returns the text of a checkpoint, its size and root, and its signatures as [name, id, signature]. */
function checkpointIn(note) {
  const at = note.lastIndexOf("\n\n");
  const [text, lines] = halves(note, at);
  const [origin, size, root, ...more] = text.split("\n");
  shaped(at >= 0 && origin !== "" && isGoodSize(size) && !more.includes("") && lines.endsWith("\n"));
  const signatures = lines.slice(0, -1).split("\n").map((line) => {
    const [dash, name, data, ...rest] = line.split(" ");
    shaped(dash === "\u2014" && data !== undefined && rest.length === 0);
    const bytes = base64Of(data);
    return [name, hex(bytes.slice(0, 4)), bytes.slice(4)];
  });
  return [`${text}\n`, Number(size), base64Of(root, 32), signatures];
}

/** Returns whether a key signed the text; throws Bad if a signature under its name and id is wrong. */
function isSigned([name, id, publicKey], text, signatures) {
  const mine = signatures.filter((line) => line[0] === name && line[1] === id);
  if (!mine.every((line) => signatureHolds(publicKey, ...signedBy(text, line[2]))))
    throw new Bad(null, "a signature of a checkpoint is invalid");
  return mine.length > 0;
}

/** Returns what a log or a witness signed, and its signature: that of a witness begins with the time. */
function signedBy(text, signature) {
  if (signature.length !== 72) return [utf8(text), signature];
  const seconds = BigInt(`0x${hex(signature.slice(0, 8))}`);
  return [utf8(`cosignature/v1\ntime ${seconds}\n${text}`), signature.slice(8)];
}

function checkWitnesses(bundle) {
  const [policy, proofs, roots] = [new Policy(bundle.policy), proofsIn(bundle.proofs ?? ""), new Map()];
  const entries = bundle.raw.global_log ?? [];
  if (!entries.length) throw new Bad(null, "the bundle has no leaf of the global log that witnesses could have seen");
  for (const { position, leaf } of entries) {
    if (!proofs.has(position)) throw new Bad(null, `there is no proof for leaf ${position}`);
    const [hashes, note] = proofs.get(position);
    const [text, size, root, signatures] = checkpointIn(note);
    if (hex(rootOfProof(globalLeaf(leaf), position, size, hashes)) !== hex(root))
      throw new Bad(null, `the proof for leaf ${position} does not lead to its checkpoint`);
    const [origin] = text.split("\n");
    if (!policy.logs.filter((key) => key[0] === origin && isSigned(key, text, signatures)).length)
      throw new Bad(null, `no log of the policy signed the checkpoint of ${size} leaves`);
    const cosigners = [...policy.witnesses].filter(([, key]) => isSigned(key, text, signatures)).map(([name]) => name);
    if (!policy.holds(new Set(cosigners), policy.quorum))
      throw new Bad(null, `too few witnesses cosigned the checkpoint of ${size} leaves: ${cosigners.length}`);
    const name = `${origin}\n${size}`;
    if ((roots.get(name) ?? hex(root)) !== hex(root))
      throw new Bad(null, `two checkpoints of ${size} leaves differ: there are two global logs`);
    roots.set(name, hex(root));
  }
  return `${entries.length} leaves of this match are in logs that enough witnesses cosigned`;
}

// Seeds and chance

const SEEDED = ["fixed_seed", "deal"]; // the seats send nothing

function checkSeeds(bundle) {
  const { created } = bundle;
  const [mode, seats] = [part(created, "fairness"), part(created, "seats")];
  const [commits, seeds] = [new Map(), new Map()];
  const complete = (seeds) => seeds.size === seats && [...seeds.keys()].every((seat) => seat >= 0 && seat < seats);
  let closed = false;
  rows(bundle, (event) => {
    const { core, seq } = event;
    const [kind, seat] = [core.type, part(core, "actor")];
    for (const effect of part(core, "effects")) {
      if ((effect.draw ?? null) === null) continue;
      if (part(effect.draw, "k") !== bundle.draws)
        throw new Bad(seq, `expected draw ${bundle.draws}, got ${effect.draw.k}`);
      bundle.draws += 1;
    }
    if (kind === "seat.left") {
      commits.delete(seat);
      seeds.delete(seat);
    } else if (kind === "seat.joined" || kind === "seed.committed") {
      if (closed && mode === "commit_reveal") throw new Bad(seq, "a seat commits after the commitments were closed");
      if ((core.client_commit ?? null) !== null) commits.set(seat, core.client_commit);
      if ((core.nonce ?? null) !== null) seeds.set(seat, unhex(core.nonce));
    } else if (kind === "seeds.closed") {
      closed = true;
      if (!complete(commits)) throw new Bad(seq, "the commitments are closed before every seat has committed");
    } else if (kind === "seed.revealed") {
      seeds.set(seat, unhex(part(core, "client_seed")));
      const commit = hex(sha256(joined(tag("tt1/commit/client"), bundle.match, u(seat, 1), seeds.get(seat))));
      if (!closed || commits.get(seat) !== commit)
        throw new Bad(seq, "the seed does not match its commitment");
    } else if (kind === "match.started" && !SEEDED.includes(mode) && !complete(seeds)) {
      throw new Bad(seq, "the match starts before every seat has sent its seed");
    }
  });
  const inOrder = [...seeds.keys()].sort((one, other) => one - other).map((seat) => seeds.get(seat));
  if (mode !== "deal") return openSeed(bundle, mode, bundle.match, inOrder);
  const deal = part(created, "deal");
  return openSeed(bundle, mode, unhex(part(deal, "id"), 16), [unhex(part(deal, "nonce"))]);
}

/** Derives the match seed from the opened parts and checks the seed that the bundle states.

    drawnFor: the id of the match, or of the deal that several matches share. */
function openSeed(bundle, mode, drawnFor, seeds) {
  if (part(bundle.created, "prng") !== "tt1" || part(bundle.created, "beacon_round") !== null)
    throw new Bad(0, "the generator is unknown");
  const [stated, opened] = [bundle.raw.match_seed ?? null, bundle.part("seed.opened", "server_seed")];
  const last = bundle.events.at(-1).seq;
  if (opened === null) {
    if (stated !== null) throw new Bad(last, "the bundle has a match seed that the log does not open");
    return `${mode}: the commitments and seeds of the seats are valid; this viewer may not see the server's seed`;
  }
  const server = unhex(opened);
  bundle.seed = server;
  if (mode !== "fixed_seed") {
    if (hex(sha256(joined(tag("tt1/commit/server"), drawnFor, server))) !== part(bundle.created, "server_commit"))
      throw new Bad(last, "the server's seed does not match its commitment");
    bundle.seed = matchSeed(server, drawnFor, seeds);
  }
  if (stated !== null && stated !== hex(bundle.seed))
    throw new Bad(last, "the match seed does not follow from the seeds in the log");
  return `${mode}: the server's seed matches its commitment; ${bundle.draws} draws without a gap`;
}

export function matchSeed(server, match, seeds, beacon = new Uint8Array(32)) {
  return hmac(server, joined(tag("tt1/match-seed"), match, u(seeds.length, 1), ...seeds, beacon));
}

const zoneOf = (zone) => JSON.stringify([part(zone, "name"), part(zone, "seat"), part(zone, "number")]);
const BOX = JSON.stringify(["box", null, null]);
const POSITION = "position";
const unseen = (cards) => cards.filter((card) => card === null).length;
const counting = (from, number) => Array.from({ length: number }, (_, i) => from + i);

/** The cards as this viewer can follow them: ids by zone (null: unseen), and the faces of visible ones.

    origins: for each shuffled pile, the shuffle and place that each of its cards comes from, known from public data
    alone. dealt: card -> that place, its stated face and the event, for cards that the viewer saw leave such a pile. */
class Table {
  constructor(deck, sets) {
    this.sets = new Set(sets);
    this.zones = new Map([[BOX, counting(0, deck.length)]]);
    this.faces = new Map(deck.map((face, card) => [card, face]));
    [this.left, this.nextCard, this.origins, this.dealt] = [new Map(), deck.length, new Map(), new Map()];
  }

  cards(zone) {
    if (!this.zones.has(zone)) this.zones.set(zone, []);
    return this.zones.get(zone);
  }

  apply(seq, place, effect) {
    const kind = part(effect, "kind");
    this.seq = seq;
    if (kind === "moved") this.move(effect);
    else if (kind === "shuffled") this.shuffle(seq, place, effect);
    else if (kind === "shown" && !unseen(effect.cards) && !unseen(effect.faces)) {
      shaped(effect.cards.length === effect.faces.length);
      effect.cards.forEach((card, i) => {
        demand(this.cards(zoneOf(effect.zone)).includes(card), "a card is shown in a zone where it is not");
        demand(this.faces.get(card) === effect.faces[i], "a card is shown with another face");
      });
    }
  }

  move(effect) {
    const [cards, to, faces] = [part(effect, "cards"), part(effect, "to"), part(effect, "faces")];
    const [src, dst, at, number] = [zoneOf(effect.src), zoneOf(effect.dst), part(effect, "at"), cards.length];
    const lying = this.cards(src);
    demand(to.length === number && faces.length === number && number <= lying.length, "cards come from nowhere");
    const exist = at === null || (new Set(at).size === number && at.every((p) => p >= 0 && p < lying.length));
    demand(exist, "a place does not exist");
    if (unseen(cards)) {
      demand(unseen(lying) === lying.length, "cards that this viewer sees leave hidden");
      lying.length -= number;
    } else {
      demand(at === null || at.every((p, i) => lying[p] === cards[i]), "other cards are at these places");
      this.leave(src, lying, cards, faces);
    }
    this.arrive(dst, to, faces, part(effect, "index"), this.originsOf(src, at, number));
  }

  leave(src, lying, cards, faces) {
    const gone = new Set(cards);
    const lies = gone.size === cards.length && cards.every((card) => lying.includes(card));
    demand(lies, "a card leaves a zone where it is not");
    this.zones.set(src, lying.filter((card) => !gone.has(card)));
    cards.forEach((card, i) => {
      const known = this.faces.get(card);
      this.faces.delete(card);
      demand(faces[i] === null || faces[i] === known, "a card has changed its face");
      this.left.set(known, (this.left.get(known) ?? 0) + 1);
    });
  }

  /* The seen cards of a zone in the order in which chance numbers them: those of a set by face, then by id. */
  inOrder(zone) {
    const cards = known(this.zones, zoneOf(zone));
    if (!this.sets.has(zone.name)) return cards;
    shaped(cards.every((card) => this.faces.has(card)));
    const faces = new Map(cards.map((card) => [card, hex(utf8(this.faces.get(card)))])); // in the order of code points
    const order = (a, b) => (faces.get(a) < faces.get(b) ? -1 : faces.get(a) > faces.get(b) ? 1 : a - b);
    return [...cards].sort(order);
  }

  arrive(dst, to, faces, index, origins) {
    const there = this.cards(dst);
    const at = index ?? there.length;
    if (this.origins.has(dst)) this.origins.get(dst).splice(at, 0, ...to.map(() => null));
    there.splice(at, 0, ...to);
    const first = this.nextCard;
    this.nextCard += to.length;
    if (unseen(to)) {
      demand(unseen(to) === to.length, "some cards are shown and some hidden");
      return;
    }
    demand(same(to, counting(first, to.length)), "the new ids are not the next free ids");
    to.forEach((card, i) => {
      const rest = (this.left.get(faces[i]) ?? 0) - 1;
      demand(rest >= 0, "there are more cards of a face than the deck has");
      this.left.set(faces[i], rest);
      this.faces.set(card, faces[i]);
      if (origins[i] !== null) this.dealt.set(card, { origin: origins[i], face: faces[i], seq: this.seq });
    });
  }

  /** Returns the places in the shuffle that these cards come from; None after a random act on the pile. */
  originsOf(src, at, number) {
    const nobody = Array(number).fill(null);
    const lying = this.origins.get(src);
    if (lying === undefined) return nobody;
    if (at === null) {
      this.origins.set(src, Array(lying.length - number).fill(null));
      return nobody;
    }
    const gone = new Set(at);
    this.origins.set(src, lying.filter((_, place) => !gone.has(place)));
    return at.map((place) => lying[place]);
  }

  shuffle(seq, place, effect) {
    const [zone, size, faces] = [zoneOf(effect.zone), part(effect, "size"), part(effect, "faces")];
    const lying = this.cards(zone);
    demand(lying.length === size, "the number of shuffled cards is not that of the zone");
    this.origins.set(zone, counting(0, size).map((p) => JSON.stringify([seq, `effects/${place}/faces`, p])));
    const first = this.nextCard;
    this.nextCard += size;
    if (faces === null) {
      demand(unseen(lying) === size, "visible cards are shuffled hidden");
      return;
    }
    shaped(faces.length === size && !unseen(lying));
    const before = lying.map((card) => this.faces.get(card));
    lying.forEach((card) => this.faces.delete(card));
    const after = part(effect, "order").map((p) => before[p]);
    demand(same(after, faces), "the shuffled cards are not those of the zone");
    this.zones.set(zone, counting(first, size));
    faces.forEach((face, i) => this.faces.set(first + i, face));
  }
}

/** Returns whether a random act follows from the match seed; null if this viewer cannot tell. */
function recomputed(table, effect, seed) {
  const [{ label, k }, kind] = [effect.draw, effect.kind];
  const below = numbers(seed, k, label);
  if (kind === "rolled") return label === `roll:${effect.die}` && below(effect.sides) === effect.value;
  if (kind === "shuffled") {
    const { name, seat } = effect.zone;
    if (effect.order === null || effect.order.length !== effect.size) return null;
    const expected = seat === null ? `shuffle:${name}` : `shuffle:${name}:${seat}`;
    return label === expected && same(shuffled(counting(0, effect.size), below), effect.order);
  }
  demand(kind === "moved", "an effect of this kind is not left to chance");
  if (unseen(effect.cards)) return null;
  const taken = shuffled(table.inOrder(effect.src), below).slice(0, effect.cards.length);
  return same(taken, effect.cards);
}

/** One pass over the events that folds the table, recomputes random acts, follows prompts and records faults. */
class Folded {
  constructor(bundle) {
    [this.bundle, this.checked, this.chance, this.fold] = [bundle, 0, null, null];
    [this.prompts, this.nextPrompt, this.standings, this.lastMove] = [new Map(), 0, null, null];
    this.deck = part(bundle.raw, "deck");
    this.table = new Table(this.deck, bundle.created.sets ?? []);
    if (hex(sha256(utf8(write(this.deck)))) !== bundle.created.deck_hash) {
      this.fold = new Bad(0, "the deck differs from the one in match.created");
      return;
    }
    try {
      rows(bundle, (event) => this.row(event));
    } catch (error) {
      if (!(error instanceof Bad)) throw error;
      this.fold = error;
    }
  }

  row(event) {
    const { core, seq } = event;
    const [seat, prompt] = [part(core, "actor"), part(core, "prompt")];
    try {
      if (prompt !== null) {
        demand(openPrompts(this.prompts).has(prompt), "the prompt is not open");
        const { seats } = this.prompts.get(prompt);
        demand(seat === null || seats.includes(seat), "the prompt is not for this seat");
      }
      if (core.type === "move.undone") {
        const isLast = this.lastMove !== null && part(core, "undoes") === this.lastMove;
        demand(isLast, "the row takes back another row than the last move");
      }
      if (core.effects.length) this.lastMove = core.type === "move" && core.actor !== null ? event.seq : null;
      if (core.type === "match.over") {
        const result = { standings: part(core, "standings"), scores: part(core, "scores") };
        demand(same(result, this.standings), "the places differ from those of the rules");
      }
      event.effects().forEach((effect, place) => {
        this.draw(seq, effect);
        this.table.apply(seq, place, effect);
        this.prompt(effect);
      });
      if (core.type === "match.started") this.position(this.bundle.events[0]);
    } catch (error) {
      throw error instanceof Bad ? new Bad(seq, error.message) : error;
    }
  }

  /** A fork begins with its cards and prompts as they are in the position that its first row commits to. */
  position({ core, parts }) {
    if ((core.forked_from ?? null) === null) return;
    demand(core.cells.some(({ path }) => path === POSITION), "the fork commits to no position");
    if (!parts.has(POSITION)) return;
    const position = parts.get(POSITION);
    expect(position, "position");
    const hasOrder = (zone) => zone !== BOX && !this.table.sets.has(JSON.parse(zone)[0]);
    const table = (zones) => {
      const found = zones.map(([zone, faces]) => [zone, hasOrder(zone) ? faces : [...faces].sort()]);
      return JSON.stringify(found.sort(([one], [other]) => (one < other ? -1 : 1)));
    };
    const used = [...this.table.zones].filter(([, cards]) => cards.length);
    const lying = used.map(([zone, cards]) => [zone, cards.map((card) => this.table.faces.get(card))]);
    const stated = position.zones.map((zone) => [zoneOf(zone), zone.faces]);
    demand(table(lying) === table(stated), "the cards do not lie as in the position of the fork");
    const asked = (prompts) => JSON.stringify([...prompts].map(({ phase, mode, seats }) => [phase, mode, seats]));
    const isAsked = asked(this.prompts.values()) === asked(position.prompts);
    demand(isAsked, "the prompts are not those in the position of the fork");
  }

  draw(seq, effect) {
    if ((effect.draw ?? null) === null || this.bundle.seed === null || this.chance !== null) return;
    const found = recomputed(this.table, effect, this.bundle.seed);
    if (found === true) this.checked += 1;
    if (found === false) this.chance = new Bad(seq, `draw ${effect.draw.k} does not follow from the seed`);
  }

  prompt(effect) {
    if (effect.kind === "prompted") {
      demand(effect.prompt.id === this.nextPrompt, "the prompts are not numbered consecutively");
      this.prompts.set(effect.prompt.id, effect.prompt);
      this.nextPrompt += 1;
    } else if (effect.kind === "closed") this.prompts.delete(effect.prompt);
    else if (effect.kind === "ended") {
      this.prompts.clear();
      this.standings = { standings: effect.standings, scores: effect.scores };
    }
  }
}

/** Returns the ids of prompts that can be answered: without an open child, or independent (`beside`). */
function openPrompts(prompts) {
  const waiting = new Set();
  for (const prompt of prompts.values()) if (!prompt.beside) waiting.add(prompt.parent);
  return new Set([...prompts.values()].filter((prompt) => prompt.beside || !waiting.has(prompt.id)).map(({ id }) => id));
}

function checkChance(bundle) {
  const folded = new Folded(bundle);
  bundle.folded = folded;
  if (folded.chance !== null) throw folded.chance;
  const proved = checkCards(bundle, folded.table);
  if (bundle.seed !== null)
    return `${folded.checked} of ${bundle.draws} draws follow from the seed; ${proved} cards proved`;
  if (proved) return `${proved} cards match the shuffle; the draws can be checked once the seed is open`;
  throw new Skipped("the seed is not open, and the bundle proves no cards");
}

/** Checks that each proved card matches its place in the shuffle. */
function checkCards(bundle, table) {
  const cards = bundle.raw.cards ?? [];
  for (const { card, dealt, seq, path, position, size, salt, value, proof, root: named } of cards) {
    const cell = bundle.events[seq].core.cells.findLast((one) => one.path === path);
    const leaf = cellCommit(bundle.match, seq, `${path}/${position}`, unhex(salt), value);
    const root = hex(rootOfProof(leaf, position, size, proof.map((node) => unhex(node))));
    if (root !== part(cell, "root") || root !== named || part(cell, "size") !== size)
      throw new Bad(seq, `card ${card} has no valid proof for place ${position} of the shuffle`);
    const known = table.dealt.get(card);
    if (known?.origin !== JSON.stringify([seq, path, position]) || known.face !== value || known.seq !== dealt)
      throw new Bad(dealt, `card ${card} does not match the shuffle`);
  }
  return cards.length;
}

function checkFold(bundle) {
  const { fold, table, deck } = bundle.folded;
  if (fold !== null) throw fold;
  const counted = [...table.zones.values()].reduce((sum, cards) => sum + cards.length, 0);
  if (counted !== deck.length)
    throw new Bad(bundle.events.at(-1).seq, `expected ${deck.length} cards, found ${counted}`);
  return `${counted} cards, none lost, doubled or changed`;
}

// Redaction and the clock

function checkRedaction(bundle) {
  const key = bundle.part("seed.opened", "salt_key");
  const [saltKey, salts] = [key === null ? null : unhex(key), new Set()];
  let opened = 0;
  rows(bundle, (event) => {
    const cells = new Map(part(event.core, "cells").map((cell) => [part(cell, "path"), cell]));
    for (const path of cells.keys())
      if (!isBlank(event.core, path.split("/"))) throw new Bad(event.seq, `${path} is public`);
    for (const [path, opening] of event.opened) {
      shaped(cells.has(path));
      checkCell(bundle, event.seq, cells.get(path), opening, salts, saltKey);
      opened += 1;
    }
  });
  return `${opened} opened parts are valid, and none was opened to a seat that may not read it`;
}

/** Returns whether the core shows nothing in the place of a hidden part: null, or a list of nulls. */
function isBlank(core, [kind, first, second]) {
  let shown;
  if (kind === "effects") shown = part(part(core.effects, first), second);
  else if (kind === "move") shown = part(core.move.args, second);
  else shown = Object.hasOwn(core, kind) ? core[kind] : null;
  return shown === null || (Array.isArray(shown) && unseen(shown) === shown.length);
}

function checkCell(bundle, seq, cell, opening, salts, saltKey) {
  const [path, to, isTree] = [cell.path, part(cell, "to"), "root" in cell];
  if (to !== null && !to.includes(bundle.viewer) && bundle.viewer !== "all")
    throw new Bad(seq, `${path} was opened to a viewer that may not read it`);
  const [values, texts] = isTree ? [opening.value, part(opening, "salts")] : [[opening.value], [part(opening, "salt")]];
  shaped(values.length === texts.length);
  const found = texts.map((text, place) => {
    const [name, salt] = [isTree ? `${path}/${place}` : path, unhex(text)];
    if (salts.has(text)) throw new Bad(seq, `the salt of ${name} was used twice`);
    if (saltKey !== null && to !== null)
      if (text !== hex(hmac(saltKey, joined(tag("tt1/salt"), u(seq, 8), utf8(name)))))
        throw new Bad(seq, `the salt of ${name} does not follow from the salt key`);
    salts.add(text);
    return cellCommit(bundle.match, seq, name, salt, values[place]);
  });
  const [commitment, name] = [hex(isTree ? treeRoot(found) : found[0]), isTree ? "root" : "c"];
  if (commitment !== part(cell, name) || commitment !== part(opening, name) || (isTree && cell.size !== found.length))
    throw new Bad(seq, `${path} does not match its commitment`);
}

/** The time at which each prompt opened, and so its deadline, from the log. */
const [DAY, MINUTE] = [86_400_000, 60_000];
const PAUSE = 14 * DAY;
const BANK = -1;
const LADDER = {
  default_move: "clock", bot: "seat.replaced", substitute: "seat.replaced", resign: "seat.resigned", end: "match.void",
};
const modulo = (number, by) => ((number % by) + by) % by;

/** Whether a seat's time runs at a moment, and when that may change; hours: as a row states them. */
function within(hours, at) {
  let [offset, change] = [hours.offsets[0][1], null];
  for (const [place, [since, minutes]] of hours.offsets.entries()) {
    if (since > at) {
      change = place ? since : null;
      break;
    }
    offset = minutes;
  }
  const passed = modulo(at + MINUTE * (offset - hours.start), DAY);
  const length = MINUTE * hours.minutes;
  const until = at - passed + (passed < length ? length : DAY);
  return [passed < length, change === null ? until : Math.min(until, change)];
}

function timeSpent(hours, start, end) {
  let total = 0;
  while (start < end) {
    const [runs, change] = hours ? within(hours, start) : [true, end];
    total += runs ? Math.min(change, end) - start : 0;
    start = change;
  }
  return total;
}

function timeEnds(hours, start, left) {
  while (hours) {
    const [runs, change] = within(hours, start);
    if (runs && left <= change - start) break;
    left -= runs ? change - start : 0;
    start = change;
  }
  return start + left;
}

/** Whether hours can be counted: at least eight a day, with offsets in order. */
function areHours(hours) {
  const { start, minutes, offsets } = hours;
  const inOrder = offsets.every(([at], place) => !place || at > offsets[place - 1][0]);
  shaped(offsets.every((pair) => pair.length === 2));
  return offsets.length > 0 && inOrder && minutes >= 480 && minutes <= 1440 && start >= 0 && start < 1440;
}

/** How much time each seat has, where a match gives each its own: a bank, hours, or vacations.

    left: by prompt (or BANK) and seat. running: which of these each open prompt uses, by prompt and seat. Both have keys
    of the form "prompt seat". */
class SeatTimes {
  constructor(created) {
    const { clock } = created;
    [this.seats, this.unseen] = [created.seats, created.unseen ?? []];
    [this.perMove, this.bank, this.increment] = [clock.per_move ?? null, clock.bank ?? null, clock.increment ?? 0];
    [this.at, this.left, this.running] = [0, new Map(), new Map()];
    [this.hours, this.until, this.last] = [new Map(), new Map(), -1];
    this.vacation = new Map(this.numbers().map((seat) => [seat, DAY * (clock.vacation_days ?? 0)]));
  }

  numbers() {
    return [...Array(this.seats).keys()];
  }

  charge(now, isPaused) {
    for (const key of isPaused ? [] : new Set(this.running.values())) {
      const seat = Number(key.split(" ")[1]);
      const start = Math.max(this.at, Math.min(this.until.get(seat) ?? 0, now));
      this.left.set(key, Math.max(0, known(this.left, key) - timeSpent(this.hours.get(seat), start, now)));
    }
    this.at = now;
  }

  /** What a row says of the time of a seat. */
  tell(core, kind, seat) {
    if (kind === "match.started" && this.bank !== null)
      this.left = new Map(this.numbers().map((other) => [`${BANK} ${other}`, 1000 * this.bank]));
    else if (["seat.joined", "seat.left", "seat.replaced", "seat.vacation"].includes(kind)) {
      const until = kind === "seat.vacation" ? part(core, "until_ms") : this.at;
      const back = Math.max(0, (this.until.get(seat) ?? 0) - this.at);
      this.vacation.set(seat, known(this.vacation, seat) + back - (until - this.at));
      this.until.set(seat, until);
      const fits = until >= this.at && this.vacation.get(seat) >= 0;
      demand(fits, "the vacation is longer than the seat has left");
      if (kind !== "seat.vacation") {
        this.hours.set(seat, core.hours ?? null);
        demand(!this.hours.get(seat) || areHours(core.hours), "the hours of the seat are not in form");
      }
    }
  }

  renew(seat) {
    const whole = this.perMove ?? this.bank;
    for (const key of [...this.left.keys()].filter((each) => Number(each.split(" ")[1]) === seat)) {
      shaped(whole !== null);
      this.left.set(key, 1000 * whole);
    }
  }

  /** What a change of the prompts means for the time of the seats. */
  ask(prompts, open, arrived) {
    for (const prompt of prompts.values())
      if (this.bank !== null && prompt.id > this.last && prompt.mode === "once" && !this.unseen.includes(prompt.phase))
        for (const seat of prompt.seats) {
          const key = `${BANK} ${seat}`;
          this.left.set(key, known(this.left, key) + 1000 * this.increment);
        }
    const before = this.running;
    this.running = new Map();
    for (const id of open) {
      const prompt = prompts.get(id);
      for (const seat of prompt.mode === "once" ? prompt.seats : [])
        if (!known(arrived, id).has(seat)) this.running.set(`${id} ${seat}`, this.key(prompt, seat, before));
    }
    const kept = new Set(this.running.values());
    for (const key of [...this.left.keys()]) if (!key.startsWith(`${BANK} `) && !kept.has(key)) this.left.delete(key);
    this.last = Math.max(this.last, ...prompts.keys());
  }

  key(prompt, seat, before) {
    const [bank, key] = [`${BANK} ${seat}`, `${prompt.id} ${seat}`];
    if (this.bank !== null && !this.unseen.includes(prompt.phase)) return bank;
    if (!before.has(key))
      this.left.set(key, this.perMove === null ? known(this.left, bank) + 1000 * this.increment : 1000 * this.perMove);
    return key;
  }

  ends(id) {
    const keys = [...this.running].filter(([place]) => place.startsWith(`${id} `)).map(([, key]) => key);
    const times = keys.map((key) => {
      const seat = Number(key.split(" ")[1]);
      return timeEnds(this.hours.get(seat), Math.max(this.at, this.until.get(seat) ?? 0), known(this.left, key));
    });
    return times.length ? Math.max(...times) : null;
  }
}

class Clock {
  constructor(created) {
    [this.perMove, this.prompts, this.openedAt] = [created.clock?.per_move ?? null, new Map(), new Map()];
    [this.bots, this.left, this.answered, this.sealing] = [new Set(), new Set(), 0, null];
    [this.arrived, this.isVoid, this.waiting] = [new Map(), false, write([[], []])];
    const isPersonal = ["bank", "play_window", "vacation_days"].some((name) => created.clock?.[name]);
    this.times = isPersonal ? new SeatTimes(created) : null;
    [this.ladder, this.missed] = [created.clock?.ladder ?? null, new Map()];
    [this.pausedAt, this.pauseEnds] = [null, null];
  }

  check(event) {
    try {
      this.checkRow(event);
    } catch (error) {
      if (error instanceof Bad && !error.message.startsWith("seq ")) throw new Bad(event.seq, error.message);
      throw error;
    }
  }

  checkRow(event) {
    const { core, seq } = event;
    const [kind, seat] = [core.type, core.actor];
    if (kind === "seat.joined") this.seated(seat, core.by === "bot");
    else if (kind === "seeds.closed") this.sealing = part(core, "deadline_ms");
    if (core.by === "clock" || kind === "clock") this.byClock(seq, core, seat);
    else if (kind === "move" && seat === null && part(this.prompts.get(core.prompt), "window")) {
      const at = known(this.openedAt, core.prompt) + 1000 * this.prompts.get(core.prompt).window;
      if (core.at_ms < Math.min(at, this.deadline(core.prompt, at)))
        throw new Bad(seq, "answers took effect before their window ended");
    }
    if (kind === "seat.replaced") this.seated(seat, Boolean(core.policy));
    if (["move", "seat.replaced"].includes(kind) && seat !== null) this.missed.set(seat, 0);
    if (kind === "seat.resigned") this.left.add(seat);
    demand(!core.effects.length || this.pausedAt === null, "something happens while the match is paused");
    this.count(core, kind, seat);
    this.fold(core);
    if (core.format > 1) {
      this.waits(seq, core);
      this.waiting = write([core.to_act, core.may_act]);
    } else if (core.effects.length) this.waiting = null; // an old row does not say
  }

  /** The time until a row, and what the row says of time. */
  count(core, kind, seat) {
    const now = core.at_ms;
    if (this.times) {
      this.times.charge(now, this.pausedAt !== null);
      this.times.tell(core, kind, seat);
    } else demand(kind !== "seat.vacation", "the match gives no vacations");
    if (kind === "seat.replaced" && (core.by === "clock" || core.renewed)) {
      const isShared = core.by !== "clock";
      const isOwn = ({ mode, seats }) =>
        mode === "once" && (isShared ? seats.includes(seat) : seats.length === 1 && seats[0] === seat);
      for (const id of this.openedAt.keys()) if (isOwn(this.prompts.get(id))) this.openedAt.set(id, now);
      this.times?.renew(seat);
    } else if (kind === "match.paused") {
      demand(this.pausedAt === null, "the match is paused already");
      demand(now <= part(core, "until_ms") && core.until_ms <= now + PAUSE, "the pause is too long");
      [this.pausedAt, this.pauseEnds] = [now, core.until_ms];
    } else if (kind === "match.resumed") {
      demand(this.pausedAt !== null, "the match is not paused");
      for (const [id, since] of this.openedAt) this.openedAt.set(id, since + now - this.pausedAt);
      [this.pausedAt, this.pauseEnds] = [null, null];
    }
  }

  /** Raises Bad unless the clock takes the step of the ladder whose turn it is. */
  step(seq, kind, seat) {
    const missed = this.missed.get(seat) ?? 0;
    if (this.ladder?.length && LADDER[this.ladder[Math.min(missed, this.ladder.length - 1)]] !== kind)
      throw new Bad(seq, "the clock takes another step than the ladder has");
    this.missed.set(seat, missed + 1);
  }

  /** Raises Bad unless the row says whom the match waits for and until when, as far as the log alone decides. */
  waits(seq, core) {
    if (!areSeats(core.to_act) || !areSeats(core.may_act))
      throw new Bad(seq, "whom the match waits for is not a list of seats in order");
    const prompts = this.isVoid ? [] : [...this.openedAt.keys()].map((id) => this.prompts.get(id));
    const of = (mode) => prompts.filter((prompt) => prompt.mode === mode);
    const missing = (prompt) => prompt.seats.filter((seat) => !this.arrived.get(prompt.id).has(seat));
    const required = new Set(of("once").flatMap(missing));
    const allowed = new Set([...required, ...of("open").flatMap((prompt) => prompt.seats)]);
    const able = new Set(prompts.flatMap((prompt) => prompt.seats));
    for (const seat of [...core.to_act, ...this.left]) able.delete(seat);
    const all = core.to_act.every((seat) => allowed.has(seat));
    if (!all || ![...required].every((seat) => core.to_act.includes(seat)))
      throw new Bad(seq, "to_act is not whom the open prompts wait for");
    if (!core.may_act.every((seat) => able.has(seat)))
      throw new Bad(seq, "may_act is not among those who can answer the open prompts");
    const isSame = this.waiting === null || this.waiting === write([core.to_act, core.may_act]);
    if (!core.effects.length && !this.isVoid && !isSame)
      throw new Bad(seq, "whom the match waits for changes without an effect");
    const running = this.pausedAt === null ? prompts : [];
    const times = running.map(({ id, seats }) => ({ prompt: id, seats, at_ms: this.deadline(id, null) }));
    const known = times.filter(({ at_ms }) => at_ms !== null);
    if (write(core.deadlines) !== write(known))
      throw new Bad(seq, "the deadlines are not those that follow from the log");
  }

  seated(seat, isBot) {
    if (isBot) this.bots.add(seat);
    else this.bots.delete(seat);
  }

  byClock(seq, core, seat) {
    this.answered += 1;
    let earliest;
    const kind = core.type;
    if (kind === "match.resumed") earliest = this.pauseEnds;
    else if (kind === "match.void" && part(core, "reason") !== "absent") earliest = this.sealing;
    else if (["seat.resigned", "seat.replaced", "match.void"].includes(kind)) {
      const absent = kind === "match.void" ? part(core, "seats")[0] : seat;
      shaped(kind !== "match.void" || core.seats.length === 1);
      const ids = [...this.openedAt.keys()].filter((id) => this.prompts.get(id).seats.includes(absent));
      earliest = ids.length ? Math.min(...ids.map((id) => this.deadline(id, NEVER))) : null;
      this.step(seq, kind, absent);
    } else if (this.left.has(seat) || this.bots.has(seat)) return;
    else {
      const prompt = this.prompts.get(core.prompt);
      earliest = this.deadline(core.prompt, null);
      if (prompt.mode === "open" && prompt.seats.some((other) => this.bots.has(other))) return;
      if (seat !== null) this.step(seq, kind, seat);
    }
    if (earliest === null || core.at_ms < earliest) throw new Bad(seq, "the clock acts before the deadline");
  }

  deadline(id, otherwise) {
    const [prompt, since] = [known(this.prompts, id), known(this.openedAt, id)];
    const seconds = [prompt.after, prompt.mode === "once" && !this.times ? this.perMove : null];
    const limits = seconds.filter((number) => number !== null).map((number) => since + 1000 * number);
    const own = this.times?.ends(id) ?? null;
    if (own !== null) limits.push(own);
    return limits.length ? Math.min(...limits) : otherwise;
  }

  fold(core) {
    this.isVoid = this.isVoid || core.type === "match.void";
    if (!core.effects.length) return;
    for (const effect of core.effects) {
      if (effect.kind === "prompted") {
        this.prompts.set(effect.prompt.id, effect.prompt);
        this.arrived.set(effect.prompt.id, new Set(effect.prompt.arrived));
      } else if (effect.kind === "answered") this.arrived.get(effect.prompt)?.add(effect.seat);
      else if (effect.kind === "closed") this.prompts.delete(effect.prompt);
      else if (effect.kind === "ended") this.prompts.clear();
    }
    const before = this.openedAt;
    this.openedAt = new Map([...openPrompts(this.prompts)].map((id) => [id, before.get(id) ?? core.at_ms]));
    this.times?.ask(this.prompts, this.openedAt.keys(), this.arrived);
  }
}

/** Whether a list holds seats in order, each once. */
function areSeats(seats) {
  return Array.isArray(seats) && seats.every((seat, at) => Number.isInteger(seat) && !(at && seats[at - 1] >= seat));
}

function checkClock(bundle) {
  const clock = new Clock(bundle.created);
  rows(bundle, (event) => clock.check(event));
  const stated = bundle.events.filter((event) => event.core.format > 1).length;
  return `${clock.answered} rows by the clock, none before its deadline; ${stated} rows state who is to act`;
}

function checkRules() {
  throw new Skipped("this file has no rules: python -m games.kernel.audit BUNDLE replays them");
}

// What a bundle has to contain

/** Checks that the bundle has everything that the viewer may see; the seal proves the rest. */
function checkContents(bundle) {
  const opened = checkAllOpened(bundle);
  const proved = checkAllProved(bundle);
  const { raw } = bundle;
  if (bundle.seed !== null && bundle.viewer === "all" && (raw.match_seed ?? null) === null)
    if (isOver(bundle) && bundle.events.some(({ core }) => core.type === "match.started"))
      throw new Bad(bundle.events.at(-1).seq, "the match seed is missing");
  const summary = `${opened} parts for this viewer are opened and ${proved} cards proved, none is missing; `;
  if (!Object.hasOwn(raw, "seal")) {
    checkStands(bundle);
    return `${summary}this format has no seal: a viewer, a key or a leaf of the global log that was changed may not show`;
  }
  checkSeal(bundle);
  return `${summary}the whole is sealed by ${raw.seal.key_id}`;
}

const isOver = (bundle) => bundle.events.some(({ core }) => ENDS.includes(core.type));

/** Checks that an old bundle of a finished match has the leaf of its creation, if it has any leaf. */
function checkStands(bundle) {
  const leaves = bundle.raw.global_log;
  if (leaves !== undefined && isOver(bundle) && !leaves.some(({ leaf }) => leaf.kind === "created"))
    throw new Bad(0, "the leaf for the creation of the match is missing");
}

/** Returns how many parts the viewer may read; throws Bad if one is not opened. */
function checkAllOpened({ viewer, events }) {
  let opened = 0;
  for (const event of events)
    for (const { path, to } of event.core.cells) {
      if (to === null || !(viewer === "all" || to.includes(viewer))) continue;
      opened += 1;
      if (!event.opened.has(path)) throw new Bad(event.seq, `${path} is missing, although this viewer may read it`);
    }
  return opened;
}

/** Returns how many cards the bundle proves: all that can be traced to a shuffle, unless everything is opened. */
function checkAllProved({ raw, viewer, folded }) {
  const cards = raw.cards ?? [];
  const [proved, { dealt }] = [new Set(cards.map(({ card }) => card)), folded.table];
  demand(proved.size === cards.length, "a card is proved twice");
  const missing = [...dealt.keys()].filter((card) => !proved.has(card)).sort((one, other) => one - other);
  if (viewer !== "all" && missing.length)
    throw new Bad(dealt.get(missing[0]).seq, `the proof of card ${missing[0]} is missing`);
  return proved.size;
}

/** Checks the operator's signature over the bundle, except the receipts, which belong to its holder. */
function checkSeal(bundle) {
  const { seal, receipts, ...contents } = bundle.raw;
  const digest = hex(sha256(joined(tag("tt1/bundle"), utf8(write(contents)))));
  checkSigned(bundle, seal, null, `tt1/bundle\n${hex(bundle.match)}\n${digest}\n`);
}

/** Returns the signatures of heads and receipts that are in form, as [public key, message, signature]. */
function signaturesOf({ raw, match, keys, receipts, globalLog }) {
  const found = new Map();
  const add = (head, textOf) => {
    try {
      const [publicKey, message] = [unhex(keys.get(head.key_id).public_key), textOf(head)];
      const signature = unhex(head.signature, 64);
      found.set(nameOf(publicKey, message, signature), [publicKey, message, signature]);
    } catch {
      return; // there is no head, or its check says what is wrong with it
    }
  };
  for (const line of [...(raw.global_log ?? []), ...(globalLog ?? [])]) add(line?.head, textOfGlobalHead);
  const most = found.size + MOST_RECEIPTS + 2;
  for (const head of [raw.head, ...receipts.slice(0, 10 * MOST_RECEIPTS)])
    if (found.size < most) add(head, (each) => textOfHead(match, each));
  return [...found.values()];
}

const STEPS = [
  ["1 form", checkForm], ["2 chain", checkChain], ["3 head", checkHead], ["3 receipts", checkReceipts],
  ["3 global log", checkGlobalLog], ["4 seeds", checkSeeds], ["5 chance", checkChance], ["5 cards", checkFold],
  ["6 rules", checkRules], ["7 redaction", checkRedaction], ["8 clock", checkClock],
  ["9 contents", checkContents],
];
const WITNESSED = [...STEPS.slice(0, 5), ["3 witnesses", checkWitnesses], ...STEPS.slice(5)]; // with a policy

function outcome(bundle, step, check) {
  try {
    return ["OK", step, check(bundle)];
  } catch (error) {
    if (error instanceof Skipped) return ["SKIPPED", step, error.message];
    if (error instanceof Bad) return ["FAILED", step, error.message];
    return ["FAILED", step, "the data it needs has a wrong shape"];
  }
}

/** Returns the steps in order as [status, step, words]; stops at events that cannot be read. proofs, policy: texts. */
export async function verify(raw, receipts = [], globalLog = null, proofs = null, policy = null) {
  let bundle;
  try {
    bundle = new Bundle(raw, receipts, globalLog, proofs, policy);
  } catch {
    return [["FAILED", "1 form", "the bundle has a wrong shape"]];
  }
  await noteValid(signaturesOf(bundle));
  const results = [];
  for (const [step, check] of policy === null ? STEPS : WITNESSED) {
    results.push(outcome(bundle, step, check));
    if (!bundle.events.length || bundle.events.length < raw.events.length) break;
  }
  return results;
}

/** Returns the steps for files as they lie on a disk: their bytes. */
export async function verifyBytes(bundle, receipts = null, globalLog = null, proofs = null, policy = null) {
  let [found, texts] = [[], []];
  try {
    texts = [proofs, policy].map((bytes) => bytes && new TextDecoder("utf-8", UTF8).decode(bytes));
    found = [bundle, receipts, globalLog].map((bytes) => bytes && values(bytes));
    shaped(found[0].length > 0);
  } catch {
    return [["FAILED", "1 form", UNREADABLE]];
  }
  return verify(found[0][0], found[1] ?? [], found[2], ...texts);
}

async function main([path, ...rest]) {
  const { readFileSync } = await import("node:fs");
  const named = (name) => (rest.includes(name) ? readFileSync(rest[rest.indexOf(name) + 1]) : null);
  let results;
  try {
    const files = ["--receipts", "--global-log", "--proofs", "--policy"].map(named);
    results = await verifyBytes(readFileSync(path), ...files);
  } catch (error) {
    results = [["FAILED", "1 form", error.message]];
  }
  for (const [status, step, words] of results) console.log(`${status.padEnd(8)}${step}: ${words}`);
  return results.some(([status]) => status === "FAILED") ? 1 : 0;
}

if (typeof process !== "undefined" && /verify\.js$/.test(process.argv?.[1] ?? "")) {
  process.exitCode = await main(process.argv.slice(2));
}
