// Creates an order and a return, and repeats what failed for a passing reason. Run it with Node, Deno or Bun:
//   AFTERSALE_URL=http://localhost:3000 STORE=demo SECRET=… node retry.mjs
const { AFTERSALE_URL = "http://localhost:3000", STORE = "demo", SECRET, ATTEMPTS = "6" } = process.env;
const PASSING = new Set([429, 500, 502, 503, 504]);
const TIMEOUT_MS = 30_000;

/** Sends a request until it gets a response that will not change. Every wait has an end. */
async function send(method, path, body, headers = {}) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${AFTERSALE_URL}/v2.2/stores/${STORE}${path}`, {
      method,
      headers: { Authorization: `Bearer ${SECRET}`, "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error) => error);
    const hasPassingFault = response instanceof Error || PASSING.has(response.status);
    if (!hasPassingFault) return response;
    const reason = response instanceof Error ? response.message : response.status;
    if (attempt === Number(ATTEMPTS)) throw new Error(`${path} failed ${attempt} times: ${reason}`);
    // As the service says, else 0.5 s, 1 s, 2 s and so on; the random part spreads clients.
    const said = response instanceof Error ? null : response.headers.get("Retry-After");
    const waitMs = said === null ? 500 * 2 ** (attempt - 1) : 1_000 * Number(said);
    console.log(`${path}: ${reason}, again in ${waitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, waitMs * (1 + Math.random() / 4)));
  }
}

const orderId = process.env.ORDER_ID ?? `RETRY-${Date.now()}`;
const order = await send("POST", "/orders", {
  orderId,
  createdAt: new Date().toISOString(),
  currencyCode: "EUR",
  lineItems: [{ id: "1", productId: "tee", title: "Tee", quantity: 1, price: 19.95 }],
});
// 409: an earlier attempt created it, and its response was lost.
if (!order.ok && order.status !== 409) throw new Error(await order.text());

const request = {
  data: {
    provider: "web shop",
    externalOrderId: orderId,
    items: [{ lineItemId: "1", quantity: 1, reason: "Too small" }],
    shippingAddress: { line1: "1 Road", city: "Town", state: "", postalCode: "12345", country: "DE" },
  },
};
const created = await send("POST", "/returns", request, { "Idempotency-Key": `return of ${orderId}` });
if (!created.ok) throw new Error(await created.text());
console.log(`The return is ${(await created.json()).return.id}`);
