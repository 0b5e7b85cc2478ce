import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import type { Person } from "../../core/persons/redact.ts";
import { redactName } from "../../core/persons/redact-name.ts";
import { redactUrl } from "../../core/persons/redact-url.ts";
import { erasedPersons } from "../customers/erased-persons.ts";

type Row = { id: string; url: string; name: string | null };

/**
 * Removes e-mail addresses, phone numbers and full names from the URLs of webhooks and integrations, and from what the
 * merchant calls them. They are called under the URL that is left.
 */
export const urlsErasure: ErasureRule = {
  name: "URLs of webhooks and integrations",
  erase: (ctx, { storeId, batch }) =>
    inSlice(ctx, async (tx) => {
      const rows = [
        ...(await lock(tx, storeId, sql`webhooks`, sql`external_id`)),
        ...(await lock(tx, storeId, sql`integrations`, sql`provider`)),
      ];
      const persons = await erasedPersons(tx, storeId, batch);
      for (const row of rows) await eraseRow(tx, storeId, row, persons);
      return { isDone: true };
    }),
};

type Locked = Row & { table: SQL; column: SQL };

async function lock(tx: Ctx, storeId: string, table: SQL, column: SQL): Promise<Locked[]> {
  const { rows } = await tx.db.execute<Row>(sql`
    select id, url, ${column} as name from ${table} where store_id = ${storeId} order by id for no key update`);
  return rows.map((row) => ({ ...row, table, column }));
}

async function eraseRow(
  tx: Ctx,
  storeId: string,
  { id, url, name, table, column }: Locked,
  persons: Person[],
): Promise<void> {
  const newUrl = persons.reduce(redactUrl, url);
  // Another webhook may have the name that would be left.
  const newName = name && persons.reduce((text, person) => redactName(text, person, `erased-${id}`), name);
  if (newUrl === url && newName === name) return;
  await tx.db.execute(sql`
    update ${table} set url = ${newUrl}, ${column} = ${newName} where store_id = ${storeId} and id = ${id}`);
}
