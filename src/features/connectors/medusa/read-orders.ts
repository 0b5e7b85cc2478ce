import { type Call, type CallAnswer, requireJson } from "../call.ts";
import type { ChangedOrders } from "../connector.ts";

/** What is read of an order beside what Medusa returns anyway: relations, the name of each with all its fields. */
const FIELDS = [
  ...["id", "status", "is_draft_order", "email", "customer_id", "currency_code", "total", "tax_total"],
  ...["created_at", "updated_at", "canceled_at", "*customer", "*shipping_address", "*billing_address"],
  ...[
    "*items",
    "*items.detail",
    "*items.tax_lines",
    "*items.adjustments",
    "items.variant.product.tags.value",
  ],
  ...["*shipping_methods", "*shipping_methods.detail", "*shipping_methods.tax_lines"],
  ...["*shipping_methods.adjustments", "*credit_lines"],
  ...["*fulfillments", "*fulfillments.items", "*fulfillments.labels"],
  ...["*payment_collections", "*payment_collections.payments", "*payment_collections.payments.captures"],
  ...["*payment_collections.payments.refunds", "*payment_collections.payments.refunds.refund_reason"],
  ...["*returns", "*returns.items"],
].join();

const PAGE = 25;
const STEP = 12;

/** Clocks of Medusa's processes differ, and its transactions end in another order than they begin. */
const OVERLAP_MS = 15_000;

/** Returns one order as Medusa's admin API has it; undefined for an unknown one, and for a draft, which isn't one yet. */
export async function readOne(call: Call, orderId: string): Promise<unknown> {
  const answer = await call({ path: `/admin/orders/${orderId}`, query: { fields: FIELDS } });
  if (isUnknown(answer)) return undefined;
  const { order } = requireJson(answer) as { order?: { is_draft_order?: unknown } };
  return order?.is_draft_order === true ? undefined : order;
}

/** Whether Medusa itself says that it has no such thing, and not what stands before it while it is away. */
export function isUnknown({ status, json }: CallAnswer): boolean {
  return status === 404 && (json as { type?: unknown } | undefined)?.type === "not_found";
}

type Listed = { updated_at: string };

/**
 * Returns a page of orders by their times of change. The cursor is the time from which to go on, and how many orders of
 * that very time to skip. Once there are no more it stays behind the shop's clock, so that what is committed late is read.
 */
export async function readChanged(call: Call, cursor: string | null): Promise<ChangedOrders> {
  const [since = "", skip = "0"] = cursor?.split(" ") ?? [];
  const query = {
    ...{ fields: FIELDS, order: "updated_at", limit: String(PAGE), offset: skip },
    ...(since && { "updated_at[$gte]": since }),
  };
  const answer = await call({ path: "/admin/orders", query });
  const { orders = [] } = requireJson(answer) as { orders?: Listed[] };
  const last = orders.at(-1)?.updated_at;
  if (last === undefined) return { orders, cursor: since ? `${since} 0` : null, more: false };
  const more = orders.length === PAGE;
  // A whole page may have one time, as an import makes them. An order of it that changes meanwhile leaves it, and those after it
  // move up: the next page begins in the middle of this one.
  if (more) return { orders, cursor: `${last} ${last === since ? Number(skip) + STEP : 0}`, more };
  const settled = settledBefore(answer.headers.date);
  return { orders, cursor: `${[last, settled].sort()[0]} 0`, more };
}

/** Returns the time before which no more orders will appear to have been changed, by the clock of the shop. */
function settledBefore(date: string | undefined): string {
  const now = Date.parse(date ?? "") || Date.now();
  return new Date(now - OVERLAP_MS).toISOString();
}
