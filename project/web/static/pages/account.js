/** My account: name, address, notices, devices, hours, vacations, tokens, webhooks, players to avoid. What the server lacks is not shown. */

import { OwnApps, SignedInApps } from "../account/apps.js";
import { OwnCalendar } from "../account/calendar.js";
import { Avoided } from "../account/avoided.js";
import { OwnData } from "../account/data.js";
import { Devices } from "../account/devices.js";
import { Notices, PlayWindow } from "../account/notices.js";
import { Passkeys } from "../account/passkeys.js";
import { Sanctions } from "../account/sanctions.js";
import { Email, Password, Profile } from "../account/profile.js";
import { Zones } from "../account/quiet.js";
import { Tokens } from "../account/tokens.js";
import { Vacations } from "../account/vacations.js";
import { Webhooks } from "../account/webhooks.js";
import { get } from "../server/api.js";
import { canPasskey } from "../shell/passkey.js";
import { Link } from "../shell/router.js";
import { usePaths } from "../server/served.js";
import { session } from "../shell/session.js";
import { t } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";

export default function Account() {
  const known = usePaths();
  const [me, setMe] = useState(null);
  useEffect(() => {
    if (session.value.token) get("me").then(setMe, () => {});
  }, [session.value.token]);
  if (!session.value.token)
    return html`<main id="main" class="page stack">
      <h1>${t("account")}</h1>
      <p>${t("account_needs_name")} <${Link} to="/settings">${t("sign_in")}<//></p>
    </main>`;
  return html`<main id="main" class="page stack">
    <h1>${t("account")}</h1>
    ${known.has("/me/sanctions") && html`<${Sanctions} />`}
    ${
      me &&
      html`<div class="fields account sections">
        <${Profile} me=${me} setMe=${setMe} /><${Email} me=${me} setMe=${setMe} /><${Password}
          me=${me}
          setMe=${setMe}
        />${known.has("/me/passkeys") && canPasskey && html`<${Passkeys} />`} <${Zones} /><${Notices}
          me=${me}
          setMe=${setMe}
        /><${PlayWindow} me=${me} setMe=${setMe} />
        ${known.has("/me/push-subscriptions") && html`<${Devices} />`}
        ${known.has("/matches/{match_id}/vacation") && html`<${Vacations} />`}
        <${Tokens} me=${me} />
        ${known.has("/me/apps") && html`<${SignedInApps} /><${OwnApps} />`}
        ${known.has("/me/calendar") && html`<${OwnCalendar} />`}${known.has("/me/webhooks") && html`<${Webhooks} />`}${known.has("/me/avoided") && html`<${Avoided} />`}<${OwnData} />
      </div>`
    }
  </main>`;
}
