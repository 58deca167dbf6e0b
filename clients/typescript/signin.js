/** Signing in with Comptoir, for a page on another origin: OAuth 2.1 with a code and PKCE. */

const KEPT = "comptoir.signin";

const base64 = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const random = () => base64(crypto.getRandomValues(new Uint8Array(32)));

/** Sends the browser to the server, where the player consents. The browser then returns to `redirectUri`. */
export async function beginSignIn(address, { clientId, redirectUri, scope = "read play" }) {
  const secret = random();
  const state = random();
  sessionStorage.setItem(KEPT, JSON.stringify({ address, clientId, redirectUri, secret, state }));
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope,
    state,
    code_challenge: base64(new Uint8Array(hash)),
    code_challenge_method: "S256",
  });
  location.assign(`${address}/authorize?${query}`);
}

/**
 * Resolves to the tokens, on the page to which the browser returns; null if the browser does not come from the server. Rejects an
 * answer from another server (`iss`, RFC 9207).
 */
export async function endSignIn() {
  const query = new URLSearchParams(location.search);
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  if (!kept || query.get("state") !== kept.state) return null;
  sessionStorage.removeItem(KEPT);
  history.replaceState(null, "", location.pathname);
  if (query.get("iss") !== issuerOf(kept.address)) throw new Error("another issuer");
  if (!query.has("code")) throw new Error(query.get("error") ?? "no code");
  return tokens(kept.address, {
    grant_type: "authorization_code",
    client_id: kept.clientId,
    redirect_uri: kept.redirectUri,
    code: query.get("code"),
    code_verifier: kept.secret,
  });
}

/** Returns the name by which a server identifies itself: its origin. */
const issuerOf = (address) => new URL(address, location.href).origin;

/** Exchanges a refresh token for new tokens. The refresh token is then invalid. */
export const refreshSignIn = (address, { clientId, refreshToken }) =>
  tokens(address, { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken });

async function tokens(address, form) {
  const response = await fetch(`${address}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
  const body = await response.json();
  if (!response.ok) throw new Error(body.error_description ?? body.error);
  return {
    accessToken: body.access_token,
    refreshToken: body.refresh_token,
    scope: body.scope,
    seconds: body.expires_in,
  };
}
