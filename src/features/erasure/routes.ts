import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { guard } from "../../core/http/guard.ts";
import { createStreamResponder } from "../../core/http/streams.ts";
import { DOCS } from "./docs.ts";
import { eraseCustomer } from "./erase.ts";
import { exportCustomer } from "./export-customer.ts";
import { mergeCustomers } from "./merge/merge.ts";
import { CustomerMerge, MergeBody } from "./merge/schema.ts";
import { CustomerExport } from "./schema.ts";

const CustomerPath = Type.Object({ storeId: Type.String(), customerId: Type.String() });

/** Exports that are read at the same time: of one store, and in all. Each uses a database connection at times. */
const EXPORTS = { perOwner: 2, total: 6 };

/** A person as a whole: erasing it, a copy of what the store holds, and making one customer of two. */
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
    .post(
      "/merge",
      async ({ caller, params: { customerId }, body: { into }, status }) =>
        status(202, await mergeCustomers(ctx, caller.storeId, { customerId, into })),
      {
        access: { scope: "customers_erase" },
        params: CustomerPath,
        body: MergeBody,
        response: { 202: CustomerMerge },
        detail: DOCS.merge,
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
