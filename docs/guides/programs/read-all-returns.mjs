// Reads all returns page by page, then follows the change feed. Run it with Node, Deno or Bun:
//   AFTERSALE_URL=http://localhost:3000 STORE=demo SECRET=… ROUNDS=3 node read-all-returns.mjs
const { AFTERSALE_URL = "http://localhost:3000", STORE = "demo", SECRET, ROUNDS = "Infinity" } = process.env;

async function get(path, headers = {}) {
  const response = await fetch(`${AFTERSALE_URL}/v2.2/stores/${STORE}${path}`, {
    headers: { Authorization: `Bearer ${SECRET}`, ...headers },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return { body: await response.json(), next: response.headers.get("X-Page-Next") };
}

// The place in the feed comes first, so that no change between it and the lists is missed.
let { next: after } = (await get("/changes?after=latest")).body;

const returns = new Map();
let page;
do {
  page = await get("/returns", { "X-Page-Size": "500", ...(page && { "X-Page-Continue": page.next }) });
  for (const one of page.body.returns) returns.set(one.id, one);
} while (page.next);
console.log(`${returns.size} returns`);

for (let round = 0; round < Number(ROUNDS); round++) {
  const { changes, next } = (await get(`/changes?after=${after}&wait=${process.env.WAIT ?? 20}`)).body;
  for (const { type, id, data } of changes.filter((change) => change.type.startsWith("return."))) {
    if (data === null) returns.delete(id);
    else returns.set(id, data.return ?? data);
    console.log(`${type}: ${id} is ${returns.get(id)?.status ?? "gone"}`);
  }
  // A program that keeps its copy on disk stores `next` in the same transaction.
  after = next;
}
