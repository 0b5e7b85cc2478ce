// Hears of every change of a return, once and in order. Run it with Node 20, Deno or Bun where Aftersale reaches it:
//   AFTERSALE_URL=… STORE=demo SECRET=… PUBLIC_URL=https://hooks.example.com/returns PORT=8080 node receive-webhooks.mjs
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { AFTERSALE_URL = "http://localhost:3000", STORE, SECRET, PUBLIC_URL, PORT = "8080" } = process.env;
const FIVE_MINUTES = 300;

// Under the same externalId the webhook is updated: the program may be started as often as you like.
const token = randomUUID();
const created = await fetch(`${AFTERSALE_URL}/v2.2/stores/${STORE}/webhooks`, {
  method: "POST",
  headers: { Authorization: `Bearer ${SECRET}`, "Content-Type": "application/json" },
  body: JSON.stringify({
    webhook: {
      topic: "return",
      callback: { url: PUBLIC_URL, auth: { bearer: { token } } },
      externalId: "receive-webhooks.mjs",
      backfill: true,
    },
  }),
});
if (!created.ok) throw new Error(`the webhook was refused: ${created.status} ${await created.text()}`);
const { signingSecret } = await created.json();
const key = Buffer.from(signingSecret.replace("whsec_", ""), "base64");

/** Whether Aftersale sent this, and sent it just now. While a secret is changed there are two signatures. */
function isGenuine(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": sentAt, "webhook-signature": signatures = "" } = headers;
  if (headers.authorization !== `Bearer ${token}`) return false;
  if (Math.abs(Date.now() / 1000 - Number(sentAt)) > FIVE_MINUTES) return false;
  const right = createHmac("sha256", key).update(`${id}.${sentAt}.${body}`).digest();
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace("v1,", ""), "base64");
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** The last `at` of each return. Keep it with what you do about the event, in one transaction of your database. */
const last = new Map();

function take({ type, at, return: changed, order }) {
  // Events of one return come in order, so what is not later was there before: an attempt whose answer got lost.
  if (at <= (last.get(changed.id) ?? "")) return;
  last.set(changed.id, at);
  console.log(`${type}: ${changed.id} of order ${order.name} is ${changed.status}`);
}

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  take(JSON.parse(body));
  // Anything but a 2xx within 10 seconds, and the event comes again.
  response.writeHead(204).end();
});
server.listen(Number(PORT), () => console.log(`listening on ${server.address().port}`));
