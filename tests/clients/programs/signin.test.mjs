// How a page signs a player in with the tarball: what it exchanges, and what it refuses.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { beginSignIn, endSignIn } from "comptoir-client";

const ADDRESS = "https://comptoir.example";
const PAGE = "https://scores.example/back";
const TOKENS = { access_token: "a", refresh_token: "r", scope: "read play", expires_in: 3600 };
let [kept, forms, at] = [new Map(), [], PAGE];

beforeEach(() => {
  [kept, forms, at] = [new Map(), [], PAGE];
  globalThis.sessionStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
  };
  globalThis.history = { replaceState: () => {} };
  globalThis.location = {
    get href() {
      return at;
    },
    get search() {
      return new URL(at).search;
    },
    pathname: "/back",
    assign: (address) => (at = address),
  };
  globalThis.fetch = async (address, { body }) => {
    forms.push([address, Object.fromEntries(body)]);
    return Response.json(TOKENS);
  };
});

/** The page after the browser came back from the server, with this in its address. */
async function cameBack(changes) {
  await beginSignIn(ADDRESS, { clientId: "app", redirectUri: PAGE });
  const asked = new URL(at).searchParams;
  at = `${PAGE}?${new URLSearchParams({ code: "c", state: asked.get("state"), iss: ADDRESS, ...changes })}`;
  return endSignIn();
}

test("a code is exchanged for tokens", async () => {
  assert.equal((await cameBack({})).accessToken, "a");

  const [[address, form]] = forms;
  assert.equal(address, `${ADDRESS}/oauth/token`);
  assert.deepEqual([form.code, form.redirect_uri, form.code_verifier.length], ["c", PAGE, 43]);
});

test("an answer that another server has sent, or nobody, is not exchanged", async () => {
  await assert.rejects(cameBack({ iss: "https://evil.example" }), { message: "another issuer" });
  await assert.rejects(cameBack({ iss: `${ADDRESS}.evil.example` }), { message: "another issuer" });
  await assert.rejects(cameBack({ iss: "" }), { message: "another issuer" });

  assert.deepEqual(forms, []);
});

test("what nobody asked for is passed over", async () => {
  assert.equal(await cameBack({ state: "another" }), null);

  assert.deepEqual(forms, []);
});

test("a refusal is said", async () => {
  await beginSignIn(ADDRESS, { clientId: "app", redirectUri: PAGE });
  const state = new URL(at).searchParams.get("state");
  at = `${PAGE}?${new URLSearchParams({ error: "access_denied", state, iss: ADDRESS })}`;

  await assert.rejects(endSignIn(), { message: "access_denied" });
});
