// Verifies a webhook: SIGNING_SECRET=whsec_… node verify.mjs ID TIMESTAMP SIGNATURES < body
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { argv, env, exit } from "node:process";

const MAX_AGE_S = 300;

/** `body` are the bytes as they were received, before any parsing. */
export function isGenuine({ secret, id, timestamp, signatures, body }) {
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= MAX_AGE_S)) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  // While a secret is rotated there are two signatures.
  return signatures.split(" ").some((signature) => {
    const actual = Buffer.from(signature.replace("v1,", ""), "base64");
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}

const [, , id, timestamp, signatures] = argv;
const genuine = isGenuine({ secret: env.SIGNING_SECRET, id, timestamp, signatures, body: readFileSync(0) });
console.log(genuine ? "genuine" : "forged");
exit(genuine ? 0 : 1);
