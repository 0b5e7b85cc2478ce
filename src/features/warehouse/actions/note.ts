import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { hasCode } from "../../../lib/problem.ts";
import { isLongerThan } from "../../../lib/text.ts";
import { addNote } from "../../returns/comments/note.ts";
import { warehouseError } from "../errors.ts";
import type { ReturnReference } from "../find-return.ts";
import { requireReturn } from "./require-return.ts";

const MAX_CHARACTERS = 255;

/**
 * Adds a note to a return. Throws 422 unless `content` is a string of 1 to 255 characters and the return has
 * room for it, 200 for an unknown return.
 */
export async function note(
  ctx: Ctx,
  caller: Caller,
  reference: ReturnReference,
  body: unknown,
): Promise<true> {
  const content = contentOf(body);
  const { id } = await requireReturn(ctx, caller.storeId, reference);
  try {
    await addNote(ctx, caller, id, content);
  } catch (error) {
    if (!hasCode(error, "return_too_large")) throw error;
    throw warehouseError(422, { errors: { message: error.parts.detail } });
  }
  return true;
}

function contentOf(body: unknown): string {
  const { content } = (body ?? {}) as { content?: unknown };
  const isString = typeof content === "string" && content.isWellFormed() && !content.includes("\u0000");
  if (isString && content.trim() !== "" && !isLongerThan(content, MAX_CHARACTERS)) return content;
  throw warehouseError(422, {
    errors: { message: "Content is required and must be less than 255 characters." },
  });
}
