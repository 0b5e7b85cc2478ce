// Receives every change of a return, once and in order. Run it with Node 20, Deno or Bun. CALLBACK_URL is the
// address under which Aftersale reaches this program:
//   STORE=demo SECRET=… CALLBACK_URL=https://hooks.example.com/returns PORT=8080 node receive-webhooks.mjs
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { AFTERSALE_URL = "http://localhost:3000", STORE = "demo", SECRET, PORT = "8080" } = process.env;
const { CALLBACK_URL = `http://localhost:${PORT}/returns` } = process.env;
const MAX_AGE_S = 300;

// A webhook with the same externalId is updated, so the program can be restarted.
const token = randomUUID();
const created = await fetch(`${AFTERSALE_URL}/v2.2/stores/${STORE}/webhooks`, {
  method: "POST",
  headers: { Authorization: `Bearer ${SECRET}`, "Content-Type": "application/json" },
  body: JSON.stringify({
    webhook: {
      topic: "return",
      callback: { url: CALLBACK_URL, auth: { bearer: { token } } },
      externalId: "receive-webhooks.mjs",
      backfill: true,
    },
  }),
});
if (!created.ok) throw new Error(`the webhook was refused: ${created.status} ${await created.text()}`);
const { signingSecret } = await created.json();
const key = Buffer.from(signingSecret.replace("whsec_", ""), "base64");

/** Whether Aftersale sent this request recently. While a secret is rotated there are two signatures. */
function isGenuine(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": sentAt, "webhook-signature": signatures = "" } = headers;
  if (headers.authorization !== `Bearer ${token}`) return false;
  if (Math.abs(Date.now() / 1000 - Number(sentAt)) > MAX_AGE_S) return false;
  const expected = createHmac("sha256", key).update(`${id}.${sentAt}.${body}`).digest();
  return signatures.split(" ").some((signature) => {
    const actual = Buffer.from(signature.replace("v1,", ""), "base64");
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}

/** The last `at` of each return. Store it in the same database transaction as the effects of the event. */
const last = new Map();

function handle({ type, at, return: changed, order }) {
  // Events of one return arrive in order, so one that is not newer is a repeat whose first response was lost.
  if (at <= (last.get(changed.id) ?? "")) return;
  last.set(changed.id, at);
  console.log(`${type}: ${changed.id} of order ${order.name} is ${changed.status}`);
}

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  handle(JSON.parse(body));
  // Without a 2xx within 10 seconds the event is retried.
  response.writeHead(204).end();
});
server.listen(Number(PORT), () => console.log(`listening on ${server.address().port}`));
