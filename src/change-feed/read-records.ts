import type { Ctx } from "../ctx.ts";
import { customerRecords } from "../customers/record.ts";
import { preparedByKey } from "../db/prepared.ts";
import { orderRecords } from "../orders/load.ts";
import { returnRecords } from "../returns/record.ts";

const RECORDS = { order: orderRecords, return: returnRecords, customer: customerRecords };

/** The kinds of objects that are read as records. */
export const RECORD_KINDS = ["order", "return", "customer"] as const satisfies (keyof typeof RECORDS)[];
export type RecordKind = (typeof RECORD_KINDS)[number];

/** An object that exists; its record is null if it is large and has to be loaded. */
export type FoundRecord = { kind: RecordKind; id: string; record: string | null };

/** Reads objects, given by kind and id, with one statement. */
export function readRecords(
  ctx: Ctx,
  storeId: string,
  idsOf: (kind: RecordKind) => string[],
): Promise<FoundRecord[]> {
  return read(ctx.db, storeId, ...RECORD_KINDS.map(idsOf));
}

const read = preparedByKey<FoundRecord>(
  "feed_records",
  RECORD_KINDS.map(
    (kind, i) =>
      `select '${kind}' as kind, found.id, found.record from (${RECORDS[kind](`$${i + 2}`)}) as found`,
  ).join(" union all "),
);
