import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { inSlice } from "../../../core/jobs/in-slice.ts";
import type { Erasure } from "../../../core/persons/erased-persons.ts";
import { withoutMentions } from "../../../core/persons/erased-persons.ts";
import type { ErasureRule } from "../../../core/persons/erasure.ts";
import { idIdentifier } from "../../../core/persons/identifiers.ts";
import { emailKey, isEmail } from "../../../core/persons/person.ts";
import { createYielder } from "../../../lib/yielder.ts";
import { brokenEntry, type OrderEntry } from "./entry.ts";

type Part = { importId: string; number: number };

/**
 * Removes the person from files of orders that wait: an order of the person's own is left out, and others lose what
 * names the person.
 */
export const importsErasure: ErasureRule = {
  name: "orders that wait to be imported",
  erase: (ctx, { storeId, batch, cursor }) =>
    inSlice(ctx, async (tx) => {
      const after: Part = cursor ? JSON.parse(cursor) : { importId: "", number: -1 };
      const part = await nextPart(tx, storeId, after);
      if (!part) return { isDone: true };
      const { importId, number, lines } = part;
      const rest = await withoutPersons(lines, batch);
      if (rest !== lines) {
        await tx.db.execute(sql`
          update order_import_parts set lines = ${JSON.stringify(rest)}::json
          where store_id = ${storeId} and import_id = ${importId} and number = ${number}`);
      }
      return { isDone: false, cursor: JSON.stringify({ importId, number }) };
    }),
};

/** A part that is being imported is waited for: it is no longer there then. */
async function nextPart(
  tx: Ctx,
  storeId: string,
  after: Part,
): Promise<(Part & { lines: OrderEntry[] }) | undefined> {
  const { rows } = await tx.db.execute<Part & { lines: OrderEntry[] }>(sql`
    select import_id as "importId", number, lines from order_import_parts
    where store_id = ${storeId} and (import_id, number) > (${after.importId}, ${after.number}) and lines is not null
    order by import_id, number limit 1 for no key update`);
  return rows[0];
}

async function withoutPersons(entries: OrderEntry[], batch: Erasure[]): Promise<OrderEntry[]> {
  const yieldNow = createYielder();
  let isChanged = false;
  const rest: OrderEntry[] = [];
  for (const entry of entries) {
    await yieldNow();
    const kept = withoutPerson(entry, batch);
    isChanged ||= kept !== entry;
    rest.push(kept);
  }
  return isChanged ? rest : entries;
}

function withoutPerson(entry: OrderEntry, batch: Erasure[]): OrderEntry {
  if ("errors" in entry) return entry;
  const { id, email, phoneNumber } = entry.order.body.customer ?? {};
  const identifiers = [
    ...(id ? [idIdentifier(id)] : []),
    ...(email && isEmail(email) ? [emailKey(email)] : []),
    ...(phoneNumber ? [phoneNumber] : []),
  ];
  const isOwn = batch.some(({ person }) => identifiers.some((each) => person.identifiers.has(each)));
  if (isOwn) return brokenEntry(entry.number, "The customer of the order was erased.");
  const order = withoutMentions(entry.order, batch, () => false);
  return order === entry.order ? entry : { number: entry.number, order };
}
