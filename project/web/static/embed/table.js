/** A public table in somebody else's page, in words, as a spectator may see it. */

const PAUSE_MS = 5000;
const byId = (id) => /** @type {any} */ (document.getElementById(id));
const path = `/api/v1/matches/${document.body.dataset.of}/text?since=0`;
let tag = "";

/** Asks again and again; the server holds an answer back until something has changed. */
async function look() {
  const headers = { "Accept-Language": document.documentElement.lang, ...(tag && { "If-None-Match": tag }) };
  const response = await fetch(tag ? `${path}&wait=25` : path, { credentials: "omit", headers });
  if (response.status === 200) {
    tag = response.headers.get("ETag") ?? "";
    byId("text").textContent = (await response.json()).text;
  } else if (response.status !== 304) throw new Error(String(response.status));
  return Number(response.headers.get("Retry-After") ?? 0) * 1000;
}

async function watch() {
  for (;;) {
    let pause = PAUSE_MS;
    try {
      pause = Math.max(await look(), 500);
      byId("fault").textContent = "";
    } catch {
      byId("fault").textContent = byId("fault").dataset.lost;
    }
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

watch();

export {};
