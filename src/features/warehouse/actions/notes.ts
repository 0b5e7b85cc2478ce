import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { notesOf } from "../../returns/read/read.ts";
import { commentView } from "../../returns/read/view.ts";
import { warehouseError } from "../errors.ts";
import type { ReturnReference } from "../find-return.ts";
import { phpDateTime } from "../formats.ts";
import { requireReturn } from "./require-return.ts";

export type NoteView = { id: number; content: string; created_at: string };

/** Returns a return's notes, newest first. Throws 200 for an unknown return, 422 when it has no notes. */
export async function notes(ctx: Ctx, caller: Caller, reference: ReturnReference): Promise<NoteView[]> {
  const { id } = await requireReturn(ctx, caller.storeId, reference);
  const rows = await notesOf(ctx, caller.storeId, id);
  if (rows.length === 0) throw warehouseError(422, false);
  return rows.map((row) => {
    const { message, image } = commentView(row, caller.origin);
    return { id: row.number, content: message ?? image ?? "", created_at: phpDateTime(row.at) };
  });
}
