/** Shows a message if the client cannot load; without it, a missing module leaves an empty page. This module needs no other module. */

const WORDS = {
  en: [
    "This page did not load completely. The connection may have been interrupted, or the site may have been updated meanwhile.",
    "Load again",
  ],
  fr: [
    "Cette page ne s’est pas chargée entièrement. La connexion a peut-être été coupée, ou le site mis à jour entre-temps.",
    "Recharger",
  ],
};

/** Shows the message once. */
function fail() {
  if (document.getElementById("unloaded")) return;
  const { lang } = document.documentElement; // the served language, until the client has started
  const spoken = lang === "en" && !document.querySelector("#app > *") ? navigator.language.slice(0, 2) : lang;
  const [words, label] = WORDS[spoken] ?? WORDS.en;
  const box = Object.assign(document.createElement("div"), { id: "unloaded", className: "panel", role: "alert" });
  const button = Object.assign(document.createElement("button"), {
    className: "act",
    textContent: label,
    onclick: () => location.reload(),
  });
  box.append(Object.assign(document.createElement("p"), { textContent: words }), button);
  document.body.append(box);
}

/** Returns whether a part of the client failed to load. Browsers word the error of a missing module differently, but always with this word. Errors of texts are marked (words/texts.js). */
const isPart = (reason) => reason?.isText || (reason instanceof TypeError && /module/i.test(reason.message));

addEventListener(
  "error",
  (event) => {
    if (event.target instanceof HTMLScriptElement || isPart(event.error)) fail();
  },
  true,
);
addEventListener("unhandledrejection", (event) => {
  if (isPart(event.reason)) fail();
});
