import type { Ctx } from "../../../core/ctx.ts";
import { returnImages } from "../../../platform/db/tables/returns.ts";

/** The steps that receive, decode and send a larger image leave several times its size as garbage. */
const LARGE_BYTES = 1024 * 1024;

/** Stores an image of a return. The memory of a large one is freed before its change goes on. */
export async function insertImage(tx: Ctx, image: typeof returnImages.$inferInsert): Promise<void> {
  await tx.db.insert(returnImages).values(image);
  if (image.content.byteLength > LARGE_BYTES) tx.freeMemory();
}
