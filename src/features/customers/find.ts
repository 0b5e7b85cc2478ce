import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { batchReads } from "../../core/lists/batch-reads.ts";
import { emailKey } from "../../core/persons/person.ts";
import { omitNullish } from "../../lib/omit-nullish.ts";
import { problem } from "../../lib/problem.ts";
import { rawInstantText } from "../../platform/db/instant-text.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import { type AliasKind, customerAliases, customers } from "../../platform/db/tables/customers.ts";
import { customerRow } from "./aliases.ts";
import type { Customer } from "./schema.ts";

/**
 * Returns the profile of the customer whom this e-mail address identifies, in any spelling, for an operation with
 * `takesNoConnection`. Throws 404 when the store has none.
 */
export async function findCustomer(ctx: Ctx, storeId: string, email: string): Promise<Customer> {
  const profile = await findByEmail(ctx, storeId, emailKey(email));
  if (!profile)
    throw problem("customer_not_found", `The store has no customer with the e-mail address ${email}.`);
  return viewOf(profile);
}

/**
 * Returns the profile of the customer with this id, for an operation with `takesNoConnection`. Throws 404 when the store
 * has none.
 */
export async function readCustomer(ctx: Ctx, storeId: string, customerId: string): Promise<Customer> {
  const profile = await findById(ctx, storeId, customerId);
  if (!profile) throw noCustomer(customerId);
  return viewOf(profile);
}

/** Returns a profile as `readCustomer` does, for an operation that has a connection, or needs none of the store's. */
export async function loadCustomer(ctx: Ctx, storeId: string, customerId: string): Promise<Customer> {
  const profile = (await loadCustomers(ctx, storeId, [customerId])).get(customerId);
  if (!profile) throw noCustomer(customerId);
  return profile;
}

function noCustomer(customerId: string) {
  return problem("customer_not_found", `The store has no customer ${customerId}.`);
}

/**
 * Returns the customers that e-mail addresses (as they are compared) or phone numbers identify, by the identifier.
 */
export async function heldIdentifiers(
  ctx: Ctx,
  storeId: string,
  identifiers: string[],
): Promise<Map<string, string>> {
  if (identifiers.length === 0) return new Map();
  const all = sql`${sql.param(identifiers)}::text[]`;
  const { rows } = await ctx.db.execute<{ identifier: string; id: string }>(sql`
    select alias as identifier, customer_id as id from customer_aliases
    where store_id = ${storeId} and kind in ('emailKey', 'phoneNumber') and alias = any(${all})
    union all
    select email_key, id from customers
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

/** Returns the profiles of customers by the ids given; a merged id has that of its target. Skips unknown ids. */
export async function loadCustomers(
  ctx: Ctx,
  storeId: string,
  ids: string[],
): Promise<Map<string, Customer>> {
  const rows = await loadRows(ctx, storeId, ids);
  return new Map([...rows].map(([id, row]) => [id, profileOf(row)]));
}

/** Returns the rows of customers by the ids given; a merged id has that of its target. Skips unknown ids. */
export async function loadRows(ctx: Ctx, storeId: string, ids: string[]): Promise<Map<string, Row>> {
  const where = sql`store_id = ${storeId} and id = any(${sql.param(ids)}::text[])`;
  const found = new Map((await ctx.db.select().from(customers).where(where)).map((row) => [row.id, row]));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const merged = await ctx.db
    .select({ id: customerAliases.alias, row: customers })
    .from(customerAliases)
    .innerJoin(
      customers,
      sql`${customers.storeId} = ${storeId} and ${customers.id} = ${customerAliases.customerId}`,
    )
    .where(sql`${customerAliases.storeId} = ${storeId} and ${customerAliases.kind} = 'customerId'
      and ${customerAliases.alias} = any(${sql.param(missing)}::text[])`);
  for (const { id, row } of merged) found.set(id, row);
  return found;
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

const findById = findBy("customers_by_id", "customerId");
const findByEmail = findBy("customers_by_email", "emailKey");

function findBy(name: string, kind: AliasKind) {
  const statement = `select wanted.key, id, email, first_name as "firstName", last_name as "lastName",
      phone_number as "phoneNumber", location, custom_fields as "customFields", ${rawInstantText("created_at")} as "createdAt",
      ${rawInstantText("updated_at")} as "updatedAt"
    from unnest($2::text[]) as wanted (key)
    cross join lateral ${customerRow(kind, "wanted.key")} as customer`;
  return batchReads(preparedByKey<ProfileRow & { key: string }>(name, statement));
}
