import { sql } from "drizzle-orm";
import { recordChanges } from "../changes/record-changes.ts";
import { type Ctx, inTransaction } from "../ctx.ts";
import { heldIdentifiers } from "../customers/find.ts";
import { lockCustomers } from "../customers/lock-customers.ts";
import { customers } from "../db/tables/customers.ts";
import { erasures } from "../db/tables/erasures.ts";
import type { Caller } from "../http/request-context.ts";
import { personDocument } from "../jobs/erased-persons.ts";
import { storedForms } from "../lib/identifiers.ts";
import { newId } from "../lib/ids.ts";
import { addAddress, addPersonFields } from "../lib/person-texts.ts";
import { problem } from "../lib/problem.ts";
import type { Person } from "../lib/redact.ts";
import { detachRows } from "./detach.ts";
import { eraseJob } from "./erase-job.ts";
import { shownId } from "./shown-id.ts";

type Profile = typeof customers.$inferSelect;

/** Up to this many events, orders and returns are detached at once; a customer with more waits for the job. */
const MAX_DETACHED = 500;
/** How often a profile may change its identifiers between two statements. */
const MAX_ATTEMPTS = 5;

/**
 * Begins to erase a customer: the profile is gone when this resolves, and so are its events and the links to its
 * orders and returns; a job erases the rest. What was acknowledged before is erased, what follows belongs to a
 * new customer. Does nothing for a customer that is being erased. Throws 404 for an unknown customer.
 */
export async function eraseCustomer(
  ctx: Ctx,
  { storeId, by, byId, requestId }: Pick<Caller, "storeId" | "by" | "byId" | "requestId">,
  customerId: string,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const profile = await findProfile(ctx, storeId, customerId);
    if (!profile) return requireErasure(ctx, storeId, customerId);
    if (await begin(ctx, { storeId, by, byId, requestId }, profile)) return;
  }
  throw problem("database_unavailable", `The customer ${customerId} is being changed.`);
}

async function findProfile(ctx: Ctx, storeId: string, id: string): Promise<Profile | undefined> {
  const [row] = await ctx.db.select().from(customers).where(sql`store_id = ${storeId} and id = ${id}`);
  return row;
}

async function requireErasure(ctx: Ctx, storeId: string, customerId: string): Promise<void> {
  const { rows } = await ctx.db.execute(sql`
    select from erasures where store_id = ${storeId} and customer_id = ${customerId} limit 1`);
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

    const person = personOf(profile, await takeFormerIdentifiers(tx, storeId, customerId));
    const id = newId("ers");
    const isDetached = await detachRows(tx, storeId, [{ id, customerId, person }], MAX_DETACHED);
    await tx.db.insert(erasures).values({
      ...{ storeId, id, customerId, isDetached, by, requestedById: byId, requestId },
      person: personDocument(person),
      // The numbers that were drawn before; zero for an unused sequence.
      lastRejection: sql`coalesce(pg_sequence_last_value('event_rejections_number_seq'), 0)`,
      requestedAt: sql`clock_timestamp()`,
    });
    const objectId = await shownId(customerId, person);
    await recordChanges(tx, storeId, [{ type: "customer.erased", objectId }]);
    await tx.jobs.send(eraseJob, { storeId });
    return true;
  });
}

/** Returns the customer's earlier e-mail addresses and phone numbers that no other customer has now. */
async function takeFormerIdentifiers(tx: Ctx, storeId: string, customerId: string): Promise<string[]> {
  const { rows } = await tx.db.execute<{ identifier: string }>(sql`
    delete from former_identifiers where store_id = ${storeId} and customer_id = ${customerId}
    returning identifier`);
  const former = rows.map(({ identifier }) => storedForms(identifier));
  const held = await heldIdentifiers(tx, storeId, former.flat());
  return former.filter((forms) => !forms.some((form) => held.has(form))).flat();
}

function personOf(profile: Profile, formerIdentifiers: string[]): Person {
  const person = {
    identifiers: new Set(formerIdentifiers),
    names: new Set<string>(),
    lines: new Set<string>(),
  };
  const all: Person = { ...person, texts: new Set() };
  addPersonFields(all, profile);
  const { street1, street2, ...rest } = profile.location ?? {};
  addAddress(all, { lines: [street1, street2], rest: Object.values(rest) });
  return all;
}
