// Keeps a warehouse in step by the compatible API: reads what has changed since the last run, page by page, and
// processes what has arrived. Run it with Node, Deno or Bun:
//   AFTERSALE_URL=http://localhost:3000 SECRET=… SINCE=2026-03-01 ARRIVED=1Z999,1Z998 node sync-warehouse.mjs
const { AFTERSALE_URL = "http://localhost:3000", SECRET, SINCE, ARRIVED = "" } = process.env;
const arrived = new Set(ARRIVED.split(",").filter(Boolean));

async function call(method, address, body) {
  const answer = await fetch(new URL(address, AFTERSALE_URL), {
    method,
    headers: { "X-Authorization": SECRET, ...(body && { "Content-Type": "application/json" }) },
    body: body && JSON.stringify(body),
  });
  const value = await answer.json();
  // This API refuses with 200 as well: then there are `errors` in the answer.
  if (!answer.ok || value?.errors) throw new Error(`${method} ${address}: ${JSON.stringify(value)}`);
  return value;
}

// By `updated_at` no return is missed. One that changes meanwhile may come twice, so it is kept by its id.
const returns = new Map();
const from = SINCE ?? new Date(Date.now() - 86_400_000).toISOString();
const to = new Date().toISOString();
const window = new URLSearchParams({ from, to, filter: "updated_at", paginate: "true", pageSize: "250" });
let next = `/api/v1/warehouse/return/list?${window}`;
while (next) {
  const page = await call("GET", next);
  for (const one of page.returns) returns.set(one.id, one);
  next = page.nextPageUrl;
}
console.log(`${returns.size} returns have changed since ${from}`);

for (const { id, order_name, state, tracking_number } of returns.values()) {
  if (state !== "open" || !arrived.has(tracking_number)) continue;
  await call("POST", `/api/v1/warehouse/return/${id}/note`, { content: `Arrived: ${tracking_number}` });
  await call("POST", `/api/v1/warehouse/return/${id}/process`);
  console.log(`${id} of ${order_name} is processed`);
}
