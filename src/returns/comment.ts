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

type Given = CommentBody["comment"];

/** Appends a message or an image to a return's notes and gives it as it is read. Exactly one of both, else 400. */
export async function commentReturn(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  given: Given,
): Promise<Comment> {
  const comment = exactlyOne(given);
  const { storeId, by } = caller;
  const id = newId("com");
  let shown: Comment = {};
  await changeReturn(ctx, caller, returnId, async (tx, _row, at) => {
    const note = { storeId, returnId, id, kind: "comment" as const, message: comment.message, by, at };
    await insertNote(tx, note);
    if (comment.image) await tx.db.insert(returnImages).values({ storeId, returnId, id, ...comment.image });
    shown = commentView(note, tx.origin);
    return {};
  });
  return shown;
}

type Checked = { message: string | null; image?: { mediaType: string; content: Uint8Array } };

function exactlyOne({ message, image }: Given): Checked {
  const both = typeof message === "string" && typeof image === "string";
  if (both) throw invalid({ detail: "A comment is a message or an image, not both.", pointer: "/comment" });
  if (typeof message === "string") return { message };
  if (typeof image === "string") return { message: null, image: imageOf(image) };
  throw invalid({ detail: "A comment needs a message or an image.", pointer: "/comment" });
}

function imageOf(base64: string): { mediaType: string; content: Uint8Array } {
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
