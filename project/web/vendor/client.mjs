// What the client uses of its libraries, bundled into static/vendor/preact.js by `make vendor`.
import htm from "htm";
import { h } from "preact";

export { Fragment, h, render } from "preact";
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
export { batch, computed, effect, signal, untracked, useComputed, useSignal } from "@preact/signals";
export const html = htm.bind(h);
