import { and, asc, desc, eq } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { problem } from "../../../lib/problem.ts";
import { returnImages, returnNotes, returns } from "../../../platform/db/tables/returns.ts";
import type { Comment } from "../comments/comment-schema.ts";
import type { Return, ReturnOrder } from "../schema.ts";
import type { Status } from "../status.ts";
import { noReturn, readReturnRecord } from "./load.ts";
import { commentView, type Note, snapshotOf } from "./view.ts";

/** Returns a return with its order. Throws 404 for an unknown return. */
export async function readReturn(
  ctx: Ctx,
  store: { storeId: string; origin: string },
  returnId: string,
): Promise<{ order: ReturnOrder; return: Return }> {
  return snapshotOf(await readReturnRecord(ctx, store.storeId, returnId), store.origin);
}

/** Returns a return's status. Throws 404 for an unknown return. */
export async function statusOf(ctx: Ctx, storeId: string, returnId: string): Promise<Status> {
  const [row] = await ctx.db
    .select({ status: returns.status })
    .from(returns)
    .where(and(eq(returns.storeId, storeId), eq(returns.id, returnId)));
  if (!row) throw noReturn(returnId);
  return row.status;
}

/** Returns a return's comments, oldest first, without its other notes. Throws 404 for an unknown return. */
export async function commentsOf(
  ctx: Ctx,
  store: { storeId: string; origin: string },
  returnId: string,
): Promise<Comment[]> {
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
  if (rows.length === 0) await statusOf(ctx, store.storeId, returnId);
  return rows.map((note) => commentView(note, store.origin));
}

/** Returns all notes of a return, comments included, newest first. */
export function notesOf(ctx: Ctx, storeId: string, returnId: string): Promise<Note[]> {
  return ctx.db
    .select()
    .from(returnNotes)
    .where(and(eq(returnNotes.storeId, storeId), eq(returnNotes.returnId, returnId)))
    .orderBy(desc(returnNotes.number));
}

/** Returns the image of a comment. Throws 404 when the return has no such image comment. */
export async function commentImage(
  ctx: Ctx,
  storeId: string,
  comment: { returnId: string; commentId: string },
): Promise<{ mediaType: string; content: Uint8Array }> {
  const [row] = await ctx.db
    .select({ mediaType: returnImages.mediaType, content: returnImages.content })
    .from(returnImages)
    .where(
      and(
        eq(returnImages.storeId, storeId),
        eq(returnImages.returnId, comment.returnId),
        eq(returnImages.id, comment.commentId),
      ),
    );
  if (!row)
    throw problem(
      "comment_not_found",
      `The return ${comment.returnId} has no image comment ${comment.commentId}.`,
    );
  return row;
}
