/** My private note at a table, saved when the field loses the focus. */

import { get, put, remove } from "../../server/api.js";
import { t } from "../../words/texts.js";
import { html, useEffect, useState } from "../../vendor/preact.js";

const LONGEST = 4000;

/** @param {{table: string}} props */
export function OwnNote({ table }) {
  const [note, setNote] = useState(/** @type {{text: string}|null} */ (null));
  const [status, setStatus] = useState("");
  useEffect(() => {
    get(`matches/${table}/note`).then(setNote, (error) => setStatus(error.message));
  }, [table]);
  if (!note) return html`<p role="status">${status}</p>`;
  const keep = (event) => {
    const text = event.target.value;
    if (text === note.text) return;
    const path = `matches/${table}/note`;
    (text ? put(path, { text }) : remove(path)).then(
      () => {
        setNote({ text });
        setStatus(t("note_kept"));
      },
      (error) => setStatus(error.message),
    );
  };
  return html`<div class="stack">
    <label for="own-note">${t("my_note")} <span class="soft small">${t("my_note_text")}</span></label>
    <textarea id="own-note" rows="3" maxlength=${LONGEST} onChange=${keep}>${note.text}</textarea>
    <p role="status" class="small">${status}</p>
  </div>`;
}
