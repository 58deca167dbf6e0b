/** Audit: the verifier in the browser, in words for players. Nothing is sent. */

import { get } from "../server/api.js";
import { check, values } from "../audit/check.js";
import { receiptsOf } from "../audit/receipts.js";
import { Link } from "../shell/router.js";
import { has, t } from "../words/texts.js";
import { Avatar, nameOf, save, say, Sign } from "../shell/ui.js";
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";

const ROWS = 200;

export default function Verify({ id }) {
  const { bytes, bundle, head, receipts, result, fault, take } = useAudit(id);
  useEffect(() => {
    document.title = `${t("verify_title")} – Comptoir`;
  }, [id]);
  return html`<main id="main" class="page">
    <${Verdict} result=${result} bundle=${bundle} bytes=${bytes} head=${head} id=${id} />
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    <div class="two">
      <section class="stack">
        ${
          result && html`<${Steps} steps=${result.steps} receipts=${receipts.length} />`
        }${!bundle && !id && html`<${Drop} take=${take} />`}
      </section>
      <section class="stack">
        ${
          bundle &&
          result &&
          html`<${Shufflers} bundle=${bundle} head=${head} /><${LogTable} bundle=${bundle} steps=${result.steps} />`
        }${(bundle || id) && html`<${Drop} take=${take} />`}
      </section>
    </div>
  </main>`;
}

/** Returns the bundle of a match or of opened files, with its receipts, and the findings of the verifier. */
function useAudit(id) {
  const [bytes, setBytes] = useState(null);
  const bundle = useMemo(() => bytes && valuesOf(bytes)[0], [bytes]);
  const [head, setHead] = useState(null);
  const [receipts, setReceipts] = useState([]);
  const [result, setResult] = useState(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    if (id) load(id);
  }, [id]);
  const load = (match) =>
    Promise.all([get(`matches/${match}/export`, { isBytes: true }), get(`matches/${match}`), receiptsOf(match)]).then(
      ([found, about, stored]) => {
        setBytes(found);
        setHead(about);
        setReceipts(stored);
        run(found, stored);
      },
      (error) => setFault(error.message),
    );
  const run = (found, stored) => {
    setResult(null);
    setFault("");
    check(found, stored).then(
      (answer) => {
        setResult(answer);
        say(verdictOf(answer.steps));
      },
      (error) => setFault(error.message),
    );
  };
  const take = async (files) => {
    for (const file of files) {
      const read = await file.arrayBuffer();
      const found = valuesOf(read);
      if (found[0]?.events) {
        setBytes(read);
        setHead(null);
        run(read, receipts);
      } else if (found[0]?.signature) {
        setReceipts(found);
        if (bytes) run(bytes, found);
      } else setFault(t("not_a_bundle"));
    }
  };
  return { bytes, bundle, head, receipts, result, fault, take };
}

/** Returns the values in a file for display. The verifier itself reads the bytes, and more strictly. */
function valuesOf(bytes) {
  try {
    return values(new TextDecoder().decode(bytes));
  } catch {
    return [];
  }
}

const number = (steps, status) => steps.filter(([found]) => found === status).length;
const nameOfStep = (step) => {
  const name = step.replace(/^\d+ /, "");
  return has(`step.${name}`) ? t(`step.${name}`) : name;
};
const aboutStep = (step) => {
  const name = step.replace(/^\d+ /, "");
  return has(`about.${name}`) ? t(`about.${name}`) : "";
};

function verdictOf(steps) {
  const failed = steps.find(([status]) => status === "FAILED");
  return failed
    ? t("fault_found", { step: nameOfStep(failed[1]) })
    : t("no_fault", { held: number(steps, "OK"), skipped: number(steps, "SKIPPED") });
}

