import { type Call, type CallAnswer, requireEntries, requireField } from "../call.ts";
import type { ChangedOrders } from "../connector.ts";
import { type Asked, readShorterIfNeeded } from "../page-size.ts";
import { settledMs } from "../settled.ts";

/** What is read of an order beside what Medusa returns anyway: relations, the name of each with all its fields. */
const FIELDS = [
  ...[
    "id",
    "display_id",
    "status",
    "is_draft_order",
    "email",
    "customer_id",
    "currency_code",
    "total",
    "tax_total",
  ],
  ...["created_at", "updated_at", "canceled_at", "*customer", "*shipping_address", "*billing_address"],
  ...[
    "*items",
    "*items.detail",
    "*items.tax_lines",
    "*items.adjustments",
    "items.variant.product.tags.value",
    "items.variant.inventory_items.inventory_item_id",
    "items.variant.inventory_items.required_quantity",
  ],
  ...["*shipping_methods", "*shipping_methods.detail", "*shipping_methods.tax_lines"],
  ...["*shipping_methods.adjustments", "*credit_lines"],
  ...["*fulfillments", "*fulfillments.items", "*fulfillments.labels"],
  ...["*payment_collections", "*payment_collections.payments", "*payment_collections.payments.captures"],
  ...["*payment_collections.payments.refunds", "*payment_collections.payments.refunds.refund_reason"],
  ...["*returns", "*returns.items"],
].join();

const PAGE = 25;

/** Clocks of Medusa's processes differ, and its transactions end in another order than they begin. */
const OVERLAP_MS = 15_000;

/** Returns one order as Medusa's admin API has it; undefined for an unknown one, and for a draft, which isn't one yet. */
export async function readOne(call: Call, orderId: string): Promise<unknown> {
  const answer = await call({ path: `/admin/orders/${orderId}`, query: { fields: FIELDS } });
  if (isUnknown(answer)) return undefined;
  const order: { is_draft_order?: unknown } = requireField(answer, "order");
  return order.is_draft_order === true ? undefined : order;
}

/** Whether Medusa itself says that it has no such thing, and not what stands before it while it is away. */
export function isUnknown({ status, json }: CallAnswer): boolean {
  return status === 404 && (json as { type?: unknown } | undefined)?.type === "not_found";
}

type Listed = { id: string; updated_at: string };

/** How a cursor goes on: with all that is as new as its time or newer, or with the rest of what has this very time. */
const BY_TIME = "0";
const OF_ONE_TIME = "ids";

/**
 * Returns a page of orders by their times of change. The cursor is the time from which to go on. Once there are no more it
 * stays behind the shop's clock, so that what is committed late is read. More orders than fit a page may have one time, as an import
 * makes them, and Medusa has them in no certain order: they are read by their ids, and the cursor has the last one.
 */
export function readChanged(call: Call, cursor: string | null, failures = 0): Promise<ChangedOrders> {
  const [since = "", mode = BY_TIME, after = ""] = cursor?.split(" ") ?? [];
  return readShorterIfNeeded({ most: PAGE, least: 1, failures }, (asked) => {
    const page: Read = (query) => readPage(call, asked, query);
    return mode === BY_TIME ? readSince(page, since) : readOfOneTime(page, since, after);
  });
}

async function readSince(read: Read, since: string): Promise<ChangedOrders> {
  const query = { order: "updated_at", ...(since && { "updated_at[$gte]": since }) };
  const { found, last: order, settled, isFull } = await read(query);
  const last = order?.updated_at;
  if (last === undefined) return { ...found, cursor: since ? `${since} ${BY_TIME}` : null, more: false };
  if (isFull) return { ...found, cursor: `${last} ${last === since ? OF_ONE_TIME : BY_TIME}`, more: true };
  return { ...found, cursor: `${earlier(last, settled)} ${BY_TIME}`, more: false };
}

/** Medusa shows times in milliseconds. */
async function readOfOneTime(read: Read, time: string, after: string): Promise<ChangedOrders> {
  const end = new Date(Date.parse(time) + 1).toISOString();
  const times = { "updated_at[$gte]": time, "updated_at[$lt]": end };
  const { found, last, settled, isFull } = await read({
    order: "id",
    ...times,
    ...(after && { "id[$gt]": after }),
  });
  if (last && isFull) return { ...found, cursor: `${time} ${OF_ONE_TIME} ${last.id}`, more: true };
  const next = earlier(end, settled);
  return { ...found, cursor: `${next} ${BY_TIME}`, more: next === end };
}

type Page = {
  found: Pick<ChangedOrders, "orders" | "unread">;
  last: Listed | undefined;
  settled: string;
  isFull: boolean;
};
type Read = (query: Record<string, string>) => Promise<Page>;

async function readPage(
  call: Call,
  { size, isInParts }: Asked,
  query: Record<string, string>,
): Promise<Page> {
  const fields = isInParts ? "id,updated_at" : FIELDS;
  const answer = await call({ path: "/admin/orders", query: { fields, limit: String(size), ...query } });
  const entries = requireEntries<Listed>(answer, "orders");
  return {
    found: isInParts ? { orders: [], unread: entries } : { orders: entries },
    last: entries.at(-1),
    settled: new Date(settledMs(answer, OVERLAP_MS)).toISOString(),
    isFull: entries.length === size,
  };
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
