import type { Ctx } from "../../src/core/ctx.ts";
import { PHOTO } from "../../src/features/demo/photo.ts";
import { type DemoStore, demoStore } from "../../src/features/demo/store.ts";
import { DAY_MS } from "../../src/lib/duration.ts";
import { addCell } from "../../src/platform/cells/add-cell.ts";
import { fullPolicy } from "./bodies.ts";
import { newPerson, type TestBrowser } from "./console.ts";
import { fileOfOrder } from "./order-imports.ts";
import { newOrder, newReturn } from "./returns.ts";
import type { TestService, TestStore } from "./service.ts";
import { newWebhook } from "./webhooks.ts";

const HEALTHY = "https://erp.fernhill.example/aftersale/returns";
const FAILING = "https://mail.fernhill.example/hooks";
const EVENTS = [
  ["Product viewed", { product: "Trail Jacket", color: "moss" }],
  ["Checkout started", { items: 2, total: 184.5 }],
  ["Review written", { product: "Merino Crew", stars: 4 }],
  ["Newsletter opened", { campaign: "Autumn layers" }],
  ["Size guide used", { product: "Ridge Boot", size: "EU 41" }],
] as const;
/** Names as they occur: long, right to left, without a break, and with characters of markup. */
const NAMES = [
  { firstName: "נועה", lastName: "אלמוג-בן־דוד" },
  { firstName: "عبد الرحمن", lastName: "الحسيني" },
  { firstName: "Wolfeschlegelsteinhausenbergerdorff", lastName: "Featherstonehaugh-Cholmondeley" },
  { firstName: "<b>Bo & Co</b>", lastName: "" },
];

/**
 * Makes the demo store, with what its people and programs would have added in some days: events, deliveries of webhooks,
 * an export, an import, rejected events, more people, an integration, a segment. So every kind of page has something to
 * show. Its owner is signed in.
 */
export async function filledDemo(
  service: TestService,
  ctx: Ctx,
): Promise<{ store: TestStore; owner: TestBrowser }> {
  const made = await newDemo(ctx);
  const store = service.as({ id: made.storeId, secret: made.secret });
  const owner = await newPerson(service, store, "owner", { name: "Mira Castellanos" });
  await newPerson(service, store, "support", { name: "Robin Reed" });
  await newPerson(service, store, "warehouse", { name: "Ines Holm" });
  await addEvents(store);
  await addDeliveries(service, store);
  await addSettings(store);
  const statement = { name: "Jo Marsh", order: "FH-9", email: "jo@example.test", confirmed: true };
  await store.post("/stores/:store/withdrawals", statement);
  await owner.post(":store/settings/people", {
    _act: "invite",
    email: "lee@fernhill.example",
    role: "support",
  });
  await owner.post(":store/exports", { _act: "start", format: "csv" });
  const file = "product_id,title,location_id,quantity\ncup,Enamel cup,loc_closed,12\n";
  await owner.post(":store/inventory/import", { _act: "import", file });
  const orders = `${fileOfOrder("imported")}no order\n`;
  await owner.post(":store/order-imports", { _act: "import", orders, format: "jsonl" });
  await owner.post(":store/returns?status=open", { _act: "save-view", name: "Still open" });
  await owner.post(":store/orders?sort=created_at", { _act: "save-view", name: "The first orders" });
  const { rows } = await ctx.db.execute<{ id: string }>("select id from customers where store_id = 'demo'");
  for (const { id } of rows) {
    await owner.post(`:store/customers/${encodeURIComponent(id)}`, {
      _act: "note",
      text: "Called about a size.",
    });
  }
  await store.get("/returns/ret_unknown/status");
  await service.drain();
  await service.ctx.requestLog.flush();
  // What the last form said is shown once.
  await owner.get(":store");
  return { store, owner };
}

