import type { Ctx } from "../../../core/ctx.ts";
import { type WrittenPage, writePage } from "../../../core/http/fill-page.ts";
import type { Page } from "../../../core/http/paging.ts";
import type { ScopedCaller } from "../../../core/http/request-context.ts";
import { statusOf } from "../read/read.ts";
import { findReturnEntries } from "./find.ts";
import { loadReturnEntries } from "./load.ts";

/**
 * Returns the JSON of a page of what happened to a return, newest first, and its headers. Deliveries are
 * included with the scope `webhooks_read`. Throws 404 when the store has no such return.
 */
export async function readReturnTimeline(
  ctx: Ctx,
  caller: ScopedCaller,
  returnId: string,
  page: Page,
): Promise<WrittenPage> {
  const { storeId, scopes } = caller;
  await statusOf(ctx, storeId, returnId);
  const withDeliveries = scopes.includes("webhooks_read");
  const found = await findReturnEntries(ctx, { storeId, returnId, withDeliveries }, page);
  return writePage("timeline", page, found, (slice) => loadReturnEntries(ctx, caller, returnId, slice));
}
