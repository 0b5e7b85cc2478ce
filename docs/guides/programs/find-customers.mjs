// Sends events in bulk and asks for the customers who bought often. Run it with Node, Deno or Bun:
//   AFTERSALE_URL=http://localhost:3000 STORE=demo SECRET=… node find-customers.mjs
const { AFTERSALE_URL = "http://localhost:3000", STORE = "demo", SECRET } = process.env;

async function post(path, body) {
  const response = await fetch(`${AFTERSALE_URL}/v2.2/stores/${STORE}${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${SECRET}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.status === 202 ? undefined : response.json();
}

// Each uniqueId counts once, so this program can be run again.
const buy = (email, total, uniqueId) => ({
  eventName: "ordered",
  uniqueId,
  customer: { email },
  data: { total },
});
await post("/events/bulk", {
  events: [
    buy("ada@example.test", 60, "ada-1"),
    buy("ada@example.test", 75, "ada-2"),
    buy("ben@example.test", 80, "ben-1"),
  ],
});

const where = {
  event: "ordered",
  data: [{ key: "total", op: ">=", value: 50 }],
  within: { last: "90d" },
  times: { op: ">=", value: 2 },
};
// Events of a bulk request are stored at once and can be asked for a moment later.
for (let attempt = 1; attempt <= 20; attempt++) {
  const { customers, count } = await post("/segments/query", { where, include: ["count"] });
  if (count > 0 || attempt === 20) {
    console.log(`${count} bought twice: ${customers.map(({ email }) => email).join(", ")}`);
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 250));
}
