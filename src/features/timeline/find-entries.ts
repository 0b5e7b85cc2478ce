import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import type { FoundPage, SizedRow } from "../../core/http/fill-page.ts";
import { invalidCursor, type Page, type PagedList, toPage } from "../../core/http/paging.ts";
import type { Range } from "../../core/lists/filtered-keys.ts";
import { isUuid } from "../../lib/ids.ts";
import { presentIdSql } from "../customers/aliases.ts";
import { EVENT_BYTES } from "../events/list.ts";
import { eventsOfCustomer } from "../events/of-customer.ts";
import { ORDER_BYTES } from "../orders/list.ts";
import { bytesOfRow } from "../returns/bytes-of-row.ts";
import { ENTRY_TYPES, type EntryType } from "./schema.ts";

export const TIMELINE_PAGES: PagedList = { name: "timeline", key: ["instant", "text", "text"] };

/** An entry of a timeline; `id` is the service's id of the event, order or return. */
export type EntryRow = SizedRow & { type: EntryType };

/**
 * Returns the entries of a page of a customer's timeline, also of one that was merged into it, newest first; those of one time by type, then by id,
 * both descending. It reads at most a page and one more of each type, from its index. Throws 400 for a cursor
 * that no page has had.
 */
export async function findEntries(
  ctx: Ctx,
  storeId: string,
  customerId: string,
  page: Page,
): Promise<FoundPage<EntryRow>> {
  const cursor = cursorOf(page);
  const count = page.size + 1;
  const present = presentIdSql(storeId, customerId);
  const ofCustomer = (type: EntryType, table: SQL) => sql`
    select ${type}::text as type, id, created_at as at from ${table}
    where store_id = ${storeId} and customer_id = ${present}
      ${rangeOf(type, cursor)(sql`created_at`, sql`id`)}
    order by created_at desc, id desc limit ${count}`;
  const events = eventsOfCustomer(storeId, present, rangeOf("event", cursor), count);
  const found = sql`
    select 'event' as type, id::text as id, at from (${events}) as event
    union all (${ofCustomer("order", sql`orders`)})
    union all (${ofCustomer("return", sql`returns`)})`;
  const { rows } = await ctx.db.execute<EntryRow>(sql`
    select type, id, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, ${bytesOf(storeId)} as bytes
    from (
      select type, id, at from (${found}) as found order by at desc, type desc, id desc limit ${count}
    ) as entry
    order by entry.at desc, type desc, id desc`);
  return { ...toPage(rows, page, keyOf), keyOf };
}

function keyOf({ at, type, id }: EntryRow): string[] {
  return [at, type, id];
}

type Cursor = { at: string; type: EntryType; id: string };

function cursorOf({ cursor }: Page): Cursor | undefined {
  if (!cursor) return undefined;
  const [at = "", type, id = ""] = cursor;
  const known = ENTRY_TYPES.find((each) => each === type);
  if (!known || (known === "event" && !isUuid(id))) throw invalidCursor();
  return { at, type: known, id };
}

/** The range of one type's entries after a cursor: of its time, only types that sort after the cursor's. */
function rangeOf(type: EntryType, cursor: Cursor | undefined): Range {
  if (!cursor) return () => sql``;
  const time = sql`${cursor.at}::timestamptz`;
  if (type === cursor.type) return (at, id) => sql`and (${at}, ${id}) < (${time}, ${cursor.id})`;
  return type < cursor.type ? (at) => sql`and ${at} <= ${time}` : (at) => sql`and ${at} < ${time}`;
}

/** SQL that estimates the bytes of `entry` in a response. */
function bytesOf(storeId: string): SQL {
  const of = (table: SQL, bytes: SQL, id: SQL) =>
    sql`(select ${bytes} from ${table} where store_id = ${storeId} and id = ${id} limit 1)`;
  return sql`case entry.type
    when 'event' then ${of(sql`events`, EVENT_BYTES, sql`entry.id::uuid`)}
    when 'order' then ${of(sql`orders`, ORDER_BYTES, sql`entry.id`)}
    else ${of(sql`returns`, bytesOfRow("returns", "items"), sql`entry.id`)}
  end`;
}
