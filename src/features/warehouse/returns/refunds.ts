import type { Ctx } from "../../../core/ctx.ts";
import { minorDigits, minorOf } from "../../../lib/money.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import { CONNECTOR_PAYER } from "../../returns/payouts/payer.ts";
import type { ReturnRecord } from "../../returns/read/view.ts";
import { minorText } from "../formats.ts";
import type { ReturnDetails } from "./schema.ts";

/** Returns the refunds that were really paid for a return, in the order in which they fell due. */
export async function refundsOf(
  ctx: Ctx,
  storeId: string,
  { row, payouts }: ReturnRecord,
): Promise<ReturnDetails["refunds"]> {
  if (!payouts.some(({ type, status }) => type === "refund" && status === "paid")) return [];
  const paid = await findPaid(ctx.db, storeId, row.id);
  return paid.map(({ gateway, amount, currency, reference }) => ({
    gateway: gateway ?? row.provider,
    amount: minorText(minorOf(amount, minorDigits(currency)), currency),
    currency,
    provider_refund_id: reference,
  }));
}

type Paid = { gateway: string | null; amount: string; currency: string; reference: string };

/** Of a shop that was disconnected since, the gateway is null. */
const findPaid = preparedByKey<Paid>(
  "find_paid_refunds",
  `select case when payer_id is null then 'manual' else coalesce(connectors.kind, integrations.provider) end as gateway,
    coalesce(paid_amount, amount)::text as amount, currency, coalesce(reference, payouts.id) as reference
  from payouts
  left join connectors on connectors.store_id = payouts.store_id and ${CONNECTOR_PAYER} = payouts.payer_id
  left join integrations on integrations.store_id = payouts.store_id and integrations.id = payouts.payer_id
  where payouts.store_id = $1 and return_id = $2 and type = 'refund' and status = 'paid'
  order by seq`,
);
