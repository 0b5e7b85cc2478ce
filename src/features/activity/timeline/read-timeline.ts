import type { Ctx } from "../../../core/ctx.ts";
import { type WrittenPage, writePage } from "../../../core/http/fill-page.ts";
import type { Page } from "../../../core/http/paging.ts";
import type { ScopedCaller } from "../../../core/http/request-context.ts";
import { loadCustomer } from "../../customers/find.ts";
import { findEntries } from "./find-entries.ts";
import { loadEntries } from "./load-entries.ts";

/**
 * Returns the JSON of a page of a customer's events, orders and returns, newest first, and its headers. Throws
 * 404 when the store has no such customer.
 */
export async function readTimeline(
  ctx: Ctx,
  caller: ScopedCaller,
  customerId: string,
  page: Page,
): Promise<WrittenPage> {
  const found = await findEntries(ctx, caller.storeId, customerId, page);
  if (found.rows.length === 0) await loadCustomer(ctx, caller.storeId, customerId);
  return writePage("timeline", page, found, (slice) => loadEntries(ctx, caller, slice));
}
