import { and, asc, desc, eq } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { returnImages, returnNotes, returns } from "../db/tables/returns.ts";
import { problem } from "../lib/problem.ts";
import type { Comment } from "./comment-schema.ts";
import { loadReturn, noReturn } from "./load.ts";
import { returnOrderView } from "./order-view.ts";
import type { Return, ReturnOrder } from "./schema.ts";
import type { Status } from "./status.ts";
import { commentView, type Note, returnView } from "./view.ts";

/** A return with its order. */
export async function readReturn(
  ctx: Ctx,
  store: { storeId: string; origin: string },
  returnId: string,
): Promise<{ order: ReturnOrder; return: Return }> {
  const record = await loadReturn(ctx, store.storeId, returnId);
  return {
    order: await returnOrderView(record.order),
    return: await returnView(record, store.origin, "read"),
  };
}

export async function statusOf(ctx: Ctx, storeId: string, returnId: string): Promise<Status> {
  const [row] = await ctx.db
    .select({ status: returns.status })
    .from(returns)
    .where(and(eq(returns.storeId, storeId), eq(returns.id, returnId)));
  if (!row) throw noReturn(returnId);
  return row.status;
}

/** The comments of a return, oldest first; the note given at its creation is none. */
export async function commentsOf(
  ctx: Ctx,
  store: { storeId: string; origin: string },
  returnId: string,
): Promise<Comment[]> {
  await statusOf(ctx, store.storeId, returnId);
  const rows = await ctx.db
    .select()
    .from(returnNotes)
    .where(
      and(
        eq(returnNotes.storeId, store.storeId),
        eq(returnNotes.returnId, returnId),
        eq(returnNotes.kind, "comment"),
      ),
    )
    .orderBy(asc(returnNotes.number));
  return rows.map((note) => commentView(note, store.origin));
}

/** All of a return's notes, comments included, the newest first. */
export function notesOf(ctx: Ctx, storeId: string, returnId: string): Promise<Note[]> {
  return ctx.db
    .select()
    .from(returnNotes)
    .where(and(eq(returnNotes.storeId, storeId), eq(returnNotes.returnId, returnId)))
    .orderBy(desc(returnNotes.number));
}

/** The picture of an image comment. */
export async function commentImage(
  ctx: Ctx,
  storeId: string,
  place: { returnId: string; commentId: string },
): Promise<{ mediaType: string; content: Uint8Array }> {
  const [row] = await ctx.db
    .select({ mediaType: returnImages.mediaType, content: returnImages.content })
    .from(returnImages)
    .where(
      and(
        eq(returnImages.storeId, storeId),
        eq(returnImages.returnId, place.returnId),
        eq(returnImages.id, place.commentId),
      ),
    );
  if (!row) throw problem(404, `The return ${place.returnId} has no image comment ${place.commentId}.`);
  return row;
}
