import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { omitNullish } from "../../../lib/omit-nullish.ts";
import { problem } from "../../../lib/problem.ts";
import { type AliasKind, customerAliases, type customers } from "../../../platform/db/tables/customers.ts";

type Row = typeof customers.$inferSelect;
type Alias = { kind: AliasKind; alias: string; customerId: string };

/** So that what leads to a customer stays small enough to be locked and erased at once. */
const MAX_MERGED = 1_000;

/** Returns what leads to any of the customers, in one order. */
export async function aliasesOf(ctx: Ctx, storeId: string, customerIds: string[]): Promise<Alias[]> {
  const { rows } = await ctx.db.execute<Alias>(sql`
    select kind, alias, customer_id as "customerId" from customer_aliases
    where store_id = ${storeId} and customer_id = any(${sql.param(customerIds)}::text[])
    order by kind, alias`);
  return rows;
}

/**
 * Makes the identifiers of a customer, and what leads to it, lead to the target; its former identifiers become the target's,
 * so that an erasure finds them. Throws 409 when too many customers would have been merged into the target.
 */
export async function moveAliases(
  tx: Ctx,
  storeId: string,
  { source, target }: { source: Row; target: Row },
): Promise<void> {
  await tx.db.execute(sql`
    update customer_aliases set customer_id = ${target.id}
    where store_id = ${storeId} and customer_id = ${source.id}`);
  const added: [AliasKind, string | null][] = [
    ["customerId", source.id],
    ["emailKey", source.emailKey],
    ["phoneNumber", source.phoneNumber],
  ];
  const { firstName, lastName, location } = source;
  const profile = omitNullish({ firstName, lastName, location });
  const rows = added.flatMap(([kind, alias]) => {
    const mergedProfile = kind === "customerId" ? profile : null;
    return alias === null ? [] : { storeId, kind, alias, customerId: target.id, mergedProfile };
  });
  await tx.db
    .insert(customerAliases)
    .values(rows)
    .onConflictDoUpdate({
      target: [customerAliases.storeId, customerAliases.kind, customerAliases.alias],
      set: { customerId: target.id, mergedProfile: sql`excluded.merged_profile` },
    });
  await tx.db.execute(sql`
    insert into former_identifiers (store_id, customer_id, identifier)
    select store_id, ${target.id}, identifier from former_identifiers
    where store_id = ${storeId} and customer_id = ${source.id}
    on conflict do nothing`);
  await tx.db.execute(sql`
    delete from former_identifiers where store_id = ${storeId} and customer_id = ${source.id}`);
  const merged = (await aliasesOf(tx, storeId, [target.id])).filter(({ kind }) => kind === "customerId");
  if (merged.length > MAX_MERGED) {
    const detail = `At most ${MAX_MERGED} customers may be merged into one.`;
    throw problem("merged_customer_too_large", detail);
  }
}
