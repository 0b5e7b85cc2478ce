import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../ctx.ts";
import { guard } from "../http/guard.ts";
import { DOCS } from "./docs.ts";
import { eraseCustomer } from "./erase.ts";

const CustomerPath = Type.Object({ storeId: Type.String(), customerId: Type.String() });

/** What a person may ask of a store: to be erased. */
export const privacy = (ctx: Ctx) =>
  new Elysia({ name: "privacy", prefix: "/stores/:storeId/customers/:customerId", tags: ["Customers"] })
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
    );
