// Creates an order and completes a return of it. Run it with Node, Deno or Bun:
//   AFTERSALE_URL=http://localhost:3000 STORE=demo SECRET=… node take-a-return.mjs
const { AFTERSALE_URL = "http://localhost:3000", STORE, SECRET } = process.env;

async function call(method, path, body, headers = {}) {
  const response = await fetch(`${AFTERSALE_URL}/v2.2${path}`, {
    method,
    headers: { Authorization: `Bearer ${SECRET}`, "Content-Type": "application/json", ...headers },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

const orderId = `WEB-${Date.now()}`;
await call("POST", `/stores/${STORE}/orders`, {
  orderId,
  createdAt: new Date().toISOString(),
  currencyCode: "EUR",
  customer: { email: "robin@example.com", firstName: "Robin" },
  lineItems: [{ id: "1", productId: "tee", title: "Tee", quantity: 2, price: 19.95, discount: 4 }],
});

// The key makes it safe to retry when no response arrived: only one return is created.
const request = {
  data: {
    provider: "web shop",
    externalOrderId: orderId,
    items: [{ lineItemId: "1", quantity: 1, reason: "Too small", reasonCode: "SIZE" }],
    shippingAddress: { line1: "1 Road", city: "Town", state: "", postalCode: "12345", country: "DE" },
  },
};
const key = { "Idempotency-Key": `return of ${orderId}` };
const { return: created } = await call("POST", `/stores/${STORE}/returns`, request, key);

await call("POST", `/returns/${created.id}/comments`, { comment: { message: "The seam is torn." } });
for (const status of ["in_transit", "delivered", "complete"]) {
  await call("PUT", `/returns/${created.id}/status`, { status });
}

const { return: finished } = await call("GET", `/returns/${created.id}`);
const { amount, currency } = finished.totals.refund.amount;
console.log(
  `The return ${finished.id} of ${orderId} is ${finished.status}: ${amount} ${currency} are refunded.`,
);
