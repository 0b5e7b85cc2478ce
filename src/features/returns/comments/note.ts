import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { newId } from "../../../lib/ids.ts";
import { changeReturn } from "../change/change.ts";
import { insertNote } from "./insert-note.ts";

/**
 * Appends a note to a return in any status. Throws 404 for an unknown return, 400 when it has too many notes.
 */
export function addNote(ctx: Ctx, caller: Caller, returnId: string, message: string): Promise<void> {
  const { storeId, by, byId: writtenById } = caller;
  return changeReturn(ctx, caller, returnId, async (tx, row, at) => {
    const note = { storeId, returnId, id: newId("not"), kind: "note", message, by, writtenById, at } as const;
    insertNote(tx, row, note);
    return {};
  });
}
