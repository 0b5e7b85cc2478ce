import { parseDateTime } from "../../../lib/date-time.ts";
import { type Call, type CallAnswer, requireEntries, requireField } from "../call.ts";
import type { ChangedOrders } from "../connector.ts";
import { type Asked, readShorterIfNeeded } from "../page-size.ts";
import { settledMs } from "../settled.ts";

/**
 * The first version in which each change of money and stock has an idempotency key. Shopify serves the oldest version that it
 * still has in place of one that it has no more.
 */
export const ADMIN_API = "/admin/api/2026-04";

const PAGE = 50;
/** Times of change have no fractions: all orders of the last one's second are read. */
const SECOND_MS = 1_000;

/** What is committed late in the shop, or stands in its index late, has an earlier time. */
const OVERLAP_MS = 120_000;
/** With a minute for the reading itself and for clocks that differ. */
export const SETTLES_IN_MS = OVERLAP_MS + 60_000;

/** Returns one order as the REST Admin API has it; undefined for an unknown one. */
export async function readOne(call: Call, orderId: string): Promise<unknown> {
  const answer = await call({ path: `${ADMIN_API}/orders/${orderId}.json` });
  return isUnknown(answer) ? undefined : requireField(answer, "order");
}

/** Returns the parcels of an order, however many it has; undefined for an unknown order. */
export async function readParcels(call: Call, orderId: string): Promise<unknown> {
  const query = { fields: "id,fulfillments" };
  const answer = await call({ path: `${ADMIN_API}/orders/${orderId}.json`, query });
  if (isUnknown(answer)) return undefined;
  return (requireField(answer, "order") as { fulfillments?: unknown }).fulfillments ?? [];
}

/** Whether Shopify itself says that it has no such thing, and not what stands before it. */
export function isUnknown({ status, json }: CallAnswer): boolean {
  return status === 404 && (json as { errors?: unknown } | null | undefined)?.errors !== undefined;
}

/** From which time of change on orders are read, and Shopify's own cursor of a page among them. */
type Cursor = { since: string; page: string };

/**
 * Returns a page of orders by their times of change. Within a sweep Shopify's cursor leads from page to page, however many
 * orders have the same time. One whose cursor Shopify no longer knows begins at the time of the last order, a new sweep behind it.
 */
export function readChanged(call: Call, cursor: string | null, failures = 0): Promise<ChangedOrders> {
  return readShorterIfNeeded({ most: PAGE, least: 1, failures }, (asked) => readPage(call, cursor, asked));
}

async function readPage(
  call: Call,
  cursor: string | null,
  { size, isInParts }: Asked,
): Promise<ChangedOrders> {
  const { since, page } = parse(cursor);
  const asked = { limit: String(size), ...(isInParts && { fields: "id,updated_at" }) };
  let answer = await list(call, { ...asked, ...(page ? { page_info: page } : firstPage(since)) });
  if (page && answer.status === 400) answer = await list(call, { ...asked, ...firstPage(since) });
  const entries = requireEntries<{ updated_at?: unknown }>(answer, "orders");
  const read = isInParts ? { orders: [], unread: entries } : { orders: entries };
  const last = timeOf(entries.at(-1)?.updated_at);
  const next = nextPage(answer.headers.link);
  if (next) return { ...read, cursor: `${last ?? since} ${next}`, more: true };
  if (last === undefined && since === "") return { ...read, cursor: null, more: false };
  const end = last === undefined ? Date.parse(since) : Date.parse(last) + SECOND_MS;
  const until = new Date(Math.min(end, settledMs(answer, OVERLAP_MS))).toISOString();
  return { ...read, cursor: until, more: false };
}

function parse(cursor: string | null): Cursor {
  const [since = "", page = ""] = cursor?.split(" ") ?? [];
  return { since, page };
}

function firstPage(since: string): Record<string, string> {
  return { status: "any", order: "updated_at asc", ...(since && { updated_at_min: since }) };
}

function list(call: Call, query: Record<string, string>): Promise<CallAnswer> {
  return call({ path: `${ADMIN_API}/orders.json`, query });
}

/** Shopify writes times with the offset of the shop. */
function timeOf(text: unknown): string | undefined {
  return typeof text === "string" ? parseDateTime(text)?.toISOString() : undefined;
}

const NEXT = /<[^<>]*[?&]page_info=([^&<>\s]+)[^<>]*>;\s*rel="?next"?/;

/** Returns Shopify's cursor of the next page, which stands in the header `Link`; undefined after the last one. */
export function nextPage(link: string | undefined): string | undefined {
  const [, page] = NEXT.exec(link ?? "") ?? [];
  return page === undefined ? undefined : decodeURIComponent(page);
}
