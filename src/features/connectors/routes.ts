import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { guard } from "../../core/http/guard.ts";
import { field } from "../../lib/schema-types.ts";
import { deleteConnector, pollNow } from "./change.ts";
import { DOCS } from "./docs.ts";
import { readConnector, shownConnectors } from "./find.ts";
import { listRejections } from "./list-rejections.ts";
import { putConnector } from "./put.ts";
import { ConnectorBody, Kind, RejectedOrder, ShownConnector } from "./schema.ts";

const OfKind = Type.Object({ storeId: Type.String(), connector: Kind });
const Shown = Type.Object({ connector: field(ShownConnector, "The connector.") });

export const connectors = (ctx: Ctx) =>
  new Elysia({ name: "connectors", prefix: "/stores/:storeId/connectors", tags: ["Connectors"] })
    .use(guard(ctx))
    .get("", async ({ caller }) => ({ connectors: await shownConnectors(ctx, caller) }), {
      access: { scope: "store_read" },
      response: {
        200: Type.Object({ connectors: field(Type.Array(ShownConnector), "The connectors, by kind.") }),
      },
      detail: DOCS.list,
    })
    .put(
      "/:connector",
      async ({ caller, params: { connector: kind }, body }) => ({
        connector: await putConnector(ctx, caller, { ...body, kind }),
      }),
      {
        access: { scope: "store_write" },
        params: OfKind,
        body: ConnectorBody,
        response: { 200: Shown },
        detail: DOCS.put,
      },
    )
    .get(
      "/:connector",
      async ({ caller, params: { connector: kind } }) => ({
        connector: await readConnector(ctx, caller, kind),
      }),
      { access: { scope: "store_read" }, params: OfKind, response: { 200: Shown }, detail: DOCS.read },
    )
    .delete(
      "/:connector",
      async ({ caller, params: { connector: kind } }) => {
        await deleteConnector(ctx, caller.storeId, kind);
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "store_write" },
        params: OfKind,
        response: { 204: Type.Void() },
        detail: DOCS.delete,
      },
    )
    .post(
      "/:connector/poll",
      async ({ caller, params: { connector: kind }, status }) =>
        status(202, { connector: await pollNow(ctx, caller, kind) }),
      {
        access: { scope: "store_write" },
        params: OfKind,
        response: { 202: Shown },
        detail: DOCS.poll,
      },
    )
    .get(
      "/:connector/rejected-orders",
      async ({ caller, params: { connector: kind } }) => ({
        orders: await listRejections(ctx, caller.storeId, kind),
      }),
      {
        access: { scope: "store_read" },
        params: OfKind,
        response: {
          200: Type.Object({ orders: field(Type.Array(RejectedOrder), "The rejected orders.") }),
        },
        detail: DOCS.rejections,
      },
    );
