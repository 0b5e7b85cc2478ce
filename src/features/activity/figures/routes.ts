import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { DOCS } from "./docs.ts";
import { readFigures } from "./read-figures.ts";
import { FiguresAnswer, FiguresQuery } from "./schema.ts";

/** What customers have ordered and returned, in numbers. */
export const customerFigures = (ctx: Ctx) =>
  new Elysia({ name: "customer-figures", prefix: "/stores/:storeId/customers", tags: ["Customers"] })
    .use(guard(ctx))
    .post(
      "/figures",
      async ({ caller, body }) => ({ figures: await readFigures(ctx, caller.storeId, body.customerIds) }),
      {
        access: { scope: "customers_read" },
        body: FiguresQuery,
        response: { 200: FiguresAnswer },
        detail: DOCS.read,
      },
    );
