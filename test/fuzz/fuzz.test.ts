import { beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { type Document, readDocument } from "../contract/document.ts";
import { createSchemas } from "../contract/schemas.ts";
import { type Bench, useBench } from "../support/bench.ts";
import { order, returnOf } from "../support/fixtures.ts";
import { newMail } from "../support/mails.ts";
import { startOrderImport } from "../support/order-imports.ts";
import type { TestService, TestStore } from "../support/service.ts";
import { deliveriesOf, newWebhook } from "../support/webhooks.ts";
import { type Ids, PNG, REFUSED_RIGHTLY, SUBSCRIBER_URL, withExistingIds } from "./existing-ids.ts";
import { type RequestParts, requestsOf } from "./requests.ts";

/** The number of requests in CI. `bun run fuzz` sends more, with a new seed each time. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 5_000);
const SEED = process.env.FUZZ_REQUESTS ? Date.now() : 20_260_301;
const AT_ONCE = 100;
const RETURNS = 25;
const HOUR = 3_600_000;
const MAX_REPEATS = 100;
const PAUSE_MS = 50;

const bench = useBench({ eventRateLimit: 0 });
let document: Document;
/** Ids for requests: one record per return. */
let targets: Ids[];
let draining: Promise<void> | undefined;
beforeAll(async () => {
  document = await readDocument(bench.app);
  bench.service.world.on(SUBSCRIBER_URL, () => new Response());
  targets = await createTargets(bench);
  await bench.service.drain();
});

test(
  `${REQUESTS} requests generated from the description, valid and corrupted, get described responses and never a 5xx`,
  async () => {
    const seen: Seen = { valid: 0, accepted: 0, broken: 0, refused: 0, faults: new Map() };
    const batches = fc.array(requestsOf(document), { minLength: AT_ONCE, maxLength: AT_ONCE });
    const property = fc.asyncProperty(batches, async (requests) => {
      await Promise.all(
        requests.map((parts, i) => hold(withExistingIds(parts, targets[i % RETURNS] ?? {}), seen)),
      );
    });
    await fc.assert(property, { numRuns: REQUESTS / AT_ONCE, seed: SEED });

    const { faults, ...counts } = seen;
    console.log(`seed ${SEED}: ${JSON.stringify(counts)}`);
    expect([...faults.values()]).toEqual([]);
    bench.unharmed();
    expect(seen.valid + seen.broken).toBe(REQUESTS);
    expect(seen.accepted).toBeGreaterThan(seen.valid * 0.9);
    expect(seen.refused).toBeGreaterThan(seen.broken * 0.5);
  },
  HOUR,
);

test("requests generated as valid match the schemas of the description", () => {
  const { open } = createSchemas(document);
  for (const { operation, isValid, body } of fc.sample(requestsOf(document), {
    numRuns: 1_000,
    seed: SEED,
  })) {
    const schema = operation.requestBody?.content["application/json"]?.schema;
    if (isValid && schema)
      expect([operation.operationId, ...open(schema)(body)]).toEqual([operation.operationId]);
  }
});

type Seen = {
  valid: number;
  accepted: number;
  broken: number;
  refused: number;
  /** The first request of each operation with an unexpected response. */
  faults: Map<string, string>;
};

async function hold(parts: RequestParts, seen: Seen): Promise<void> {
  const { operation, isValid, ...request } = parts;
  const fault = (text: string) => {
    if (seen.faults.has(operation.operationId)) return;
    seen.faults.set(operation.operationId, `${operation.operationId}: ${JSON.stringify(request)}\n${text}`);
  };
  seen[isValid ? "valid" : "broken"]++;
  try {
    // The app of the tests throws when a response is not described.
    const answer = await sent(parts);
    const accepted = answer.status < 300;
    if (accepted && isValid) seen.accepted++;
    if (!accepted && !isValid) seen.refused++;
    const rightly = REFUSED_RIGHTLY[operation.operationId]?.includes(answer.status);
    if (answer.status >= 500 || (isValid && !accepted && !rightly)) {
      fault(
        `was ${isValid ? "valid" : "corrupted"}, and the response was ${answer.status} ${await answer.text()}`,
      );
    }
  } catch (error) {
    fault(String(error));
  }
}

/** Sends a request and repeats it while the response is 429 for too many concurrent requests. */
async function sent(parts: RequestParts): Promise<Response> {
  for (let left = MAX_REPEATS; ; left--) {
    const answer = await bench.app.fetch(requestOf(parts));
    if (answer.status !== 429 || left === 0) return answer;
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    await drainBetween();
  }
}

/** Waits for requests to finish, and runs the queued jobs. */
function drainBetween(): Promise<void> {
  draining ??= Bun.sleep(PAUSE_MS)
    .then(() => bench.service.drain())
    .finally(() => {
      draining = undefined;
    });
  return draining;
}

function requestOf({ operation, path, query, headers, body }: RequestParts): Request {
  const named = operation.path.replace(/\{(\w+)\}/g, (_, name) => encoded(path[name] ?? "nothing-there"));
  const asked = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return new Request(`http://localhost${named}${asked.length > 0 ? `?${asked.join("&")}` : ""}`, {
    method: operation.method,
    headers: {
      Authorization: `Bearer ${bench.store.secret}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

/**
 * Encodes a path segment or a parameter. A URL can't contain a lone surrogate; the replacement is no existing
 * id.
 */
function encoded(text: string): string {
  return text === "." || text === ".." ? "%2E" : encodeURIComponent(text.toWellFormed());
}

/** Returns ids of the bench's objects and of further ones that requests read or delete. */
async function createTargets({ service, store, names }: Bench): Promise<Ids[]> {
  const customer = { id: "known", email: "known@example.test" };
  await store.post("/stores/:store/orders", order("of-known", { customer }));
  const level = { product: { id: "tee", title: "Tee" }, location_id: names.locationId, quantity: 5 };
  const put = await store.put("/stores/:store/inventory-levels", { inventory_levels: [level] });
  const { inventory_levels } = (await put.json()) as { inventory_levels: { id: string }[] };
  const listed = await store.get("/stores/:store/inventory-items");
  const { inventory_items } = (await listed.json()) as { inventory_items: { id: string }[] };
  const each = await Promise.all(Array.from({ length: RETURNS }, () => returnOfOwn(service, store)));
  await store.put(`/stores/:store/segments/${names.segmentKey}`, { where: { event: "visited" } });
  await store.put("/stores/:store/policy", { timeZone: "UTC" });
  const credentials = { apiKey: "sk_1", webhookSecret: "a-long-random-secret" };
  const connector = { url: "https://shop.example", enabled: false, credentials };
  await store.put(`/stores/:store/connectors/${names.connector}`, connector);
  const [delivery] = await deliveriesOf(store, names.webhookId);
  const shared = {
    ...names,
    customerId: customer.id,
    deliveryId: delivery?.deliveryId ?? "",
    doomedWebhookId: (await newWebhook(store)).id,
    exportId: await anExport(service, store),
    dryRunId: await aDryRun(store),
    version: "1",
    mailId: await newMail(store),
    importId: await anImport(store),
    orderImportId: await startOrderImport(store),
    withdrawalId: await aWithdrawal(store),
    inventoryLevelId: inventory_levels[0]?.id ?? "",
    inventoryItemId: inventory_items[0]?.id ?? "",
  };
  return each.map((own) => ({ ...shared, ...own }));
}

async function aWithdrawal(store: TestStore): Promise<string> {
  const body = { name: "Ada", order: "unknown", email: "ada@example.test", confirmed: true };
  const confirmed = await store.post("/stores/:store/withdrawals", body);
  return ((await confirmed.json()) as { withdrawal: { id: string } }).withdrawal.id;
}

/**
 * Creates a return with an image and a parcel, and returns its ids. Requests make the return and the parcel
 * longer.
 */
async function returnOfOwn({ fetch }: TestService, store: TestStore): Promise<Ids> {
  const created = await store.post("/stores/:store/returns", returnOf("endless"));
  const { id, items } = ((await created.json()) as { return: { id: string; items: { id: string }[] } })
    .return;
  const commented = await store.post(`/returns/${id}/comments`, { comment: { image: PNG } });
  const { comment } = (await commented.json()) as { comment: { image: string } };
  const parcel = { fulfillmentId: `parcel of ${id}`, lineItems: [{ id: "line-1", quantity: 1 }] };
  await store.post("/stores/:store/orders/endless/fulfillments", parcel);
  const details = await fetch(`/api/v1/warehouse/return/details?service_return_id=${id}`, {
    headers: { Authorization: `Bearer ${store.secret}` },
  });
  const { id: number, line_items } = (await details.json()) as {
    id: number;
    line_items: { line_item_id: number }[];
  };
  return {
    returnId: id,
    fulfillmentId: parcel.fulfillmentId,
    itemId: items[0]?.id ?? "",
    commentId: comment.image.split("/").at(-2) ?? "",
    return_id: String(number),
    lineItemId: String(line_items[0]?.line_item_id),
  };
}

async function anImport(store: TestStore): Promise<string> {
  const file = "product_id,title,location_id,quantity\nmug,Mug,loc_0,1\n";
  const started = await store.post("/stores/:store/inventory-imports", { file });
  return ((await started.json()) as { id: string }).id;
}

async function anExport({ fetch }: TestService, store: TestStore): Promise<string> {
  const ordered = await fetch("/api/v1/warehouse/reporting/asn/exports", {
    method: "POST",
    headers: { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" },
    body: JSON.stringify({ from: "2026-03-01", to: "2026-03-31", format: "csv" }),
  });
  return ((await ordered.json()) as { id: string }).id;
}

async function aDryRun(store: TestStore): Promise<string> {
  const started = await store.post("/stores/:store/policy/dry-run", {
    policy: { timeZone: "UTC" },
    last: 1_001,
  });
  return ((await started.json()) as { id: string }).id;
}
