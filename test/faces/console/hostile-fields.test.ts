import { beforeAll, expect, test } from "bun:test";
import { PAGES } from "../../../src/faces/console/pages.ts";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { OPERATIONS, useBench } from "../../support/bench.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { faultsIn, MARKUP } from "../../support/hostile.ts";
import { placesIn, valueAt, withAt } from "../../support/json-places.ts";
import { URL_OF_RECEIVER } from "../../support/webhooks.ts";

/** A field gets the first of them that it takes: ids in paths have no slash, some fields are short or addresses. */
const HOSTILE = [
  `=1+1${MARKUP}`,
  `=1+1${MARKUP.replaceAll("/", "")}`,
  `javascript:alert(1)//${MARKUP}`,
  "=1+1<xss>",
  `https://rma.example.com/?=%22${MARKUP}`,
];
/** A page of each kind is opened with so many of its addresses. */
const MAX_OF_A_KIND = 12;

/** A picture; and the first page of this walk, to which no link leads. */
const OF_OTHER_TESTS = ["/returns/:returnId/images/:commentId", "/search"];

const bench = useBench();
let owner: TestBrowser;
const planted: string[] = [];

beforeAll(async () => {
  const { service, store, names } = bench;
  service.world.on(URL_OF_RECEIVER, () => new Response(MARKUP, { status: 500 }));
  for (const operation of OPERATIONS) await plantEach(operation);
  const file = (cell: string) =>
    `product_id,title,sku,location_id,quantity\n${cell},${cell},${cell},${names.locationId},4\n${cell},${cell},,${cell},x\n`;
  const quoted = `"${(HOSTILE[0] ?? "").replaceAll('"', '""')}"`;
  await bench.taken("POST /v2.2/stores/:storeId/inventory-imports", JSON.stringify({ file: file(quoted) }));
  const [text = ""] = HOSTILE;
  const customer = {
    ...{ id: "hostile", email: "hostile@example.test", firstName: text, lastName: text },
    location: { city: text, province: text, country: text },
    customFields: { [text]: text, nested: [{ [text]: text }] },
  };
  const event = { eventName: text, customer, data: { [text]: text, nested: [{ [text]: text }] } };
  for (const [path, body] of [
    ["events", event],
    ["events/bulk", { events: [event, { ...event, customer: undefined }, { [text]: text }, text] }],
    ["storefront/events", { ...event, eventName: "product_viewed" }],
  ] as const) {
    expect((await store.post(`/stores/:store/${path}`, body)).status).toBeLessThan(500);
  }
  owner = await newPerson(service, store, "owner", { name: text });
  await createClient(store.ctx, store.id, { name: MARKUP.replace("\u202e", ""), scopes: ["store_read"] });
  await owner.get(":store", { "User-Agent": MARKUP.replace("\u202e", "") });
  await store.get("/returns/none", { "X-Request-Id": text.replace(/[^ -~]/g, "") });
  await service.drain();
  await store.ctx.requestLog.flush();
});

/** Sends the operation's body with each of its texts replaced, and with all that were taken at once. */
async function plantEach(operation: string): Promise<void> {
  let whole: object | undefined;
  const valid = bench.body(operation);
  for (const path of placesIn(valid).filter((each) => typeof valueAt(valid, each) === "string")) {
    for (const text of HOSTILE) {
      const [alone, together] = [bench.body(operation), whole ?? bench.body(operation)];
      const { status } = await bench.send(operation, JSON.stringify(withAt(alone, path, text)));
      if (status >= 300) continue;
      whole = withAt(together, path, text) as object;
      planted.push(`${operation} ${path.join(".")}`);
      break;
    }
  }
  await bench.send(operation, JSON.stringify(whole ?? valid));
}

/** Cells by which a spreadsheet would compute. */
function formulasIn(csv: string): string[] {
  return [...csv.matchAll(/"((?:[^"]|"")*)"|[^,\r\n]+/g)]
    .map(([cell, inner]) => inner ?? cell)
    .filter((cell) => /^[=+@\t\r]|^-(?!\d)/.test(cell));
}

test("nothing that a client can write into any field runs or breaks out of its place, on any page or in any file", async () => {
  const waiting = [":store", ":store/search?q=1%2B1", ":store/returns?q=%3D1%2B1"];
  /** How many addresses of each page were found. */
  const counts = new Map<string, number>();
  const seen = new Set(waiting);
  const found: string[] = [];
  const base = `/console/stores/${bench.store.id}`;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await owner.get(path);
    const kind = response.headers.get("Content-Type") ?? "";
    const text = await response.text();
    // The only result of a search is opened at once.
    if (response.status === 303) continue;
    expect([path, response.status]).toEqual([path, 200]);
    if (kind.startsWith("text/csv")) found.push(...formulasIn(text).map((cell) => `${path}: ${cell}`));
    if (!kind.startsWith("text/html")) continue;
    found.push(...(await faultsIn(text)).map((fault) => `${path}: ${fault}`));
    for (const [, href = ""] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const address = href.replaceAll("&amp;", "&").replaceAll("&#39;", "'");
      if (!address.startsWith(base) || address.includes("/live")) continue;
      const next = `:store${address.slice(base.length)}`;
      const pattern = patternOf(address.slice(base.length));
      const count = counts.get(pattern) ?? 0;
      if (seen.has(next) || count >= MAX_OF_A_KIND) continue;
      counts.set(pattern, count + 1);
      seen.add(next);
      waiting.push(next);
    }
  }
  expect(found).toEqual([]);
  // Fields that take free text; ids, numbers, dates and choices don't.
  expect(planted.length).toBeGreaterThan(100);
  const missed = PAGES.map(({ path }) => path).filter((path) => !counts.has(path));
  expect(missed.filter((path) => !OF_OTHER_TESTS.includes(path))).toEqual([]);
  // The check finds what it is for.
  expect(await faultsIn(MARKUP)).not.toEqual([]);
  expect(formulasIn(`1,"=1+1 ""a"", b",-5`)).toHaveLength(1);
});

const PATTERNS = PAGES.map(({ path }) => path)
  .toSorted((a, b) => a.split(":").length - b.split(":").length)
  .map((path) => ({
    path,
    matches: new RegExp(`^${path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`),
  }));

function patternOf(address: string): string {
  const path = address.replace(/[?#].*/, "") || "/";
  return PATTERNS.find(({ matches }) => matches.test(path))?.path ?? path;
}
