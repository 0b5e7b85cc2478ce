import { sql } from "drizzle-orm";
import { recordChanges } from "../../core/changes/record-changes.ts";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { personDocument } from "../../core/persons/erased-persons.ts";
import { storedForms } from "../../core/persons/identifiers.ts";
import { addAddress, addPersonFields } from "../../core/persons/person-texts.ts";
import type { Person } from "../../core/persons/redact.ts";
import { newId } from "../../lib/ids.ts";
import { problem } from "../../lib/problem.ts";
import { customerAliases, customers, type MergedProfile } from "../../platform/db/tables/customers.ts";
import { erasures } from "../../platform/db/tables/erasures.ts";
import { heldIdentifiers, loadRows } from "../customers/find.ts";
import { lockCustomers } from "../customers/lock-customers.ts";
import { detachRows } from "./detach.ts";
import { eraseJob } from "./erase-job.ts";
import { shownId } from "./shown-id.ts";

type Profile = typeof customers.$inferSelect;

/** Up to this many events, orders and returns are detached at once; a customer with more waits for the job. */
const MAX_DETACHED = 500;
/** How often a profile may change its identifiers between two statements. */
const MAX_ATTEMPTS = 5;

/**
 * Begins to erase a customer, who may be named by the id of one that was merged into it: the profile is gone when this resolves, and so are its events and the links to its
 * orders and returns; a job erases the rest. What was acknowledged before is erased, what follows belongs to a
 * new customer. Does nothing for a customer that is being erased. Throws 404 for an unknown customer.
 */
export async function eraseCustomer(
  ctx: Ctx,
  { storeId, by, byId, requestId }: Pick<Caller, "storeId" | "by" | "byId" | "requestId">,
  customerId: string,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const profile = (await loadRows(ctx, storeId, [customerId])).get(customerId);
    if (!profile) return requireErasure(ctx, storeId, customerId);
    if (await begin(ctx, { storeId, by, byId, requestId }, profile)) return;
  }
  throw problem("database_unavailable", `The customer ${customerId} is being changed.`);
}

async function requireErasure(ctx: Ctx, storeId: string, customerId: string): Promise<void> {
  const { rows } = await ctx.db.execute(sql`
    select from erasures
    where store_id = ${storeId} and (customer_id = ${customerId} or ${customerId} = any(merged_ids)) limit 1`);
  if (rows.length === 0) throw problem("customer_not_found", `The store has no customer ${customerId}.`);
}

/** Returns false, having done nothing, when the profile's identifiers have changed since it was read. */
function begin(
  ctx: Ctx,
  { storeId, by, byId, requestId }: Pick<Caller, "storeId" | "by" | "byId" | "requestId">,
  { id: customerId, emailKey, phoneNumber }: Profile,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const identifiers = {
      customerId,
      emailKey: emailKey ?? undefined,
      phoneNumber: phoneNumber ?? undefined,
    };
    await lockCustomers(tx, storeId, [identifiers]);
    const [profile] = await tx.db
      .delete(customers)
      .where(sql`store_id = ${storeId} and id = ${customerId}
        and email_key is not distinct from ${emailKey} and phone_number is not distinct from ${phoneNumber}`)
      .returning();
    if (!profile) return false;

    const former = await takeFormerIdentifiers(tx, storeId, customerId);
    const merged = await takeAliases(tx, storeId, customerId);
    const person = personOf([profile, ...merged.profiles], [...former, ...merged.contacts]);
    const id = newId("ers");
    const customerIds = [customerId, ...merged.ids];
    const isDetached = await detachRows(tx, storeId, [{ id, customerIds, person }], MAX_DETACHED);
    await tx.db.insert(erasures).values({
      ...{ storeId, id, customerId, mergedIds: merged.ids, isDetached, by, requestedById: byId, requestId },
      person: personDocument(person),
      // The numbers that were drawn before; zero for an unused sequence.
      lastRejection: sql`coalesce(pg_sequence_last_value('event_rejections_number_seq'), 0)`,
      requestedAt: sql`clock_timestamp()`,
    });
    const shown = await Promise.all(customerIds.map((each) => shownId(each, person)));
    recordChanges(
      tx,
      storeId,
      shown.map((objectId) => ({ type: "customer.erased", objectId })),
    );
    await tx.jobs.send(eraseJob, { storeId });
    return true;
  });
}

/** Returns the customer's earlier e-mail addresses and phone numbers that no other customer has now. */
async function takeFormerIdentifiers(tx: Ctx, storeId: string, customerId: string): Promise<string[]> {
  const { rows } = await tx.db.execute<{ identifier: string }>(sql`
    delete from former_identifiers where store_id = ${storeId} and customer_id = ${customerId}
    returning identifier`);
  return withoutHeld(
    tx,
    storeId,
    rows.map(({ identifier }) => identifier),
  );
}

/**
 * Ends what led to the customer and the merges that are still in progress: their rows are the erasure's. Returns the ids of
 * the customers that were merged into this one, their e-mail addresses and phone numbers, and what named them else.
 */
async function takeAliases(tx: Ctx, storeId: string, customerId: string) {
  await tx.db.execute(sql`
    delete from customer_merges where store_id = ${storeId} and into_id = ${customerId}`);
  const rows = await tx.db
    .delete(customerAliases)
    .where(sql`store_id = ${storeId} and customer_id = ${customerId}`)
    .returning();
  const ids = rows.filter(({ kind }) => kind === "customerId");
  const contacts = rows.filter(({ kind }) => kind !== "customerId").map(({ alias }) => alias);
  return {
    ids: ids.map(({ alias }) => alias),
    contacts: await withoutHeld(tx, storeId, contacts),
    profiles: ids.map(({ alias, mergedProfile }) => ({ id: alias, ...mergedProfile })),
  };
}

async function withoutHeld(tx: Ctx, storeId: string, identifiers: string[]): Promise<string[]> {
  const all = identifiers.map(storedForms);
  const held = await heldIdentifiers(tx, storeId, all.flat());
  return all.filter((forms) => !forms.some((form) => held.has(form))).flat();
}

function personOf(profiles: (Profile | MergedProfile)[], identifiers: string[]): Person {
  const person = {
    identifiers: new Set(identifiers),
    names: new Set<string>(),
    lines: new Set<string>(),
  };
  const all: Person = { ...person, texts: new Set() };
  for (const profile of profiles) {
    addPersonFields(all, profile);
    const { street1, street2, ...rest } = profile.location ?? {};
    addAddress(all, { lines: [street1, street2], rest: Object.values(rest) });
  }
  return all;
}
