import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { contactsOfBatch, type Erasure } from "../../core/persons/erased-persons.ts";
import { idIdentifier } from "../../core/persons/identifiers.ts";
import type { Person } from "../../core/persons/redact.ts";
import { heldIdentifiers } from "./find.ts";

/** Returns the persons of a batch without the ids, e-mail addresses and phone numbers that a customer has by now. */
export async function erasedPersons(ctx: Ctx, storeId: string, batch: Erasure[]): Promise<Person[]> {
  const held = await heldIdentifiers(ctx, storeId, contactsOfBatch(batch));
  const ids = sql.param(batch.flatMap(({ customerIds }) => customerIds));
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from customers where store_id = ${storeId} and id = any(${ids}::text[])`);
  const present = new Set([...held.keys(), ...rows.map(({ id }) => idIdentifier(id))]);
  return batch.map(({ person }) => ({ ...person, identifiers: person.identifiers.difference(present) }));
}
