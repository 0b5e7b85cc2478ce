import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { jsonResponse } from "../../../core/http/fill-page.ts";
import { guard } from "../../../core/http/guard.ts";
import { DOCS } from "./docs.ts";
import { readEligibility } from "./eligibility.ts";
import { Eligibility, EligibilityBody } from "./eligibility-schema.ts";

/** What a store's policy says of an order. */
export const eligibility = (ctx: Ctx) =>
  new Elysia({ name: "eligibility", prefix: "/stores/:storeId/orders/:orderId", tags: ["Policy"] })
    .use(guard(ctx))
    .post(
      "/eligibility",
      async ({ caller, params, body }) =>
        jsonResponse(await readEligibility(ctx, caller.storeId, params.orderId, body)),
      {
        access: { scope: "returns_read", defersAuthentication: "beside" },
        params: Type.Object({ storeId: Type.String(), orderId: Type.String() }),
        body: EligibilityBody,
        response: { 200: Eligibility },
        detail: DOCS.eligibility,
      },
    );
