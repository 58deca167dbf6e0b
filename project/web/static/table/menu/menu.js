/** The button of a table's menu. */

import { lazy } from "../../shell/lazy.js";
import { t } from "../../words/texts.js";
import { Sign } from "../../shell/ui.js";
import { html, useState } from "../../vendor/preact.js";

/** @import { Props } from "../types.js" */

const MenuSheet = lazy(() => import("./menuitems.js").then((one) => one.MenuSheet));

/** @param {Props} props */
export function Menu({ ctx }) {
  const [shown, setShown] = useState(false);
  return html`<button class="icon" aria-label=${t("menu")} onClick=${() => setShown(true)}>
      <${Sign} name="menu" />
    </button>
    ${shown && html`<${MenuSheet} ctx=${ctx} close=${() => setShown(false)} />`}`;
}
