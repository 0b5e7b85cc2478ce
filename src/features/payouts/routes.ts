import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { CountIncluded } from "../../core/http/count-included.ts";
import { jsonResponse } from "../../core/http/fill-page.ts";
import { guard } from "../../core/http/guard.ts";
import { IdempotencyKey, runIdempotent } from "../../core/http/idempotency.ts";
import { PageHeaders, PageLimit, pageOf } from "../../core/http/paging.ts";
import { Repeated } from "../../lib/repeated-type.ts";
import { field, OneOf, Text } from "../../lib/schema-types.ts";
import { PAYOUT_STATUSES } from "../returns/payouts/states.ts";
import { DOCS } from "./docs.ts";
import { ATTENTION, listPayouts, PAYOUT_LISTS } from "./list.ts";
import { refundReturn } from "./refund.ts";
import { PayoutPage, Payouts, RefundBody } from "./schema.ts";

const PayoutQuery = t.Object({
  status: t.Optional(
    Repeated(PAYOUT_STATUSES, { description: "Only payouts with this status; repeat it for several." }),
  ),
  attention: t.Optional(
    Repeated(ATTENTION, {
      description:
        "Only payouts that a person should look at, for this reason; repeat it for several. `held`: it waits until a person asks for it. `amount_differs`: another amount was paid than was asked for, until the rest is paid, or what was paid is what is due.",
    }),
  ),
  returnId: field(t.Optional(Text({ maxLength: 100 })), "Only payouts of this return."),
  sort: t.Optional(
    OneOf(["-return", "return", "-created_at", "created_at"], {
      description:
        "The order: that of the returns, or by creation, with a `-` the latest first; by default `-return`.",
    }),
  ),
  ...CountIncluded,
  ...PageLimit,
});

/** What a return owes; the credential identifies its store. */
export const returnRefunds = (ctx: Ctx) =>
  new Elysia({ name: "return-refunds", prefix: "/returns/:returnId", tags: ["Payouts"] })
    .use(guard(ctx))
    .post(
      "/refund",
      async ({ caller, params: { returnId }, body, headers, status }) => {
        const idempotent = {
          operation: "returns.refund",
          key: headers["idempotency-key"],
          request: { returnId, ...body },
          objectIdOf: () => returnId,
        };
        const { result: payouts } = await runIdempotent(ctx, caller, idempotent, (tx) =>
          refundReturn(tx, caller, returnId, body),
        );
        return status(202, { payouts });
      },
      {
        access: { scope: "refunds_write" },
        params: Type.Object({ returnId: Type.String() }),
        headers: IdempotencyKey,
        body: RefundBody,
        response: { 202: Payouts },
        detail: DOCS.refund,
      },
    );

/** The payouts of a store. */
export const storePayouts = (ctx: Ctx) =>
  new Elysia({ name: "payouts", prefix: "/stores/:storeId/payouts", tags: ["Payouts"] }).use(guard(ctx)).get(
    "",
    async ({ caller, query, headers }) => {
      const page = pageOf({ headers, query }, PAYOUT_LISTS[query.sort ?? "-return"], caller.storeId);
      const payouts = await listPayouts(ctx, caller.storeId, query, page);
      return jsonResponse(payouts.json, payouts.headers);
    },
    {
      access: { scope: "returns_read" },
      headers: PageHeaders,
      query: PayoutQuery,
      response: { 200: PayoutPage },
      detail: DOCS.list,
    },
  );
