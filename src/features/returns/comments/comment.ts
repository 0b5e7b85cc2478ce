import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { linkAt } from "../../../core/http/response-origin.ts";
import { freeBytes } from "../../../lib/free-bytes.ts";
import { newId } from "../../../lib/ids.ts";
import { invalid } from "../../../lib/problem.ts";
import { changeReturn } from "../change/change.ts";
import { commentView } from "../read/view.ts";
import type { Comment, CommentBody } from "./comment-schema.ts";
import { insertImage } from "./insert-image.ts";
import { insertNote } from "./insert-note.ts";
import { type ParsedImage, parseImage } from "./parse-image.ts";

/**
 * Appends a comment to a return's notes and returns its view. Throws 404 for an unknown return, 400 unless
 * the comment has exactly one of `message` and `image`, for an image of another media type, and when the
 * return has too many notes.
 */
export async function commentReturn(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  body: CommentBody["comment"],
): Promise<Comment> {
  const comment = await parseComment(body);
  const { storeId, by, byId: writtenById } = caller;
  const id = newId("com");
  let view: Comment = {};
  await changeReturn(ctx, caller, returnId, async (tx, row, at) => {
    const note = {
      storeId,
      returnId,
      id,
      kind: "comment" as const,
      message: comment.message,
      by,
      writtenById,
      at,
    };
    view = commentView(note, tx.origin);
    insertNote(tx, row, note);
    if (comment.image) await insertImage(tx, { storeId, returnId, id, ...comment.image });
    return {};
  });
  if (comment.image) freeBytes(comment.image.content);
  return view;
}

/** Returns the view with its link at another origin: a repeat of the request may come by another address. */
export function commentAt(origin: string, { image, ...comment }: Comment): Comment {
  return image ? { ...comment, image: linkAt(origin, image) } : comment;
}

type ParsedComment = { message: string | null; image?: ParsedImage };

async function parseComment({ message, image }: CommentBody["comment"]): Promise<ParsedComment> {
  const hasBoth = typeof message === "string" && typeof image === "string";
  if (hasBoth)
    throw invalid({ detail: "A comment is a message or an image, not both.", pointer: "/comment" });
  if (typeof message === "string") return { message };
  if (typeof image === "string") return { message: null, image: await parseImage(image, "/comment/image") };
  throw invalid({ detail: "A comment needs a message or an image.", pointer: "/comment" });
}
