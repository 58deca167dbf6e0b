/** Passkeys: converts the server's options for the browser, and the browser's results for the server. Bytes are base64url. */

import { postOnce } from "../server/api.js";
import { Transport } from "../server/transport.js";
import { t } from "../words/texts.js";

/** Whether this page can use passkeys; browsers do not support them for IP addresses. */
export const canPasskey =
  "PublicKeyCredential" in globalThis && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname);

/** The errors of a dialogue that the player closed. */
const CLOSED = ["NotAllowedError", "AbortError"];
/** The error of a device that already has a passkey of the player. */
const KNOWN = "InvalidStateError";

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const named = (credentials) => (credentials ?? []).map((one) => ({ ...one, id: bytes(one.id) }));
const unlessClosed = (error) => {
  if (error.name === KNOWN) throw new Error(t("passkey_known"));
  if (!CLOSED.includes(error.name)) throw error;
  return null;
};

/** Creates a passkey on this device and adds it; resolves to null if the player closes the dialogue. @param {string} name */
export async function add(name) {
  const { public_key: options } = await postOnce("me/passkey-options", {});
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: named(options.excludeCredentials),
  };
  const made = /** @type {any} */ (await navigator.credentials.create({ publicKey }).catch(unlessClosed));
  if (!made) return null;
  const { clientDataJSON, attestationObject } = made.response;
  return postOnce("me/passkeys", {
    name,
    id: text(made.rawId),
    client_data: text(clientDataJSON),
    attestation: text(attestationObject),
  });
}

/** Signs in with a passkey of this device. @returns {Promise<{token: string, name: string}|null>} null if the player closes the dialogue */
export async function enter() {
  const { public_key: options } = await postOnce("passkey-options", {});
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: named(options.allowCredentials),
  };
  const signed = /** @type {any} */ (await navigator.credentials.get({ publicKey }).catch(unlessClosed));
  if (!signed) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response;
  const { token } = await postOnce("passkey-tokens", {
    id: text(signed.rawId),
    client_data: text(clientDataJSON),
    authenticator_data: text(authenticatorData),
    signature: text(signature),
    user_handle: text(userHandle),
  });
  const mine = new Transport({ headers: () => ({ Authorization: `Bearer ${token}` }) });
  const me = await mine.request("GET", "me");
  return { token, name: me?.body.name };
}
