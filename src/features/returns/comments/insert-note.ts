import { beforeCommit, type Ctx } from "../../../core/ctx.ts";
import { addMentions } from "../../../core/lists/search-keys.ts";
import { preparedNamed } from "../../../platform/db/prepared.ts";
import type { returnNotes, returns } from "../../../platform/db/tables/returns.ts";
import { ADDED_BYTES, MAX_ADDED_BYTES, MAX_NOTES, tooLarge } from "../change/added-bytes.ts";

/** Who writes it is given by name and id. */
type NewNote = Omit<typeof returnNotes.$inferInsert, "number" | "writtenById"> & {
  writtenById: string | null;
};

/**
 * Appends a note to a return, which the caller has locked. Throws 400 when the return would have too many notes,
 * or too many added bytes, at the end of the transaction; `pointer` is where the note stands in the
 * request.
 */
export function insertNote(
  tx: Ctx,
  { createdAt, customerId }: Pick<typeof returns.$inferSelect, "createdAt" | "customerId">,
  note: NewNote,
  pointer = "/comment",
): void {
  const { storeId, returnId, message = null } = note;
  const keyed = { storeId, at: createdAt, id: returnId };
  const inserted = insert(tx.db, { ...note, message, at: note.at.toISOString() });
  beforeCommit(
    tx,
    inserted.then(({ length }) => {
      if (length === 0) throw tooLarge(pointer);
    }),
  );
  addMentions(tx, keyed, "return.mention", { customerId, texts: message });
}

const insert = preparedNamed<{ id: string }>(
  "insert_note",
  `insert into return_notes (store_id, return_id, id, kind, message, by, at, written_by_id)
   select $storeId, $returnId, $id, $kind, $message, $by, $at::timestamptz, $writtenById
   where (select count(*) from return_notes where store_id = $storeId and return_id = $returnId) < ${MAX_NOTES}
     and ${ADDED_BYTES} + coalesce(octet_length($message), 0) <= ${MAX_ADDED_BYTES}
   returning id`,
);
