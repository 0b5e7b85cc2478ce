import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { guard } from "../../core/http/guard.ts";
import { Email } from "../../lib/schema-types.ts";
import { DOCS } from "./docs.ts";
import { findCustomer, readCustomer } from "./find.ts";
import { Customer } from "./schema.ts";

export const customers = (ctx: Ctx) =>
  new Elysia({ name: "customers", prefix: "/stores/:storeId/customers", tags: ["Customers"] })
    .use(guard(ctx))
    .get("", ({ caller, query }) => findCustomer(ctx, caller.storeId, query.email), {
      access: { scope: "customers_read", defersAuthentication: "beside", takesNoConnection: true },
      query: t.Object({ email: Email() }),
      response: { 200: Customer },
      detail: DOCS.find,
    })
    .get("/:customerId", ({ caller, params }) => readCustomer(ctx, caller.storeId, params.customerId), {
      access: { scope: "customers_read", defersAuthentication: "beside", takesNoConnection: true },
      params: Type.Object({ storeId: Type.String(), customerId: Type.String() }),
      response: { 200: Customer },
      detail: DOCS.read,
    });
