import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import type { returnNotes } from "../db/tables/returns.ts";
import { invalid } from "../lib/problem.ts";

const MAX_NOTES = 1_000;
/** For all notes of a return together: every webhook payload contains all of them. */
const MAX_NOTES_BYTES = 1024 * 1024;

type NewNote = Omit<typeof returnNotes.$inferInsert, "number">;

/**
 * Appends a note to a return. The caller has locked the return. Throws 400 when it has too many notes or too
 * many bytes in them.
 */
export async function insertNote(tx: Ctx, note: NewNote): Promise<void> {
  const { storeId, returnId, id, kind, message = null, by, at } = note;
  const { rowCount } = await tx.db.execute(sql`
    insert into return_notes (store_id, return_id, id, kind, message, by, at)
    select ${storeId}, ${returnId}, ${id}, ${kind}, ${message}, ${by}, ${at.toISOString()}::timestamptz
    from (
      select count(*) as count, coalesce(sum(octet_length(message)), 0) as bytes from return_notes
      where store_id = ${storeId} and return_id = ${returnId}
    ) as kept
    where count < ${MAX_NOTES} and bytes + coalesce(octet_length(${message}), 0) <= ${MAX_NOTES_BYTES}`);
  if (rowCount === 0) {
    const detail = `A return may have at most ${MAX_NOTES} notes and ${MAX_NOTES_BYTES} bytes of text in them.`;
    throw invalid({ detail, pointer: "/comment" });
  }
}
