import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import type { returnNotes, returns } from "../db/tables/returns.ts";
import { addMentions } from "../lookup/mentions.ts";
import { addedBytes, MAX_ADDED_BYTES, MAX_NOTES, tooLarge } from "./added-bytes.ts";

type NewNote = Omit<typeof returnNotes.$inferInsert, "number">;

/**
 * Appends a note to a return, which the caller has locked. Throws 400 when the return would have too many notes,
 * or too many bytes in what was added to it.
 */
export async function insertNote(
  tx: Ctx,
  { createdAt, customerId }: Pick<typeof returns.$inferSelect, "createdAt" | "customerId">,
  note: NewNote,
): Promise<void> {
  const { storeId, returnId, id, kind, message = null, by, at } = note;
  const { rowCount } = await tx.db.execute(sql`
    insert into return_notes (store_id, return_id, id, kind, message, by, at)
    select ${storeId}, ${returnId}, ${id}, ${kind}, ${message}, ${by}, ${at.toISOString()}::timestamptz
    where (select count(*) from return_notes where store_id = ${storeId} and return_id = ${returnId}) < ${MAX_NOTES}
      and ${addedBytes(storeId, returnId)} + coalesce(octet_length(${message}), 0) <= ${MAX_ADDED_BYTES}`);
  if (rowCount === 0) throw tooLarge("/comment");
  const keyed = { storeId, at: createdAt, id: returnId };
  await addMentions(tx, keyed, "return.mention", { customerId, texts: message });
}
