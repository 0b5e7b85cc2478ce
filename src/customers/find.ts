import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { customers } from "../db/tables/customers.ts";
import { omitNullish } from "../lib/omit-nullish.ts";
import { emailKey } from "../lib/person.ts";
import { invalid, problem } from "../lib/problem.ts";
import type { Customer } from "./schema.ts";

type Identifiers = { email?: string; phoneNumber?: string; id?: string };

/**
 * Returns the profile of the customer with this e-mail address, compared without case, this phone number or
 * this id. Throws 400 unless there is exactly one of them, 404 when the store has no such customer.
 */
export async function findCustomer(ctx: Ctx, storeId: string, by: Identifiers): Promise<Customer> {
  const [name, ...more] = Object.keys(omitNullish(by));
  if (name === undefined) throw invalid({ detail: "email is required.", parameter: "email" });
  const [second] = more;
  if (second !== undefined) {
    const detail = `${second} cannot be combined with ${name}: a customer is found by one of them.`;
    throw invalid({ detail, parameter: second });
  }
  if (by.id !== undefined) return readCustomer(ctx, storeId, by.id);
  const { email, phoneNumber } = by;
  if (email === undefined) {
    const profile = await selectProfile(ctx, byPhoneNumber(storeId, phoneNumber ?? ""));
    if (!profile)
      throw problem("customer_not_found", `The store has no customer with the phone number ${phoneNumber}.`);
    return profile;
  }
  const profile = await selectProfile(ctx, byEmail(storeId, email));
  if (!profile)
    throw problem("customer_not_found", `The store has no customer with the e-mail address ${email}.`);
  return profile;
}

/** Returns the profile of the customer with this id. Throws 404 when the store has none. */
export async function readCustomer(ctx: Ctx, storeId: string, customerId: string): Promise<Customer> {
  const profile = await selectProfile(ctx, sql`store_id = ${storeId} and id = ${customerId}`);
  if (!profile) throw problem("customer_not_found", `The store has no customer ${customerId}.`);
  return profile;
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

function byEmail(storeId: string, email: string): SQL {
  return sql`store_id collate "C" = ${storeId} and email_key collate "C" = ${emailKey(email)}`;
}

function byPhoneNumber(storeId: string, phoneNumber: string): SQL {
  return sql`store_id collate "C" = ${storeId} and phone_number collate "C" = ${phoneNumber}`;
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

async function selectProfile(ctx: Ctx, where: SQL): Promise<Customer | undefined> {
  const [row] = await ctx.db.select().from(customers).where(where);
  return row && profileOf(row);
}

/** Returns the view of a customer's row. */
export function profileOf(row: typeof customers.$inferSelect): Customer {
  const { firstName, lastName, phoneNumber, location, customFields } = row;
  return {
    id: row.id,
    email: row.email,
    ...omitNullish({ firstName, lastName, phoneNumber, location, customFields }),
    createdAt: row.createdAt?.toISOString() ?? null,
    updatedAt: row.updatedAt?.toISOString() ?? null,
  };
}
