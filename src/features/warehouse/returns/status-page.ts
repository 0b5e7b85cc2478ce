import type { Ctx } from "../../../core/ctx.ts";
import { BASE } from "../../../core/http/base.ts";
import type { ScopedCaller } from "../../../core/http/request-context.ts";
import { shopperPageOf, shopperPagesOf } from "../../returns/shopper/link.ts";

/** Who reads returns: the store, the origin of links, and what may be done with them. */
export type Reader = Pick<ScopedCaller, "storeId" | "origin" | "scopes">;

/**
 * Returns a function from the id of a return to where its shopper follows it: its own link, which lets its holder
 * cancel the return and is shown to those who may change it, else the store's page, else the operation with its status.
 */
export async function statusPages(ctx: Ctx, reader: Reader, ids: string[]): Promise<(id: string) => string> {
  const { storeId, origin, scopes } = reader;
  const pages = await shopperPagesOf(ctx, storeId, scopes.includes("returns_write") ? ids : []);
  const shared = pages.isOn ? `${origin}${shopperPageOf(storeId)}` : undefined;
  return (id) => {
    const path = pages.links.get(id);
    if (path !== undefined) return `${origin}${path}`;
    return shared ?? `${origin}${BASE}/returns/${id}/status`;
  };
}
