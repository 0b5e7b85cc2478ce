import { Elysia, t } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { guard } from "../../core/http/guard.ts";
import { DOCS } from "./docs.ts";
import { SearchResults, SearchText } from "./schema.ts";
import { searchStore } from "./search-store.ts";

export const search = (ctx: Ctx) =>
  new Elysia({ name: "search", prefix: "/stores/:storeId/search", tags: ["Search"] })
    .use(guard(ctx))
    .get("", async ({ caller, query }) => ({ results: await searchStore(ctx, caller, query.q) }), {
      access: { scope: ["orders_read", "returns_read", "customers_read"], takesAnyScope: true },
      query: t.Object({ q: SearchText() }),
      response: { 200: SearchResults },
      detail: DOCS.search,
    });
