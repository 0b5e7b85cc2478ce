import { and, asc, eq } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { returnImages, returnNotes } from "../../../platform/db/tables/returns.ts";
import { statusOf } from "../read/read.ts";
import { commentView } from "../read/view.ts";
import type { ReturnImage } from "./schema.ts";

/** Returns what is known of a return's images, oldest first. Throws 404 for an unknown return. */
export async function listImages(
  ctx: Ctx,
  store: { storeId: string; origin: string },
  returnId: string,
): Promise<ReturnImage[]> {
  const { storeId, origin } = store;
  await statusOf(ctx, storeId, returnId);
  const { id, ofItemId, ofUnit } = returnImages;
  const rows = await ctx.db
    .select({ id, ofItemId, ofUnit, by: returnNotes.by, byId: returnNotes.writtenById, at: returnNotes.at })
    .from(returnNotes)
    .innerJoin(
      returnImages,
      and(eq(returnImages.storeId, storeId), eq(returnImages.returnId, returnId), eq(id, returnNotes.id)),
    )
    .where(and(eq(returnNotes.storeId, storeId), eq(returnNotes.returnId, returnId)))
    .orderBy(asc(returnNotes.number));
  return rows.map((row) => imageView({ returnId, ...row }, origin));
}

type Row = {
  returnId: string;
  id: string;
  ofItemId: string | null;
  ofUnit: number | null;
  by: string;
  byId: string | null;
  at: Date;
};

/** Returns the view of an image; `origin` is the base URL of links. */
export function imageView(
  { returnId, id, ofItemId, ofUnit, by, byId, at }: Row,
  origin: string,
): ReturnImage {
  const { image: url = "" } = commentView({ returnId, id, message: null }, origin);
  return { commentId: id, itemId: ofItemId, unit: ofUnit, url, by, byId, at: at.toISOString() };
}
