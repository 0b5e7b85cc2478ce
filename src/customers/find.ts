import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { rawInstantText } from "../db/instant-text.ts";
import { preparedByKey } from "../db/prepared.ts";
import { customers } from "../db/tables/customers.ts";
import { omitNullish } from "../lib/omit-nullish.ts";
import { emailKey } from "../lib/person.ts";
import { problem } from "../lib/problem.ts";
import { batchReads } from "../lookup/batch-reads.ts";
import type { Customer } from "./schema.ts";

/**
 * Returns the profile of the customer with this e-mail address in any spelling, for an operation with `isBatched`.
 * Throws 404 when the store has none.
 */
export async function findCustomer(ctx: Ctx, storeId: string, email: string): Promise<Customer> {
  const profile = await findByEmail(ctx, storeId, emailKey(email));
  if (!profile)
    throw problem("customer_not_found", `The store has no customer with the e-mail address ${email}.`);
  return viewOf(profile);
}

/**
 * Returns the profile of the customer with this id, for an operation with `isBatched`. Throws 404 when the store
 * has none.
 */
export async function readCustomer(ctx: Ctx, storeId: string, customerId: string): Promise<Customer> {
  const profile = await findById(ctx, storeId, customerId);
  if (!profile) throw noCustomer(customerId);
  return viewOf(profile);
}

/** The same for an operation that has a connection, or needs none of the store's. */
export async function loadCustomer(ctx: Ctx, storeId: string, customerId: string): Promise<Customer> {
  const profile = (await loadCustomers(ctx, storeId, [customerId])).get(customerId);
  if (!profile) throw noCustomer(customerId);
  return profile;
}

function noCustomer(customerId: string) {
  return problem("customer_not_found", `The store has no customer ${customerId}.`);
}

/** Returns SQL for the id of the customer with an e-mail address, given as it is compared. */
export function customerIdSql(store: string, key: string): string {
  return `(select id from customers where store_id collate "C" = ${store} and email_key collate "C" = ${key})`;
}

/**
 * Returns the customers that hold e-mail addresses (as they are compared) or phone numbers, by the identifier.
 */
export async function heldIdentifiers(
  ctx: Ctx,
  storeId: string,
  identifiers: string[],
): Promise<Map<string, string>> {
  if (identifiers.length === 0) return new Map();
  const all = sql`${sql.param(identifiers)}::text[]`;
  const { rows } = await ctx.db.execute<{ identifier: string; id: string }>(sql`
    select email_key as identifier, id from customers
    where store_id collate "C" = ${storeId} and email_key collate "C" = any(${all})
    union all
    select phone_number, id from customers
    where store_id collate "C" = ${storeId} and phone_number collate "C" = any(${all})`);
  return new Map(rows.map(({ identifier, id }) => [identifier, id]));
}

/** Returns SQL for the array of those ids that no customer of the store has. */
export function idsWithoutCustomer(storeId: string, ids: SQL): SQL {
  return sql`array(select given.id from unnest(${ids}) as given(id)
    where not exists (select from customers where store_id = ${storeId} and customers.id = given.id))`;
}

/** Returns the profiles of customers by id. Skips unknown ids. */
export async function loadCustomers(
  ctx: Ctx,
  storeId: string,
  ids: string[],
): Promise<Map<string, Customer>> {
  const where = sql`store_id = ${storeId} and id = any(${sql.param(ids)}::text[])`;
  const rows = await ctx.db.select().from(customers).where(where);
  return new Map(rows.map((row) => [row.id, profileOf(row)]));
}

/** Returns the view of a customer's row. */
export function profileOf(row: typeof customers.$inferSelect): Customer {
  const { createdAt, updatedAt } = row;
  return viewOf({
    ...row,
    createdAt: createdAt?.toISOString() ?? null,
    updatedAt: updatedAt?.toISOString() ?? null,
  });
}

type Row = typeof customers.$inferSelect;
type ProfileRow = Pick<
  Row,
  "id" | "email" | "firstName" | "lastName" | "phoneNumber" | "location" | "customFields"
> & { createdAt: string | null; updatedAt: string | null };

function viewOf(row: ProfileRow): Customer {
  const { id, email, firstName, lastName, phoneNumber, location, customFields, createdAt, updatedAt } = row;
  const optional = omitNullish({ firstName, lastName, phoneNumber, location, customFields });
  return { id, email, ...optional, createdAt, updatedAt };
}

const findById = findBy("customers_by_id", (key) => `store_id = $1 and id = ${key}`);

const findByEmail = findBy(
  "customers_by_email",
  (key) => `store_id collate "C" = $1 and email_key collate "C" = ${key}`,
);

function findBy(name: string, condition: (key: string) => string) {
  const statement = `select wanted.key, id, email, first_name as "firstName", last_name as "lastName",
      phone_number as "phoneNumber", location, custom_fields as "customFields", ${rawInstantText("created_at")} as "createdAt",
      ${rawInstantText("updated_at")} as "updatedAt"
    from unnest($2::text[]) as wanted (key)
    cross join lateral (select * from customers where ${condition("wanted.key")} limit 1) as customer`;
  return batchReads(preparedByKey<ProfileRow & { key: string }>(name, statement));
}
