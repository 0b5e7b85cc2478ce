import type { Ctx } from "../../ctx.ts";
import type { Caller } from "../../http/request-context.ts";
import { isLongerThan } from "../../lib/text-length.ts";
import { addNote } from "../../returns/note.ts";
import { refusal } from "../errors.ts";
import type { Naming } from "../find-return.ts";
import { requireReturn } from "./require-return.ts";

const LONGEST = 255;

/** Adds a note to the return that is meant; its `content` is text of 1 to 255 characters. */
export async function note(ctx: Ctx, caller: Caller, naming: Naming, body: unknown): Promise<true> {
  const content = contentOf(body);
  const { id } = await requireReturn(ctx, caller.storeId, naming);
  await addNote(ctx, caller, id, content);
  return true;
}

function contentOf(body: unknown): string {
  const { content } = (body ?? {}) as { content?: unknown };
  const isText = typeof content === "string" && content.isWellFormed() && !content.includes("\u0000");
  if (isText && content.trim() !== "" && !isLongerThan(content, LONGEST)) return content;
  throw refusal(422, { errors: { message: "Content is required and must be less than 255 characters." } });
}
