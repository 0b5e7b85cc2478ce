import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../ctx.ts";
import { guard } from "../http/guard.ts";
import { PageHeaders, pageOf } from "../http/paging.ts";
import { DOCS } from "./docs.ts";
import { LOCATION_PAGES, listLocations } from "./list-locations.ts";
import { readStore } from "./read-store.ts";
import { Location, Store } from "./schema.ts";

export const stores = (ctx: Ctx) =>
  new Elysia({ name: "stores", prefix: "/stores/:storeId", tags: ["Stores"] })
    .use(guard(ctx))
    .get("", ({ caller }) => readStore(ctx, caller.storeId), {
      access: { scope: "store_read" },
      response: { 200: Store },
      detail: DOCS.read,
    })
    .get(
      "/locations",
      async ({ caller, headers, set }) => {
        const page = pageOf(headers, LOCATION_PAGES, caller.storeId);
        const { locations, headers: pageHeaders } = await listLocations(ctx, caller.storeId, page);
        Object.assign(set.headers, pageHeaders);
        return { locations };
      },
      {
        access: { scope: "store_read" },
        headers: PageHeaders,
        response: { 200: Type.Object({ locations: Type.Array(Location) }) },
        detail: DOCS.locations,
      },
    );
