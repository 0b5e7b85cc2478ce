import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { preflightOf } from "../../core/http/cors.ts";
import { Counted, CountIncluded } from "../../core/http/count-included.ts";
import { fromTime, KeyFilter, untilTime } from "../../core/http/filters.ts";
import { guard } from "../../core/http/guard.ts";
import { IdempotencyKey } from "../../core/http/idempotency.ts";
import { PageHeaders, PageLimit, pageOf } from "../../core/http/paging.ts";
import { clientAddress } from "../../core/http/request-context.ts";
import { CreationSort } from "../../core/lists/by-creation.ts";
import { Email, field, OneOf } from "../../lib/schema-types.ts";
import { networkOf } from "../people/throttle.ts";
import { createTries } from "../returns/shopper/find-order.ts";
import { allowedOrigin } from "../stores/allowed-origin.ts";
import { DOCS } from "./docs.ts";
import { eraseWithdrawal } from "./erase.ts";
import { listWithdrawals, WITHDRAWAL_LISTS } from "./list.ts";
import { readRow } from "./read.ts";
import { Withdrawal, WithdrawalBody, WithdrawalCreated } from "./schema.ts";
import { confirmedView, withdrawalView } from "./view.ts";
import { withdrawOnce } from "./withdraw.ts";
import { withdrawFrom } from "./withdraw-from.ts";

const WithdrawalPath = Type.Object({ storeId: Type.String(), withdrawalId: Type.String() });
const YesOrNo = (description: string) => t.Optional(OneOf(["true", "false"], { description }));

export const withdrawals = (ctx: Ctx) => {
  const tries = createTries(ctx);
  return new Elysia({ name: "withdrawals", prefix: "/stores/:storeId/withdrawals", tags: ["Withdrawals"] })
    .use(guard(ctx))
    .options(
      "",
      preflightOf("POST", (storeId, origin) => allowedOrigin(ctx, storeId, origin, "withdrawals_write")),
      { detail: { hide: true } },
    )
    .post(
      "",
      async ({ request, caller, body, headers, status }) => {
        const given = { body, key: headers["idempotency-key"] };
        const { row, replayed } = caller.isPublic
          ? await withdrawFrom(ctx, caller, { ...given, tries, network: networkOfRequest(ctx, request) })
          : await withdrawOnce(ctx, caller, { ...given, isVouchedFor: true });
        return status(replayed ? 200 : 201, { withdrawal: confirmedView(row, caller.origin) });
      },
      {
        access: { scope: "withdrawals_write", inPages: true },
        headers: IdempotencyKey,
        body: WithdrawalBody,
        response: { 200: WithdrawalCreated, 201: WithdrawalCreated },
        detail: DOCS.create,
      },
    )
    .get(
      "",
      async ({ caller, query, headers, set }) => {
        const page = pageOf(
          { headers, query },
          WITHDRAWAL_LISTS[query.sort ?? "-created_at"],
          caller.storeId,
        );
        const { found, headers: pageHeaders } = await listWithdrawals(ctx, caller, query, page);
        Object.assign(set.headers, pageHeaders);
        return found;
      },
      {
        access: { scope: "returns_read" },
        headers: PageHeaders,
        query: t.Object({
          late: YesOrNo("Only those that were received after the end of the period, or only the others."),
          unmatched: YesOrNo(
            "Only those whose order is not known, or not known to be the consumer's, or whose units are not all in its return although it was in time; or only the others.",
          ),
          email: t.Optional(Email({ description: "Only those with this e-mail address." })),
          order: KeyFilter(
            "Only those of this order: the merchant's id, with or without a leading `#`, or the service's.",
          ),
          created_at_min: fromTime(),
          created_at_max: untilTime(),
          sort: t.Optional(CreationSort),
          ...CountIncluded,
          ...PageLimit,
        }),
        response: {
          200: Type.Object({ withdrawals: field(Type.Array(Withdrawal), "The withdrawals."), ...Counted }),
        },
        detail: DOCS.list,
      },
    )
    .get(
      "/:withdrawalId",
      async ({ caller, params }) => ({
        withdrawal: withdrawalView(await readRow(ctx, caller.storeId, params.withdrawalId), caller.origin),
      }),
      {
        access: { scope: "returns_read" },
        params: WithdrawalPath,
        response: { 200: Type.Object({ withdrawal: field(Withdrawal, "The withdrawal.") }) },
        detail: DOCS.read,
      },
    )
    .post(
      "/:withdrawalId/erase",
      async ({ caller, params }) => {
        await eraseWithdrawal(ctx, caller.storeId, params.withdrawalId);
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "customers_erase" },
        params: WithdrawalPath,
        response: { 204: Type.Void() },
        detail: DOCS.erase,
      },
    );
};

function networkOfRequest({ config }: Ctx, request: Request): string {
  return networkOf(clientAddress(config, request));
}
