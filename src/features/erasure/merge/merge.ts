import { sql } from "drizzle-orm";
import { recordChanges } from "../../../core/changes/record-changes.ts";
import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import { invalid, problem } from "../../../lib/problem.ts";
import { customers } from "../../../platform/db/tables/customers.ts";
import { loadRows } from "../../customers/find.ts";
import { lockCustomers } from "../../customers/lock-customers.ts";
import { mergeProfiles } from "../../customers/merge-profiles.ts";
import { termsOf } from "../../customers/write-changes.ts";
import { aliasesOf, moveAliases } from "./aliases.ts";
import { mergeJob } from "./merge-job.ts";
import { moveRows, recordMoves } from "./move-rows.ts";
import type { CustomerMerge } from "./schema.ts";

type Row = typeof customers.$inferSelect;
type Pair = { source: Row; target: Row };

/** Up to this many events, orders and returns are moved at once; the job moves what is more. */
const MAX_MOVED = 500;
/** How often one of the profiles may change its identifiers between two statements. */
const MAX_ATTEMPTS = 20;

/**
 * Merges a customer into another: when this resolves, the profile is gone, its identifiers lead to the target, and a job
 * moves what is left of its rows. Does nothing for a customer that was merged into the target before. Returns the target,
 * which is the one that `into` leads to. Throws 400 for one customer, 404 for unknown ones, 409 for a customer that was
 * merged into another one and for a result that would be too large.
 */
export async function mergeCustomers(
  ctx: Ctx,
  storeId: string,
  { customerId, into }: { customerId: string; into: string },
): Promise<CustomerMerge> {
  if (customerId === into) {
    throw invalid({ detail: `The customer ${into} cannot be merged into itself.`, pointer: "/into" });
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { source, target } = await findPair(ctx, storeId, { customerId, into });
    if (!source || (await begin(ctx, storeId, { source, target }))) return { customerId, into: target.id };
  }
  throw problem("database_unavailable", `The customers ${customerId} and ${into} are being changed.`);
}

/** Returns no source when it was merged into the target before. */
async function findPair(
  ctx: Ctx,
  storeId: string,
  { customerId, into }: { customerId: string; into: string },
): Promise<{ source: Row | undefined; target: Row }> {
  const rows = await loadRows(ctx, storeId, [customerId, into]);
  const [source, target] = [rows.get(customerId), rows.get(into)];
  if (!source) throw problem("customer_not_found", `The store has no customer ${customerId}.`);
  if (!target) throw problem("customer_not_found", `The store has no customer ${into}.`);
  if (source.id === customerId && source.id !== target.id) return { source, target };
  if (source.id !== customerId && source.id === target.id) return { source: undefined, target };
  const [merged, present] = source.id === customerId ? [into, source.id] : [customerId, source.id];
  throw problem("customer_already_merged", `The customer ${merged} was merged into ${present} before.`);
}

/** Returns false, having done nothing, when one of the two has changed what identifies it since it was read. */
function begin(ctx: Ctx, storeId: string, pair: Pair): Promise<boolean> {
  const [source, target] = [pair.source.id, pair.target.id];
  return inTransaction(ctx, async (tx) => {
    const aliases = await aliasesOf(tx, storeId, [source, target]);
    // What leads to the two is locked too: a request by one of these identifiers finds where it leads to afterwards.
    const led = aliases.map(({ kind, alias }) => ({ [kind]: alias }));
    await lockCustomers(tx, storeId, [namesOf(pair.source), namesOf(pair.target), ...led]);
    const locked = await loadRows(tx, storeId, [source, target]);
    const isSame = (row: Row) => sameNames(row, locked.get(row.id));
    const present = await aliasesOf(tx, storeId, [source, target]);
    if (!isSame(pair.source) || !isSame(pair.target) || !sameAliases(aliases, present)) return false;

    // As they are under the locks: events may have changed the profiles since they were read.
    const profiles = {
      source: locked.get(source) ?? pair.source,
      target: locked.get(target) ?? pair.target,
    };
    await takeProfile(tx, storeId, profiles);
    await moveAliases(tx, storeId, profiles);
    await queueMerge(tx, storeId, { source, target });
    const moved = await moveRows(tx, storeId, [{ from: source, to: target }], MAX_MOVED);
    recordChanges(tx, storeId, [
      { type: "customer.merged", objectId: source },
      { type: "customer.updated", objectId: target },
    ]);
    recordMoves(tx, storeId, moved);
    await tx.jobs.send(mergeJob, { storeId });
    return true;
  });
}

function namesOf({ id, emailKey, phoneNumber }: Row) {
  return { customerId: id, emailKey: emailKey ?? undefined, phoneNumber: phoneNumber ?? undefined };
}

function sameNames(row: Row, present: Row | undefined): boolean {
  return present !== undefined && JSON.stringify(namesOf(row)) === JSON.stringify(namesOf(present));
}

function sameAliases(before: object[], present: object[]): boolean {
  return JSON.stringify(before) === JSON.stringify(present);
}

/** The source's row goes first: its identifiers may become the target's. */
async function takeProfile(tx: Ctx, storeId: string, { source, target }: Pair): Promise<void> {
  const merged = mergeProfiles(target, source);
  if ("detail" in merged) throw problem("merged_customer_too_large", merged.detail);
  await tx.db.delete(customers).where(sql`store_id = ${storeId} and id = ${source.id}`);
  await tx.db
    .update(customers)
    .set({ ...merged, searchTerms: termsOf(storeId, merged.customFields ?? {}), updatedAt: tx.now() })
    .where(sql`store_id = ${storeId} and id = ${target.id}`);
}

/** Merges into the source that are in progress lead to the target from now on; a slice of one ends before. */
async function queueMerge(
  tx: Ctx,
  storeId: string,
  { source, target }: { source: string; target: string },
): Promise<void> {
  await tx.db.execute(sql`
    update customer_merges set into_id = ${target} where store_id = ${storeId} and into_id = ${source}`);
  await tx.db.execute(sql`
    insert into customer_merges (store_id, merged_id, into_id) values (${storeId}, ${source}, ${target})
    on conflict (store_id, merged_id) do update set into_id = excluded.into_id`);
}
