import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { customers } from "../db/tables/customers.ts";
import { newId } from "../lib/ids.ts";
import { emailKey } from "../lib/person.ts";
import {
  EMPTY_PROFILE,
  type Given,
  type Identifier,
  identifierOf,
  type Profile,
  patched,
  sameProfile,
} from "./profile.ts";

type Row = typeof customers.$inferSelect;

/**
 * The id of the customer that `given` means: matched by its highest identifier alone, or created; then enriched by the
 * rest. Null when nothing identifies anybody. Runs in the caller's transaction.
 */
export async function recogniseCustomer(ctx: Ctx, storeId: string, given: Given): Promise<string | null> {
  const identifier = identifierOf(given);
  if (!identifier) return null;

  const [known] = await find(ctx, storeId, identifier);
  if (known && sameProfile(known, patched(known, given))) return known.id;

  await lockIdentifiers(ctx, storeId, given);
  const [row] = await find(ctx, storeId, identifier).for("no key update");
  return row ? enrich(ctx, row, given) : create(ctx, storeId, given);
}

/**
 * Whoever creates a customer or takes over an address or number holds the locks of all identifiers that it names: no two
 * requests make one customer twice or take one identifier for two. Locked in one order, so nobody waits in a circle.
 */
async function lockIdentifiers(ctx: Ctx, storeId: string, given: Given): Promise<void> {
  const names = [
    given.id && `id ${given.id}`,
    given.email && `email ${emailKey(given.email)}`,
    given.phoneNumber && `phone ${given.phoneNumber}`,
  ].filter((name) => typeof name === "string" && name !== "");
  const keys = sql.join(
    names.map((name) => sql`hashtextextended(${`customer ${storeId} ${name}`}, 0)`),
    sql`, `,
  );
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(key) from (select unnest(array[${keys}]) as key order by key) as keys`,
  );
}

function find(ctx: Ctx, storeId: string, { by, value }: Identifier) {
  return ctx.db
    .select()
    .from(customers)
    .where(and(eq(customers.storeId, storeId), eq(customers[by], value)));
}

async function create(ctx: Ctx, storeId: string, given: Given): Promise<string> {
  const id = given.id ?? newId("cus");
  const profile = await withoutHeldByOthers(
    ctx,
    { storeId, id },
    EMPTY_PROFILE,
    patched(EMPTY_PROFILE, given),
  );
  const now = ctx.now();
  await ctx.db.insert(customers).values({ storeId, id, ...profile, createdAt: now, updatedAt: now });
  return id;
}

async function enrich(ctx: Ctx, row: Row, given: Given): Promise<string> {
  const profile = await withoutHeldByOthers(ctx, row, row, patched(row, given));
  if (sameProfile(row, profile)) return row.id;
  await ctx.db
    .update(customers)
    .set({ ...profile, updatedAt: ctx.now() })
    .where(and(eq(customers.storeId, row.storeId), eq(customers.id, row.id)));
  return row.id;
}

/** An e-mail address or phone number that another customer of the store holds is not taken over. */
async function withoutHeldByOthers(
  ctx: Ctx,
  self: { storeId: string; id: string },
  before: Profile,
  wanted: Profile,
): Promise<Profile> {
  const holders = await ctx.db
    .select({ id: customers.id, emailKey: customers.emailKey, phoneNumber: customers.phoneNumber })
    .from(customers)
    .where(
      and(
        eq(customers.storeId, self.storeId),
        or(
          inArray(customers.emailKey, wanted.emailKey ? [wanted.emailKey] : []),
          inArray(customers.phoneNumber, wanted.phoneNumber ? [wanted.phoneNumber] : []),
        ),
      ),
    );
  const others = holders.filter(({ id }) => id !== self.id);
  const emailHeld = others.some((other) => other.emailKey !== null && other.emailKey === wanted.emailKey);
  const phoneHeld = others.some(
    (other) => other.phoneNumber !== null && other.phoneNumber === wanted.phoneNumber,
  );
  return {
    ...pickProfile(wanted),
    ...(emailHeld && { email: before.email, emailKey: before.emailKey }),
    ...(phoneHeld && { phoneNumber: before.phoneNumber }),
  };
}

function pickProfile(row: Profile): Profile {
  const { email, emailKey, phoneNumber, firstName, lastName, location, customFields } = row;
  return { email, emailKey, phoneNumber, firstName, lastName, location, customFields };
}
