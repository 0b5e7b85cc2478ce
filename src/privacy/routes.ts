import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../ctx.ts";
import { guard } from "../http/guard.ts";
import { createStreamResponder } from "../http/streams.ts";
import { DOCS } from "./docs.ts";
import { eraseCustomer } from "./erase.ts";
import { exportCustomer } from "./export-customer.ts";
import { CustomerExport } from "./schema.ts";

const CustomerPath = Type.Object({ storeId: Type.String(), customerId: Type.String() });

/** Exports that are read at the same time: of one store, and in all. Each uses a database connection at times. */
const EXPORTS = { perKey: 2, total: 6 };

/** What a person may ask of a store: to be erased, and a copy of what it holds. */
export const privacy = (ctx: Ctx) => {
  const stream = createStreamResponder(ctx, EXPORTS);
  return new Elysia({
    name: "privacy",
    prefix: "/stores/:storeId/customers/:customerId",
    tags: ["Customers"],
  })
    .use(guard(ctx))
    .post(
      "/erase",
      async ({ caller, params }) => {
        await eraseCustomer(ctx, caller, params.customerId);
        return new Response(null, { status: 202 });
      },
      {
        access: { scope: "customers_erase" },
        params: CustomerPath,
        response: { 202: Type.Void() },
        detail: DOCS.erase,
      },
    )
    .get(
      "/export",
      ({ request, caller, params }) =>
        stream(request, {
          name: "the export of a customer",
          type: "application/json",
          source: () => exportCustomer(ctx, caller, params.customerId),
        }),
      {
        access: { scope: "customers_read", isLarge: () => true },
        params: CustomerPath,
        response: { 200: CustomerExport },
        detail: DOCS.export,
      },
    );
};
