/** My account in three parts. Parts that the server does not support are hidden. */

import { useTitle } from "../shell/title.js";
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
import { Tabs, useTab } from "../account/tabs.js";
import { Tokens } from "../account/tokens.js";
import { Vacations } from "../account/vacations.js";
import { Webhooks } from "../account/webhooks.js";
import { faceOfPlayer } from "../cards/faces.js";
import { get } from "../server/api.js";
import { canPasskey } from "../shell/passkey.js";
import { Link } from "../shell/router.js";
import { usePaths } from "../server/served.js";
import { prefer, session } from "../shell/session.js";
import { t } from "../words/texts.js";
import { html, useEffect, useState } from "../vendor/preact.js";

export default function Account() {
  const [tab, turn] = useTab();
  const known = usePaths();
  const [me, setMe] = useState(null);
  useEffect(() => {
    if (session.value.token)
      get("me").then(
        (found) => {
          setMe(found);
          prefer({ face: faceOfPlayer(found) });
        },
        () => {},
      );
  }, [session.value.token]);
  useTitle(t("account"));
  if (!session.value.token)
    return html`<main id="main" class="page stack">
      <h1>${t("account")}</h1>
      <p>${t("account_needs_name")}</p>
      <p><${Link} class="button act" to="/login?to=/account">${t("sign_in")}<//></p>
    </main>`;
  const Parts = PARTS[tab];
  return html`<main id="main" class="page stack">
    <h1>${t("account")}</h1>
    <${Tabs} tab=${tab} turn=${turn} />
    ${known.has("/me/sanctions") && html`<${Sanctions} />`}
    ${me && html`<div class="fields account sections"><${Parts} key=${tab} me=${me} setMe=${setMe} known=${known} /></div>`}
  </main>`;
}

/** Settings of the person: name, sign-in, blocked players, stored data. */
const Person = ({ me, setMe, known }) =>
  html`<${Profile} me=${me} setMe=${setMe} /><${Email} me=${me} setMe=${setMe} /><${Password} me=${me} setMe=${setMe} />
    ${known.has("/me/passkeys") && canPasskey && html`<${Passkeys} />`}
    ${known.has("/me/relations") && html`<${Avoided} />`}<${OwnData} />`;

/** Settings of the notices about tables: when and how they arrive. */
const Hearing = ({ me, setMe, known }) =>
  html`<${Zones} /><${Notices} me=${me} setMe=${setMe} /><${PlayWindow} me=${me} setMe=${setMe} />
    ${known.has("/me/push-subscriptions") && html`<${Devices} />`}
    ${known.has("/matches/{match_id}/vacation") && html`<${Vacations} />`}
    ${known.has("/me/calendar") && html`<${OwnCalendar} />`}`;

/** Settings for programs. */
const Programs = ({ me, known }) =>
  html`<${Tokens} me=${me} />${known.has("/me/apps") && html`<${SignedInApps} /><${OwnApps} />`}
    ${known.has("/me/webhooks") && html`<${Webhooks} />`}`;

const PARTS = { profile: Person, notifications: Hearing, developer: Programs };
