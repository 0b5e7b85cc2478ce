import { Elysia } from "elysia";
import type { Ctx } from "../ctx.ts";
import { guard } from "../http/guard.ts";
import { DOCS } from "./docs.ts";
import { readStore } from "./read-store.ts";
import { Store } from "./schema.ts";

export const stores = (ctx: Ctx) =>
  new Elysia({ name: "stores", prefix: "/stores/:storeId", tags: ["Stores"] })
    .use(guard(ctx))
    .get("", ({ caller }) => readStore(ctx, caller.storeId), {
      access: { scope: "store_read" },
      response: { 200: Store },
      detail: DOCS.read,
    });
