import type { Ctx } from "../ctx.ts";
import { returnImages } from "../db/tables/returns.ts";
import type { Caller } from "../http/request-context.ts";
import { newId } from "../lib/ids.ts";
import { invalid } from "../lib/problem.ts";
import { changeReturn } from "./change.ts";
import type { Comment, CommentBody } from "./comment-schema.ts";
import { imageTypeOf } from "./image-type.ts";
import { insertNote } from "./insert-note.ts";
import { commentView } from "./view.ts";

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
  const comment = parseComment(body);
  const { storeId, by } = caller;
  const id = newId("com");
  let view: Comment = {};
  await changeReturn(ctx, caller, returnId, async (tx, row, at) => {
    const note = { storeId, returnId, id, kind: "comment" as const, message: comment.message, by, at };
    view = commentView(note, tx.origin);
    const inserted = insertNote(tx, row, note);
    if (!comment.image) return { checked: inserted };
    const image = tx.db.insert(returnImages).values({ storeId, returnId, id, ...comment.image });
    return { checked: Promise.all([inserted, image]) };
  });
  return view;
}

type ParsedComment = { message: string | null; image?: { mediaType: string; content: Uint8Array } };

function parseComment({ message, image }: CommentBody["comment"]): ParsedComment {
  const hasBoth = typeof message === "string" && typeof image === "string";
  if (hasBoth)
    throw invalid({ detail: "A comment is a message or an image, not both.", pointer: "/comment" });
  if (typeof message === "string") return { message };
  if (typeof image === "string") return { message: null, image: parseImage(image) };
  throw invalid({ detail: "A comment needs a message or an image.", pointer: "/comment" });
}

function parseImage(base64: string): { mediaType: string; content: Uint8Array } {
  const pointer = "/comment/image";
  const content = decode(base64);
  if (!content) throw invalid({ detail: "The image must be base64.", pointer });
  const mediaType = imageTypeOf(content);
  if (!mediaType) throw invalid({ detail: "The image must be a PNG, JPEG, GIF or WebP.", pointer });
  return { mediaType, content };
}

function decode(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return undefined;
  }
}
