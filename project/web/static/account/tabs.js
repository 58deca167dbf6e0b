/** The tabs of an account: profile, notifications, developer; beside them, the settings of this browser. */

import { Link } from "../shell/router.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../words/texts.js";

export const TABS = ["profile", "notifications", "developer"];

const named = () => (TABS.includes(location.hash.slice(1)) ? location.hash.slice(1) : TABS[0]);

/** Returns the tab that the address names, and a function that changes to another tab. @returns {[string, (tab: string) => void]} */
export function useTab() {
  const [tab, setTab] = useState(named);
  useEffect(() => {
    const onHash = () => setTab(named());
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  const turn = (next) => {
    history.replaceState(null, "", `${location.pathname}#${next}`);
    setTab(next);
  };
  return [tab, turn];
}

/** The links to all tabs. @param {{tab: string, turn?: (tab: string) => void}} props tab: the current tab; turn: changes the tab without loading a page */
export const Tabs = ({ tab, turn }) =>
  html`<nav class="page-tabs" aria-label=${t("account")}>
    ${TABS.map((one) => {
      const isHere = one === tab ? "page" : undefined;
      const label = t(`tab_${one}`);
      return turn
        ? html`<a
            key=${one}
            href=${`#${one}`}
            aria-current=${isHere}
            onClick=${(event) => {
              event.preventDefault();
              turn(one);
            }}
            >${label}</a
          >`
        : html`<${Link} key=${one} to=${`/account#${one}`} aria-current=${isHere}>${label}<//>`;
    })}
    <${Link} to="/settings" aria-current=${tab === "settings" ? "page" : undefined}>${t("settings")}<//>
  </nav>`;
