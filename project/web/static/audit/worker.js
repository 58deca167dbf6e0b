/** Runs the verifier off the page's thread. The one place that knows where the verifier lies. */

import { verify } from "../verify.js";

addEventListener("message", ({ data }) => {
  const began = performance.now();
  const steps = verify(data.bundle, data.receipts, data.globalLog);
  postMessage({ steps, seconds: (performance.now() - began) / 1000 });
});
