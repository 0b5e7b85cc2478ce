import type { Ctx } from "../../ctx.ts";
import type { Caller } from "../../http/request-context.ts";
import { notesOf } from "../../returns/read.ts";
import { commentView } from "../../returns/view.ts";
import { refusal } from "../errors.ts";
import type { Naming } from "../find-return.ts";
import { phpDateTime } from "../formats.ts";
import { requireReturn } from "./require-return.ts";

export type ShownNote = { id: number; content: string; created_at: string };

/** The notes of the return that is meant, the newest first; none is a refusal of its own. */
export async function notes(ctx: Ctx, caller: Caller, naming: Naming): Promise<ShownNote[]> {
  const { id } = await requireReturn(ctx, caller.storeId, naming);
  const rows = await notesOf(ctx, caller.storeId, id);
  if (rows.length === 0) throw refusal(422, false);
  return rows.map((row) => {
    const { message, image } = commentView(row, caller.origin);
    return { id: row.number, content: message ?? image ?? "", created_at: phpDateTime(row.at) };
  });
}
