import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { field } from "../../../lib/schema-types.ts";
import { access } from "../api-style.ts";
import type { Version } from "../versions.ts";
import { DOCS } from "./docs.ts";
import { listDestinations } from "./list.ts";
import { Destination } from "./schema.ts";

export const destinations = (ctx: Ctx, version: Version) =>
  new Elysia({ name: "warehouse-destinations", seed: version.path, tags: ["Warehouse"] })
    .use(guard(ctx))
    .get(
      "/destinations",
      async ({ caller }) => ({ destinations: await listDestinations(ctx, caller.storeId) }),
      {
        access: access("returns_read"),
        response: {
          200: Type.Object({ destinations: field(Type.Array(Destination), "The store's warehouses.") }),
        },
        detail: DOCS,
      },
    );
