import { PNG } from "../fuzz/existing-ids.ts";
import { fullLevel, fullOrder, fullPatch, fullReturn } from "./bodies.ts";
import { event } from "./events.ts";
import { order, returnOf } from "./fixtures.ts";

/** A service of any version, and a store of it. */
export type Shop = { origin: string; storeId: string; secret: string; locationId: string };

type Body = Record<string, unknown>;
type Returned = { return: { id: string; items: { id: string }[] } };

const WITHIN_MS = 60_000;
/** Spaces and letters that Postgres and the service compare in different ways, and what quoting could break. */
const ODD = '\tÄRMEL\u00a0\\N "quoted" 😀\n';

/**
 * Fills a store with the same requests whatever the version, a few for each kind of rows, and waits until the
 * workers have done what follows from them. `hook` receives the webhooks.
 */
export async function fillShop(shop: Shop, hook: string): Promise<void> {
  const { locationId } = shop;
  const post = async (path: string, body: unknown) => {
    const made = await send(shop, "POST", path, body);
    // Objects of one millisecond would be listed in any order.
    await Bun.sleep(2);
    return made;
  };
  const webhook = { callback: { url: hook, auth: { bearer: { token: "sesame" } } }, externalId: "hook" };
  await post("/stores/:store/webhooks", { webhook: { ...webhook, topic: "return" } });
  await send(shop, "PUT", "/stores/:store/inventory-levels", { inventory_levels: [fullLevel(locationId)] });

  const { lineItems, ...ofOrder } = fullOrder(locationId);
  await post("/stores/:store/orders", { ...ofOrder, lineItems: lineItems.map(asIn010), orderId: "full" });
  await post("/stores/:store/orders", order("odd", { tags: [ODD], customer: { id: "odd", firstName: ODD } }));
  await post("/stores/:store/orders", order("other", { customer: null }));
  const fulfillment = { fulfillmentId: "ful", lineItems: [{ id: "line-1", quantity: 1 }] };
  await post("/stores/:store/orders/full/fulfillments", {
    ...fulfillment,
    tracking: { carrier: "c", code: ODD },
  });

  const full = (await post("/stores/:store/returns", fullReturn("full"))) as Returned;
  await send(shop, "PATCH", `/returns/${full.return.id}`, fullPatch(full.return.items[0]?.id ?? ""));
  await post(`/returns/${full.return.id}/comments`, { comment: { message: ODD } });
  await post(`/returns/${full.return.id}/comments`, { comment: { image: PNG } });
  const odd = (await post("/stores/:store/returns", returnOf("odd", { notes: ODD }))) as Returned;
  for (const status of ["in_transit", "complete"]) {
    await send(shop, "PUT", `/returns/${odd.return.id}/status`, { status });
  }

  const at = (minute: number) => ({ eventTimestamp: `2026-03-05T10:0${minute}:00.000Z` });
  for (const [i, text] of ["one", ODD].entries()) {
    await post(
      "/stores/:store/events",
      event({ uniqueId: text, eventName: "bought", data: { text }, ...at(i) }),
    );
  }
  const customer = { id: "ben", email: "Ben@Example.test", firstName: ODD, customFields: { size: 41 } };
  const visits = [event({ customer, ...at(2) }), event({ value: 1.5, ...at(3) }), {}];
  await post("/stores/:store/events/bulk", { events: visits });
  const visited = "/stores/:store/events?eventName=visited";
  await settled(shop, visited, (body) => (body.events as Body[]).length === 2);
  const segment = { where: { event: "bought", times: { op: ">=", value: 2 } } };
  await send(shop, "PUT", "/stores/:store/segments/often", { name: "Often", ...segment });
  await settled(shop, `/webhooks/${await webhookId(shop)}/deliveries`, (body) => {
    const deliveries = body.deliveries as { status: string }[];
    return deliveries.length === 7 && deliveries.every(({ status }) => status === "delivered");
  });
}

/** Paths whose responses show what the store has. */
export const SHOWN = [
  "/stores/:store",
  "/stores/:store/orders/full",
  "/stores/:store/orders/odd",
  "/stores/:store/orders",
  "/stores/:store/returns",
  "/stores/:store/events",
  "/stores/:store/events/rejections",
  "/stores/:store/inventory-items",
  "/stores/:store/webhooks",
  "/stores/:store/segments/often/customers",
  `/stores/:store/search?q=${encodeURIComponent("ärmel")}`,
  "/stores/:store/customers/odd/timeline",
  "/stores/:store/customers?email=ben@example.test",
  "/stores/:store/returns?sku=tee-m",
  "/stores/:store/customers/odd/export",
  "/stores/:store/inventory-levels",
  "/stores/:store/locations",
  "/stores/:store/segments",
];

/** Lists, the name of their array and of the table of its objects, and where one is read by its id. */
export const LISTED = [
  ["/stores/:store/orders", "orders", "orders", "/stores/:store/orders/"],
  ["/stores/:store/returns", "returns", "returns", "/returns/"],
  ["/stores/:store/inventory-items", "inventory_items", "inventory_items", "/stores/:store/inventory-items/"],
  [
    "/stores/:store/inventory-levels",
    "inventory_levels",
    "inventory_levels",
    "/stores/:store/inventory-levels/",
  ],
  ["/stores/:store/locations", "locations", "locations", "/stores/:store/locations/"],
  ["/stores/:store/webhooks", "webhooks", "webhooks", "/webhooks/"],
] as const;

/** Sends a request, which must succeed, and returns the body of the response. */
export async function send(shop: Shop, method: string, path: string, body?: unknown): Promise<Body> {
  const response = await fetch(`${shop.origin}/v2.2${path.replace(":store", shop.storeId)}`, {
    method,
    headers: { Authorization: `Bearer ${shop.secret}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
  return text === "" ? {} : (JSON.parse(text) as Body);
}

async function webhookId(shop: Shop): Promise<string> {
  const { webhooks } = (await send(shop, "GET", "/stores/:store/webhooks")) as { webhooks: { id: string }[] };
  return webhooks[0]?.id ?? "";
}

async function settled(shop: Shop, path: string, isDone: (body: Body) => boolean): Promise<void> {
  const end = performance.now() + WITHIN_MS;
  for (;;) {
    const body = await send(shop, "GET", path);
    if (isDone(body)) return;
    if (performance.now() > end) throw new Error(`${path} didn't finish: ${JSON.stringify(body)}`);
    await Bun.sleep(20);
  }
}

/** Without the fields that version 0.1.0 doesn't know, and so doesn't keep. */
function asIn010(line: object): object {
  return { ...line, tags: undefined };
}
