/** Runs the verifier off the page's thread. The one place that knows where the verifier lies. */

import { verifyBytes } from "../verify.js";

addEventListener("message", async ({ data }) => {
  const began = performance.now();
  const steps = await verifyBytes(new Uint8Array(data.bundle), new Uint8Array(data.receipts));
  postMessage({ steps, seconds: (performance.now() - began) / 1000 });
});
