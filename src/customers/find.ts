import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { customers } from "../db/tables/customers.ts";
import { omitNullish } from "../lib/omit-nullish.ts";
import { emailKey } from "../lib/person.ts";
import { problem } from "../lib/problem.ts";
import type { Customer } from "./schema.ts";

/**
 * Returns the profile of the customer with this e-mail address, compared without case. Throws 404 when the
 * store has none.
 */
export async function findCustomer(ctx: Ctx, storeId: string, email: string): Promise<Customer> {
  const [row] = await ctx.db
    .select()
    .from(customers)
    .where(sql`store_id collate "C" = ${storeId} and email_key collate "C" = ${emailKey(email)}`);
  if (!row) throw problem(404, `The store has no customer with the e-mail address ${email}.`);

  const { firstName, lastName, phoneNumber, location, customFields } = row;
  return {
    id: row.id,
    email: row.email ?? email,
    ...omitNullish({ firstName, lastName, phoneNumber, location, customFields }),
    createdAt: row.createdAt?.toISOString() ?? null,
    updatedAt: row.updatedAt?.toISOString() ?? null,
  };
}
