import type { Ctx } from "../../core/ctx.ts";
import { arrayText } from "../../platform/db/array-text.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import { customerRecords } from "../customers/record.ts";
import { orderRecords } from "../orders/load.ts";
import { shownReturnRecords } from "../returns/read/record.ts";

const RECORDS = { order: orderRecords, return: shownReturnRecords, customer: customerRecords };

/** The kinds of objects that are read as records. */
export const RECORD_KINDS = ["order", "return", "customer"] as const satisfies (keyof typeof RECORDS)[];
export type RecordKind = (typeof RECORD_KINDS)[number];

/** An object that exists; its record is null if it is large and has to be loaded. */
export type FoundRecord = { kind: RecordKind; id: string; record: string | null };

/** The objects of the first changes after a number, and the number of the last change that the statement saw. */
export type FirstRecords = { last: number; found: FoundRecord[] };

/** Reads objects, given by kind and id, with one statement. */
export async function readRecords(
  ctx: Ctx,
  storeId: string,
  idsOf: (kind: RecordKind) => string[],
): Promise<FoundRecord[]> {
  const ids = RECORD_KINDS.map(
    (kind) =>
      arrayText(
        idsOf(kind).map((id) => ({ id })),
        "id",
      ) ?? "{}",
  );
  const [row] = await read(ctx.db, storeId, ...ids);
  return foundIn(row?.records);
}

/** Reads the objects of the first changes after a number with one statement: it needs no ids. */
export async function readFirstRecords(
  ctx: Ctx,
  storeId: string,
  { after, count }: { after: number; count: number },
): Promise<FirstRecords> {
  const [row] = await readFirst(ctx.db, storeId, after, count);
  return { last: Number(row?.last ?? 0), found: foundIn(row?.records) };
}

/** JSON has no such characters: strings in it escape them. */
const BETWEEN_RECORDS = "\u001e";
const BEFORE_RECORD = "\u001f";

/**
 * SQL for records as one value, which the driver reads several times as fast as rows: of each the number of its
 * kind, its id as JSON, and the record, empty for a large object.
 */
function recordsSql(idsOf: (kind: RecordKind, i: number) => string): string {
  const records = RECORD_KINDS.map(
    (kind, i) => `select ${i} as kind, id, record from (${RECORDS[kind](idsOf(kind, i))}) as ${kind}_records`,
  );
  return `select string_agg(concat(kind, to_json(id), E'\\x1f', record), E'\\x1e') as records
    from (${records.join(" union all ")}) as found`;
}

const read = preparedByKey<{ records: string | null }>(
  "feed_records",
  recordsSql((_, i) => `$${i + 2}`),
);

const readFirst = preparedByKey<{ last: string | null; records: string | null }>(
  "feed_first_records",
  `with page as materialized (
    select split_part(type, '.', 1) as kind, object_id from changes
    where store_id = $1 and sequence > $2::bigint order by sequence limit $3
  )
  select (select last from change_feeds where store_id = $1), (${recordsSql(
    (kind) => `array(select distinct object_id from page where kind = '${kind}')`,
  )}) as records`,
);

function foundIn(records: string | null | undefined): FoundRecord[] {
  return records ? records.split(BETWEEN_RECORDS).map(foundOf) : [];
}

function foundOf(text: string): FoundRecord {
  const end = text.indexOf(BEFORE_RECORD);
  const id = text.slice(1, end);
  return {
    kind: RECORD_KINDS[Number(text[0])] as RecordKind,
    id: id.includes("\\") ? (JSON.parse(id) as string) : id.slice(1, -1),
    record: end + 1 === text.length ? null : text.slice(end + 1),
  };
}
