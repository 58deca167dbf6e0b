/* Prints what a verify.js says of files: reads {verifier, cases: [[bundle, receipts, global log]]} on stdin, in base64. */

import { readFileSync } from "node:fs";

const { verifier, cases } = JSON.parse(readFileSync(0, "utf8"));
const { verifyBytes } = await import(verifier);
const bytes = (text) => (text === null ? null : Buffer.from(text, "base64"));

const results = [];
for (const files of cases) results.push(await verifyBytes(...files.map(bytes)));
console.log(JSON.stringify(results));
