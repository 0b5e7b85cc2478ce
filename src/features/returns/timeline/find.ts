import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import type { FoundPage, SizedRow } from "../../../core/http/fill-page.ts";
import { invalidCursor, type Page, type PagedList, toPage } from "../../../core/http/paging.ts";
import { instantText } from "../../../platform/db/instant-text.ts";
import { RETURN_ENTRY_TYPES, type ReturnEntryType } from "./schema.ts";

export const RETURN_TIMELINE_PAGES: PagedList = {
  name: "return-timeline",
  key: ["instant", "text", "text"],
};

/** An entry; `id` identifies it within its type, and sorts entries of one time. */
export type ReturnEntryRow = SizedRow & { type: ReturnEntryType };

type Of = { storeId: string; returnId: string; withDeliveries: boolean };

/** SQL of the withdrawal that has made a return; null for any other. */
function withdrawalIdOf(storeId: string, returnId: string): SQL {
  return sql`(select additions ->> 'withdrawalId' from returns where store_id = ${storeId} and id = ${returnId})`;
}

/** Bytes of an entry in a response, without its texts, and of an attempt. */
const ENTRY_BYTES = 400;
const ATTEMPT_BYTES = 128;

/**
 * Returns the entries of a page of a return's timeline, newest first; those of one time by type, then by id
 * descending. It reads the rows of the return alone. Throws 400 for a cursor that no page has had.
 */
export async function findReturnEntries(
  ctx: Ctx,
  { storeId, returnId, withDeliveries }: Of,
  page: Page,
): Promise<FoundPage<ReturnEntryRow>> {
  const own = sql`store_id = ${storeId} and return_id = ${returnId}`;
  const [at = "", type = "", id = ""] = page.cursor ?? [];
  if (page.cursor && !RETURN_ENTRY_TYPES.some((each) => each === type)) throw invalidCursor();
  const after = page.cursor
    ? sql`where (at, ${type}::text collate "C", id collate "C") < (${at}::timestamptz, type, ${id})`
    : sql``;
  const deliveries = sql`union all
    select 'delivery', event.created_at, event.id, ${ENTRY_BYTES} + (
      select coalesce(sum(${ATTEMPT_BYTES} + 2 * coalesce(octet_length(answer), 0)), 0)::float8
      from webhook_attempts as attempt where attempt.store_id = ${storeId} and attempt.webhook_id = hook.id
        and attempt.return_id = ${returnId} and attempt.seq = event.seq)
    from webhooks as hook
    join webhook_events as event
      on event.store_id = ${storeId} and event.webhook_id = hook.id and event.return_id = ${returnId}
    where hook.store_id = ${storeId} and hook.deleted_at is null`;
  const { rows } = await ctx.db.execute<ReturnEntryRow>(sql`
    select type, id, ${instantText(sql`at`)} as at, bytes
    from (
      select 'status' as type, at, lpad(number::text, 19, '0') as id, ${ENTRY_BYTES}::float8 + 2 * coalesce(octet_length(status_reason), 0) as bytes
      from return_history where ${own}
      union all
      select 'note', at, lpad(number::text, 19, '0'), ${ENTRY_BYTES} + 2 * coalesce(octet_length(message), 0)
      from return_notes where ${own}
      union all
      select 'stock', at, lpad(number::text, 19, '0'), ${ENTRY_BYTES} + 2 * coalesce(octet_length(shop_reason), 0)
      from return_stock_changes where ${own}
      union all
      select 'withdrawal', created_at, id, ${ENTRY_BYTES} from withdrawals
      where store_id = ${storeId} and id = ${withdrawalIdOf(storeId, returnId)}
      union all
      select 'mail', created_at, id, ${ENTRY_BYTES} + 2 * coalesce(octet_length(error), 0) from mails where ${own}
      union all
      select 'mail', created_at, id, ${ENTRY_BYTES} + 2 * coalesce(octet_length(error), 0) from mails
      where store_id = ${storeId} and withdrawal_id = ${withdrawalIdOf(storeId, returnId)} and return_id is null
      ${withDeliveries ? deliveries : sql``}
    ) as entry
    ${after}
    order by entry.at desc, type collate "C", id collate "C" desc limit ${page.size + 1}`);
  const keyOf = (row: ReturnEntryRow) => [row.at, row.type, row.id];
  return { ...toPage(rows, page, keyOf), keyOf };
}
