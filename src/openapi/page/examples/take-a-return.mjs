// Takes an order to a finished return. Run it with Node, Deno or Bun:
//   AFTERSALE_URL=http://localhost:3000 STORE=demo SECRET=… node take-a-return.mjs
const { AFTERSALE_URL = "http://localhost:3000", STORE, SECRET } = process.env;

async function call(method, path, body, headers = {}) {
  const answer = await fetch(`${AFTERSALE_URL}/v2.2${path}`, {
    method,
    headers: { Authorization: `Bearer ${SECRET}`, "Content-Type": "application/json", ...headers },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.status === 204 ? undefined : answer.json();
}

const orderId = `WEB-${Date.now()}`;
await call("POST", `/stores/${STORE}/orders`, {
  orderId,
  createdAt: new Date().toISOString(),
  currencyCode: "EUR",
  customer: { email: "robin@example.com", firstName: "Robin" },
  lineItems: [{ id: "1", productId: "tee", title: "Tee", quantity: 2, price: 19.95, discount: 4 }],
});

// The key makes it safe to send this again when no answer came: there will be one return, not two.
const request = {
  data: {
    provider: "web shop",
    externalOrderId: orderId,
    items: [{ lineItemId: "1", quantity: 1, reason: "Too small", reasonCode: "SIZE" }],
    shippingAddress: { line1: "1 Road", city: "Town", state: "", postalCode: "12345", country: "DE" },
  },
};
const key = { "Idempotency-Key": `return of ${orderId}` };
const { return: opened } = await call("POST", `/stores/${STORE}/returns`, request, key);

await call("POST", `/returns/${opened.id}/comments`, { comment: { message: "The seam is torn." } });
for (const status of ["in_transit", "delivered", "complete"]) {
  await call("PUT", `/returns/${opened.id}/status`, { status });
}

const { return: finished } = await call("GET", `/returns/${opened.id}`);
const { amount, currency } = finished.totals.refund.amount;
console.log(`The return ${finished.id} of ${orderId} is ${finished.status}: ${amount} ${currency} go back.`);
