import { checkedInstant, parseDateTime } from "../../../lib/date-time.ts";
import { AnswerTooLarge, type Call, type CallAnswer, requireJson, ShopFailure } from "../call.ts";
import type { ChangedOrders } from "../connector.ts";
import { type Asked, readShorterIfNeeded } from "../page-size.ts";
import { settledMs } from "../settled.ts";
import { hasRefunds, idOf } from "./reading.ts";

const PAGE_SIZE = 50;
/** A page that begins in the middle of the one before has two. */
const LEAST_PAGE_SIZE = 2;
const REFUNDS_PAGE_SIZE = 100;
/** An order has at most 1,000. */
const MAX_REFUND_PAGES = 10;
/** Orders that were saved so long before the answer can't be on their way any more. */
const OVERLAP_MS = 120_000;
/** What was read by then is taken, so that a slow shop with many refunds gets on too. */
const MAX_READING_MS = 8_000;

/** Returns one order with its refunds; undefined where the shop has none. Throws `ShopFailure`. */
export async function readOrder(call: Call, orderId: string): Promise<unknown> {
  const answer = await call({ path: `/orders/${encodeURIComponent(orderId)}` });
  if (answer.status === 404 && isOfWooCommerce(answer.json)) return undefined;
  const order = requireJson(answer);
  if (idOf(order) === undefined) throw new ShopFailure("the shop's answer is no order", answer.status);
  return withRefunds(call, order);
}

/**
 * Returns all refunds of an order, of which the order itself has the sums alone; undefined where the shop has no such order.
 * Throws `ShopFailure`.
 */
export async function readRefunds(call: Call, orderId: string): Promise<unknown[] | undefined> {
  const refunds: unknown[] = [];
  for (let page = 1; page <= MAX_REFUND_PAGES; page++) {
    const path = `/orders/${encodeURIComponent(orderId)}/refunds`;
    const query = { per_page: String(REFUNDS_PAGE_SIZE), page: String(page), orderby: "id", order: "asc" };
    const answer = await call({ path, query });
    if (answer.status === 404 && isOfWooCommerce(answer.json)) return undefined;
    const read = arrayOf(requireJson(answer));
    refunds.push(...read);
    if (read.length < REFUNDS_PAGE_SIZE) break;
  }
  return refunds;
}

/**
 * Returns the orders that were changed after a cursor, the oldest change first. The next cursor is a second before the
 * last one, because WooCommerce's times have no fractions: a change of an order while pages are read moves it to the
 * end, so pages by number would leave one out. Of more orders of one second than a page has the next page begins in the
 * middle of the one before, for the same reason. Throws `ShopFailure`.
 */
export function readChanged(call: Call, cursor: string | null, failures = 0): Promise<ChangedOrders> {
  const sizes = { most: PAGE_SIZE, least: LEAST_PAGE_SIZE, failures };
  return readShorterIfNeeded(sizes, (asked) => readPage(call, cursor, asked));
}

async function readPage(
  call: Call,
  cursor: string | null,
  { size, isInParts }: Asked,
): Promise<ChangedOrders> {
  const begun = performance.now();
  const { after, skip } = placeOf(cursor);
  const answer = await call({
    path: "/orders",
    query: {
      ...{ ...QUERY, per_page: String(size), offset: String(skip), modified_after: after },
      ...(isInParts && { _fields: "id,status,date_modified_gmt,date_paid_gmt" }),
    },
  });
  const read = arrayOf(requireJson(answer));
  const found: { orders: unknown[]; unread: unknown[] } = { orders: [], unread: [] };
  for (const [i, order] of read.entries()) {
    const last = modifiedAt(read[i - 1]);
    const isLate = performance.now() - begun > MAX_READING_MS && last !== undefined && before(last) > after;
    if (isLate) return { ...found, cursor: cursorOf({ after: before(last), skip: 0 }), more: true };
    if (isInParts) await readAlone(call, order, found);
    else found.orders.push(await withRefunds(call, order));
  }
  const last = modifiedAt(read.at(-1));
  if (isLastPage(answer, { skip, size, length: read.length })) {
    const safe = textOf(settledMs(answer, OVERLAP_MS, last === undefined ? undefined : msOf(last)));
    const place = { after: earlier(safe, last ?? after), skip: 0 };
    return { ...found, cursor: cursorOf(place), more: false };
  }
  const moves = last !== undefined && before(last) > after;
  return {
    ...found,
    cursor: cursorOf(moves ? { after: before(last), skip: 0 } : { after, skip: skip + size / 2 }),
    more: true,
  };
}

/** Reads the whole of an order of which a page has a part. */
async function readAlone(
  call: Call,
  part: unknown,
  { orders, unread }: { orders: unknown[]; unread: unknown[] },
): Promise<void> {
  try {
    const order = await readOrder(call, idOf(part) ?? "");
    if (order !== undefined) orders.push(order);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error;
    unread.push(part);
  }
}

/** WooCommerce leaves out what the key may not read, so a page can be short that isn't the last. */
function isLastPage(
  { headers }: CallAnswer,
  { skip, size, length }: { skip: number; size: number; length: number },
): boolean {
  const total = headers["x-wp-total"];
  const isKnown = total !== undefined && /^\d+$/.test(total);
  return isKnown ? skip + size >= Number(total) : length < size;
}

const QUERY = {
  ...{ orderby: "modified", order: "asc", status: "any", dates_are_gmt: "true" },
};

async function withRefunds(call: Call, order: unknown): Promise<unknown> {
  if (!hasRefunds(order)) return order;
  const refunds = await readRefunds(call, idOf(order) ?? "");
  if (!refunds) throw new ShopFailure("the shop has deleted the order while it was read", 404);
  return { ...(order as object), refunds };
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

/** Orders that were changed after a time, without so many of the first of them. */
type Place = { after: string; skip: number };

const FIRST: Place = { after: "1970-01-01T00:00:00", skip: 0 };

function placeOf(cursor: string | null): Place {
  const [, after, skip] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d) \+(\d{1,9})$/.exec(cursor ?? "") ?? [];
  return after && skip ? { after, skip: Number(skip) } : FIRST;
}

function cursorOf({ after, skip }: Place): string {
  return `${after} +${skip}`;
}

/** Returns the time of an order's last change in UTC, to the second. */
function modifiedAt(order: unknown): string | undefined {
  const time = (order as { date_modified_gmt?: unknown } | undefined)?.date_modified_gmt;
  return typeof time === "string" && parseDateTime(`${time}Z`) ? time : undefined;
}

function before(time: string): string {
  return textOf(msOf(time) - 1_000);
}

function msOf(time: string): number {
  return checkedInstant(`${time}Z`).getTime();
}

const SECONDS_CHARACTERS = 19;

function textOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, SECONDS_CHARACTERS);
}

function arrayOf(json: unknown): unknown[] {
  if (Array.isArray(json)) return json;
  throw new ShopFailure("the shop's answer is no array", 200);
}

/** Whether an error is one of WooCommerce's own, and not of what stands before it. */
export function isOfWooCommerce(json: unknown): json is { code: string; message?: unknown } {
  const code = (json as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" && code.startsWith("woocommerce_rest_");
}
