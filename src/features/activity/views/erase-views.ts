import { sql } from "drizzle-orm";
import { inSlice } from "../../../core/jobs/in-slice.ts";
import type { ErasureRule } from "../../../core/persons/erasure.ts";
import { idIdentifier } from "../../../core/persons/identifiers.ts";
import { type Person, redactText } from "../../../core/persons/redact.ts";
import { redactName } from "../../../core/persons/redact-name.ts";
import { erasedPersons } from "../../customers/erased-persons.ts";

/** A list has few views. */
type Row = { id: string; name: string; query: string };

/** Deletes saved views that name a person: what they filtered by isn't there any more. */
export const viewsErasure: ErasureRule = {
  name: "views of lists",
  erase: (ctx, { storeId, batch }) =>
    inSlice(ctx, async (tx) => {
      const { rows } = await tx.db.execute<Row>(sql`
        select id, view_name as name, view_query as query from list_views
        where store_id = ${storeId} order by id for update`);
      const persons = await erasedPersons(tx, storeId, batch);
      const naming = rows.filter((row) => persons.some((person) => names(row, person)));
      const ids = naming.map(({ id }) => id);
      await tx.db.execute(sql`
        delete from list_views where store_id = ${storeId} and id = any(${sql.param(ids)}::text[])`);
      return { isDone: true };
    }),
};

function names({ name, query }: Row, person: Person): boolean {
  return [name, ...new URLSearchParams(query).values()].some(
    (text) =>
      redactText(text, person, { names: true }) !== text ||
      redactName(text, person) !== text ||
      person.identifiers.has(idIdentifier(text)),
  );
}
