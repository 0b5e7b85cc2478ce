import type { Ctx } from "../../../core/ctx.ts";
import type { FoundPage, SizedRow } from "../../../core/http/fill-page.ts";
import { invalidCursor, type Page, type PagedList, toPage } from "../../../core/http/paging.ts";
import { isUuid } from "../../../lib/ids.ts";
import { rawInstantText } from "../../../platform/db/instant-text.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import { presentIdText } from "../../customers/aliases.ts";
import { EVENT_BYTES } from "../../events/list.ts";
import { eventsOfCustomer } from "../../events/of-customer.ts";
import { ORDER_BYTES } from "../../orders/list.ts";
import { bytesOfRowText } from "../../returns/read/bytes-of-row.ts";
import { ENTRY_TYPES, type EntryType } from "./schema.ts";

export const TIMELINE_PAGES: PagedList = { name: "timeline", key: ["instant", "text", "text"] };

/** SQL that estimates the bytes of `entry` in a response. */
const BYTES = `case entry.type
  when 'event' then (select ${EVENT_BYTES} from events where store_id = $1 and id = entry.id::uuid limit 1)
  when 'order' then (select ${ORDER_BYTES} from orders where store_id = $1 and id = entry.id limit 1)
  else (select ${bytesOfRowText("returns", "items")} from returns where store_id = $1 and id = entry.id limit 1)
end`;

/** An entry of a timeline; `id` is the service's id of the event, order or return. */
export type EntryRow = SizedRow & { type: EntryType };

/**
 * Returns the entries of a page of a customer's timeline, also of one that was merged into it, newest first; those of
 * one time by type, then by id, both descending. It reads at most a page and one more of each type, from its index.
 * Throws 400 for a cursor that no page has had.
 */
export async function findEntries(
  ctx: Ctx,
  storeId: string,
  customerId: string,
  page: Page,
): Promise<FoundPage<EntryRow>> {
  const { at, type, id } = cursorOf(page) ?? {};
  const find = type ? FIND_AFTER[type] : FIND_FIRST;
  const rows = await find(ctx.db, storeId, customerId, page.size + 1, ...(type ? [at, id] : []));
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

const FIND_FIRST = findAfter(undefined);
/** By the type of the cursor's entry. */
const FIND_AFTER = {
  event: findAfter("event"),
  order: findAfter("order"),
  return: findAfter("return"),
};

/** Returns the statement for the entries after one of a type, or for the first ones. */
function findAfter(cursor: EntryType | undefined) {
  const [store, count, customer] = ["$1", "$3::bigint", presentIdText("$1", "$2::text")];
  const ofCustomer = (type: EntryType, table: string) => `
    select '${type}' as type, id, created_at as at from ${table}
    where store_id = ${store} and customer_id = ${customer} and ${rangeOf(type, cursor, "created_at")}
    order by created_at desc, id desc limit ${count}`;
  const within = rangeOf("event", cursor, "event_timestamp");
  const events = eventsOfCustomer(customer, { store, count, within });
  return preparedByKey<EntryRow>(
    `timeline_after_${cursor ?? "none"}`,
    `select type, id, ${rawInstantText("at")} as at, ${BYTES} as bytes
    from (
      select type, id, at from (
        select 'event' as type, id::text as id, at from (${events}) as event
        union all (${ofCustomer("order", "orders")})
        union all (${ofCustomer("return", "returns")})
      ) as found order by at desc, type desc, id desc limit ${count}
    ) as entry
    order by entry.at desc, type desc, id desc`,
  );
}

/** The range of one type's entries after a cursor: of its time, only types that sort after the cursor's. */
function rangeOf(type: EntryType, cursor: EntryType | undefined, at: string): string {
  if (!cursor) return "true";
  if (type === cursor) return `(${at}, id) < ($4::timestamptz, $5::${type === "event" ? "uuid" : "text"})`;
  return `${at} ${type < cursor ? "<=" : "<"} $4::timestamptz`;
}
