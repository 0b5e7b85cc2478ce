import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { freeBytes } from "../../../lib/free-bytes.ts";
import { newId } from "../../../lib/ids.ts";
import { invalid } from "../../../lib/problem.ts";
import { returnItems } from "../../../platform/db/tables/returns.ts";
import { changeReturn } from "../change/change.ts";
import { insertImage } from "../comments/insert-image.ts";
import { insertNote } from "../comments/insert-note.ts";
import { parseImage } from "../comments/parse-image.ts";
import { imageView } from "./list.ts";
import type { ImageBody, ReturnImage } from "./schema.ts";

/**
 * Adds an image of an item, or of one of its units, as an image comment of the return. Throws 404 for an unknown
 * return, 400 for an unknown item or unit, another media type, and when the return has too many notes.
 */
export async function addImage(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  { content, itemId, unit }: ImageBody["image"],
): Promise<ReturnImage> {
  const image = await parseImage(content, "/image/content");
  const { storeId, by, byId } = caller;
  const id = newId("com");
  const of = { ofItemId: itemId, ofUnit: unit ?? null };
  let addedAt = new Date(0);
  await changeReturn(ctx, caller, returnId, async (tx, row, at) => {
    await requireUnit(tx, { storeId, returnId, itemId }, unit ?? 1);
    const note = {
      storeId,
      returnId,
      id,
      kind: "comment" as const,
      message: null,
      by,
      writtenById: byId,
      at,
    };
    insertNote(tx, row, note, "/image");
    await insertImage(tx, { storeId, returnId, id, ...image, ...of });
    addedAt = at;
    return {};
  });
  freeBytes(image.content);
  return imageView({ returnId, id, ...of, by, byId, at: addedAt }, ctx.origin);
}

type ItemKey = { storeId: string; returnId: string; itemId: string };

async function requireUnit(tx: Ctx, { storeId, returnId, itemId }: ItemKey, unit: number): Promise<void> {
  const [item] = await tx.db
    .select({ quantity: returnItems.quantity })
    .from(returnItems)
    .where(
      and(eq(returnItems.storeId, storeId), eq(returnItems.returnId, returnId), eq(returnItems.id, itemId)),
    );
  if (!item) throw invalid({ detail: `The return has no item ${itemId}.`, pointer: "/image/itemId" });
  if (unit <= item.quantity) return;
  throw invalid({ detail: `The item has ${item.quantity} units.`, pointer: "/image/unit" });
}
