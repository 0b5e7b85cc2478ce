import type { Ctx } from "../ctx.ts";
import { customerRecords } from "../customers/record.ts";
import { arrayText } from "../db/array-text.ts";
import { preparedByKey } from "../db/prepared.ts";
import { orderRecords } from "../orders/load.ts";
import { shownReturnRecords } from "../returns/record.ts";

const RECORDS = { order: orderRecords, return: shownReturnRecords, customer: customerRecords };

/** The kinds of objects that are read as records. */
export const RECORD_KINDS = ["order", "return", "customer"] as const satisfies (keyof typeof RECORDS)[];
export type RecordKind = (typeof RECORD_KINDS)[number];

/** An object that exists; its record is null if it is large and has to be loaded. */
export type FoundRecord = { kind: RecordKind; id: string; record: string | null };

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
  if (!row || row.records === null) return [];
  return row.records.split(BETWEEN_RECORDS).map(foundOf);
}

/** JSON has no such characters: strings in it escape them. */
const BETWEEN_RECORDS = "\u001e";
const BEFORE_RECORD = "\u001f";

/**
 * The records are one value, which the driver reads several times as fast as rows: of each the number of its
 * kind, its id as JSON, and the record, empty for a large object.
 */
const read = preparedByKey<{ records: string | null }>(
  "feed_records",
  `select string_agg(concat(kind, to_json(id), E'\\x1f', record), E'\\x1e') as records from (${RECORD_KINDS.map(
    (kind, i) => `select ${i} as kind, id, record from (${RECORDS[kind](`$${i + 2}`)}) as ${kind}_records`,
  ).join(" union all ")}) as found`,
);

function foundOf(text: string): FoundRecord {
  const end = text.indexOf(BEFORE_RECORD);
  const id = text.slice(1, end);
  return {
    kind: RECORD_KINDS[Number(text[0])] as RecordKind,
    id: id.includes("\\") ? (JSON.parse(id) as string) : id.slice(1, -1),
    record: end + 1 === text.length ? null : text.slice(end + 1),
  };
}