/** Makes the demo store; throws if it exists already. */
export async function newDemo(ctx: Ctx): Promise<DemoStore> {
  const made = await demoAtStart(ctx);
  if (!made) throw new Error("there was a demo store already");
  return made;
}

/**
 * Makes the demo store as a start does; returns undefined if it exists already. With several cells the directory
 * learns of it and its secret afterwards.
 */
export async function demoAtStart({ cell, ...ctx }: Ctx): Promise<DemoStore | undefined> {
  // Uses the connections of a start: of several processes all but one may wait for a long time.
  const made = await demoStore({ ...ctx, db: ctx.longDb });
  const { config, encryption } = ctx;
  const address = { name: cell?.name ?? "", url: config.databaseUrl ?? "" };
  if (cell && made) await addCell({ db: cell.directoryDb, encryption }, address);
  return made;
}

/** Adds returns of customers with unusual names to a store. */
export async function addUnusualNames(store: TestStore): Promise<void> {
  for (const [i, name] of NAMES.entries()) {
    const customer = { id: `unusual-${i}`, email: `unusual-${i}@example.test`, phoneNumber: null, ...name };
    const reason = `${name.lastName} ${"didn't fit, and ".repeat(12)}`.trim();
    const { id } = await newReturn(
      store,
      { items: [{ lineItemId: "line-1", quantity: 1, reason }] },
      { orderId: `${name.lastName || name.firstName}-${i}`.replaceAll("/", ""), customer },
    );
    await sent(store.post(`/returns/${id}/comments`, { comment: { image: PHOTO } }));
  }
  await newOrder(store, { orderId: "W".repeat(180) });
}

async function addEvents(store: TestStore): Promise<void> {
  const events = Array.from({ length: 90 }, (_, i) => {
    const [eventName = "", data] = EVENTS[(i + (i >> 2) + (i >> 4)) % EVENTS.length] ?? [];
    const eventTimestamp = new Date(Date.now() - ((i * i * DAY_MS) / 400 + 60_000)).toISOString();
    return { eventName, eventTimestamp, customer: { id: String(7101 + ((i * 17) % 40)) }, data };
  });
  const invalid = [{ eventName: "Product viewed" }, { eventName: "", customer: { id: "7101" } }];
  await sent(store.post("/stores/:store/events/bulk", { events: [...events, ...invalid] }));
}

async function addSettings(store: TestStore): Promise<void> {
  const integration = {
    provider: "Parcel Partner",
    url: "https://rma.fernhill.example/returns",
    token: "sesame",
  };
  await sent(store.post("/stores/:store/integrations", integration));
  const where = {
    all: [
      { event: "Checkout started", data: [{ key: "total", op: ">=", value: 50 }], within: { last: "90d" } },
      { customer: "customFields.plan", op: "exists", value: false },
    ],
  };
  await sent(store.put("/stores/:store/segments/ready-to-buy", { where }));
  await sent(store.put("/stores/:store/policy", fullPolicy()));
}

/** Webhooks of which one responds and the other doesn't, and comments that they receive. */
async function addDeliveries(service: TestService, store: TestStore): Promise<void> {
  service.world.on(HEALTHY, () => Response.json({ stored: true }));
  service.world.on(FAILING, () => new Response("upstream unavailable", { status: 502 }));
  for (const url of [HEALTHY, FAILING]) await newWebhook(store, { callback: { url, auth: null } });
  const { data } = await store.api.GET("/v2.2/stores/{storeId}/returns", {
    params: { path: { storeId: store.id } },
  });
  for (const { id } of data?.returns.slice(0, 6) ?? []) {
    await sent(
      store.post(`/returns/${id}/comments`, { comment: { message: "Asked the customer for a photo." } }),
    );
    await service.drain();
  }
}

async function sent(response: Promise<Response>): Promise<void> {
  const { status, text } = await response.then(async (got) => ({
    status: got.status,
    text: await got.text(),
  }));
  if (status >= 300) throw new Error(`the demo store was answered ${status}: ${text}`);
}