function Verdict({ result, bundle, bytes, head, id }) {
  const failed = result?.steps.some(([status]) => status === "FAILED");
  const size = bundle && Math.round(bytes.byteLength / 1000);
  return html`<section
    class=${`verdict ${!result ? "wait" : failed ? "bad" : "good"}`}
    data-verdict=${!result ? "wait" : failed ? "bad" : "good"}
  >
    <${Sign} name=${failed ? "close" : "shield"} />
    <div class="grow">
      <h1>${result ? verdictOf(result.steps) : id || bundle ? t("checking") : t("verify_title")}</h1>
      <p>${result ? t("checked_here", { seconds: result.seconds.toFixed(1) }) : t("drop_text")}</p>
    </div>
    ${
      bundle &&
      html`<button onClick=${() => save(`${bundle.match}.json`, bytes)}>
        <${Sign} name="down" /> ${t("bundle_size", { kb: size })}
      </button>`
    }
    ${
      head &&
      html`<${Link} class="button" to=${`/m/${head.id}/replay`}><${Sign} name="play" /> ${t("watch_replay")}<//>`
    }
  </section>`;
}

const MARKS = { OK: "check", FAILED: "close", SKIPPED: "hourglass" };

function Steps({ steps, receipts }) {
  return html`<ol class="panel steps">
    ${steps.map(
      ([status, step, words]) =>
        html`<li class=${status} data-step=${step} key=${step}>
          <span class="mark" aria-hidden="true"><${Sign} name=${MARKS[status]} /></span>
          <div>
            <strong>${nameOfStep(step)}</strong>
            <p class="small">${aboutStep(step)}</p>
            <details>
              <summary class="small soft">${t("details")}</summary>
              <p class="small mono" lang="en">${words}</p>
            </details>
            ${
              step.endsWith("receipts") &&
              receipts > 0 &&
              html`<p class="small">${t("receipts_kept", { n: receipts })}</p>`
            }
          </div>
          <span class="state">${t(`state_${status}`)}</span>
        </li>`,
    )}
  </ol>`;
}

function cores(bundle) {
  return bundle.events.map((event) => {
    try {
      return { seq: event.seq, hash: event.hash, ...JSON.parse(event.core) };
    } catch {
      return { seq: event.seq, hash: event.hash, type: "?" };
    }
  });
}

function Shufflers({ bundle, head }) {
  const joined = cores(bundle).filter((core) => core.type === "seat.joined");
  return html`<section class="panel stack">
    <h2>${t("who_shuffled")}</h2>
    <p class="soft small">${t("who_text")}</p>
    <ul class="stack">
      ${joined.map(
        (core) =>
          html`<li class="row">
            <${Avatar} head=${head} seat=${core.actor ?? core.seat ?? 0} tiny /><span
              >${nameOf(head, core.actor ?? core.seat ?? 0)}</span
            ><code class="grow">${String(core.nonce ?? "").slice(0, 16)}…</code
            ><span class="small soft">${t(`src_${core.source ?? "server"}`)}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

function LogTable({ bundle, steps }) {
  const bad = steps
    .map(([status, , words]) => (status === "FAILED" ? /seq (\d+)/.exec(words)?.[1] : null))
    .find(Boolean);
  const rows = cores(bundle);
  const from = bad ? Math.max(0, Number(bad) - 5) : 0;
  return html`<section class="panel">
    <details open=${Boolean(bad)}>
      <summary>
        <h2>${t("the_log")}</h2>
        <span class="soft small num">${rows.length}</span>
      </summary>
      <table>
        <thead>
          <tr>
            <th>${t("col_row")}</th>
            <th>${t("col_what")}</th>
            <th>${t("col_seal")}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.slice(from, from + ROWS).map(
            (core) =>
              html`<tr class=${String(core.seq) === bad ? "fault" : ""}>
                <td class="num">${core.seq}</td>
                <td>${has(`row.${core.type}`) ? t(`row.${core.type}`) : (core.move?.verb ?? core.type)}</td>
                <td><code>${String(core.hash ?? "").slice(0, 8)}…</code></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>
  </section>`;
}

function Drop({ take }) {
  const [over, setOver] = useState(false);
  const dropped = (event) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return html`<section
    class=${`drop${over ? " over" : ""}`}
    onDragOver=${(event) => {
      event.preventDefault();
      setOver(true);
    }}
    onDragLeave=${() => setOver(false)}
    onDrop=${dropped}
  >
    <h2>${t("check_another")}</h2>
    <p class="soft">${t("drop_text")}</p>
    <label class="button"
      >${t("choose_file")}<input
        class="hidden-text"
        type="file"
        accept=".json,.ndjson,application/json"
        multiple
        onChange=${(event) => take([...event.target.files])}
    /></label>
  </section>`;
}
