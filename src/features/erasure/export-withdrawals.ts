import { type SQL, sql } from "drizzle-orm";
import { isContact } from "../../core/persons/identifiers.ts";
import { loadWithdrawals } from "../withdrawals/read.ts";
import type { Exported, Section } from "./exported.ts";

const PAGE_ROWS = 50;

/** Yields the withdrawals with the person's e-mail address and those from the person's orders, as they are listed. */
export async function* exportWithdrawals(exported: Exported): Section {
  const { ctx, storeId } = exported;
  let after = "";
  for (;;) {
    const { rows } = await ctx.db.execute<{ id: string }>(sql`
      select id from withdrawals
      where store_id = ${storeId} and id > ${after} and ${isWithdrawalOf(exported)}
      order by id limit ${PAGE_ROWS}`);
    const ids = rows.map(({ id }) => id);
    for (const withdrawal of (await loadWithdrawals(ctx, exported, ids)).values()) {
      yield [JSON.stringify(withdrawal)];
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < PAGE_ROWS) return;
    after = last;
  }
}

/** Returns the condition for the rows of `withdrawals` that are the person's. */
export function isWithdrawalOf({ storeId, customerId, person }: Exported): SQL {
  const contacts = sql.param([...person.identifiers].filter(isContact));
  return sql`(email_key = any(${contacts}::text[])
    or order_id = any(array(select id from orders where store_id = ${storeId} and customer_id = ${customerId})))`;
}
