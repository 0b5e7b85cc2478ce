// Syncs a warehouse with the compatible API: reads the returns that have changed since the last run, page by
// page, and processes those that have arrived. Run it with Node, Deno or Bun:
//   AFTERSALE_URL=http://localhost:3000 SECRET=… SINCE=2026-03-01 ARRIVED=1Z999,1Z998 node sync-warehouse.mjs
const { AFTERSALE_URL = "http://localhost:3000", SECRET, SINCE, ARRIVED = "" } = process.env;
const arrived = new Set(ARRIVED.split(",").filter(Boolean));

async function call(method, address, body) {
  const response = await fetch(new URL(address, AFTERSALE_URL), {
    method,
    headers: { "X-Authorization": SECRET, ...(body && { "Content-Type": "application/json" }) },
    body: body && JSON.stringify(body),
  });
  const value = await response.json();
  // This API also reports errors with status 200: then the response has `errors`.
  if (!response.ok || value?.errors) throw new Error(`${method} ${address}: ${JSON.stringify(value)}`);
  return value;
}

// Filtering by `updated_at` misses no return. One that changes meanwhile may be listed twice: the map has one entry.
const returns = new Map();
const now = Date.now();
const since = SINCE ? Date.parse(SINCE) : now - 86_400_000;
// A request may ask for at most 120 days.
const windowMs = 100 * 86_400_000;
for (let start = since; start < now; start += windowMs) {
  const from = new Date(start).toISOString();
  const to = new Date(Math.min(start + windowMs, now)).toISOString();
  const window = new URLSearchParams({ from, to, filter: "updated_at", paginate: "true", pageSize: "250" });
  let next = `/api/v1/warehouse/return/list?${window}`;
  while (next) {
    const page = await call("GET", next);
    for (const entry of page.returns) returns.set(entry.id, entry);
    next = page.nextPageUrl;
  }
}
console.log(`${returns.size} returns have changed since ${new Date(since).toISOString()}`);

for (const { id, order_name, state, tracking_number } of returns.values()) {
  if (state !== "open" || !arrived.has(tracking_number)) continue;
  await call("POST", `/api/v1/warehouse/return/${id}/note`, { content: `Arrived: ${tracking_number}` });
  await call("POST", `/api/v1/warehouse/return/${id}/process`);
  console.log(`${id} of ${order_name} is processed`);
}
