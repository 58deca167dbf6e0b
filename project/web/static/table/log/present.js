/** The viewers of the match who allow others to see their presence. */

import { get } from "../../server/api.js";
import { listed, t } from "../../words/texts.js";
import { html, useEffect, useState } from "../../vendor/preact.js";

const LOOK_MS = 20_000;

export function Present({ match }) {
  const [names, setNames] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    const look = () =>
      document.hidden ||
      get(`matches/${match}/presence`).then(
        ({ items }) => setNames(items.map(({ name }) => name)),
        () => {},
      );
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [match]);
  return (
    names.length > 0 && html`<p class="soft small pad" data-present>${t("present_now", { names: listed(names) })}</p>`
  );
}
