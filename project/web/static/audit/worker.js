/** Runs the verifier in a worker thread. This is the only module that knows the verifier's location. */

import { verifyBytes } from "../verify.js";

addEventListener("message", async ({ data }) => {
  const began = performance.now();
  const steps = await verifyBytes(new Uint8Array(data.bundle), new Uint8Array(data.receipts));
  postMessage({ steps, seconds: (performance.now() - began) / 1000 });
});
