import { type SQL, sql } from "drizzle-orm";
import { loadMails } from "../mail/list.ts";
import type { Exported, Section } from "./exported.ts";

const SLICE_MAILS = 50;

/** Yields the mails to the customer and about the customer's returns. */
export async function* exportMails(exported: Exported): Section {
  const { ctx, storeId } = exported;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const { rows }: { rows: { id: string }[] } = await ctx.db.execute<{ id: string }>(sql`
      select id from mails
      where store_id = ${storeId} and id > ${after} and ${isMailOf(exported)}
      order by id limit ${SLICE_MAILS}`);
    const ids = rows.map(({ id }) => id);
    for (const mail of await loadMails(ctx, storeId, ids)) yield [JSON.stringify(mail)];
    after = ids.length === SLICE_MAILS ? ids.at(-1) : undefined;
  }
}

/** Returns the condition for the rows of `mails` to the person and about the person's returns. */
export function isMailOf({ storeId, customerId, person }: Exported): SQL {
  const contacts = sql`${sql.param([...person.identifiers])}::text[]`;
  return sql`(return_id = any(array(
      select id from returns where store_id = ${storeId} and customer_id = ${customerId}))
    or stream_id = any(array(
      select id from mail_streams where store_id = ${storeId} and stream_key = any(${contacts}))))`;
}
