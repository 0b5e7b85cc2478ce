import type { Ctx } from "../../../core/ctx.ts";
import { minorDigits, minorOf } from "../../../lib/money.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import { rowJson } from "../../../platform/db/row-json.ts";
import { payouts } from "../../../platform/db/tables/payouts.ts";
import { REFUND_AMOUNT, REFUND_KIND } from "../money/refund.ts";
import { payerSql } from "./payer.ts";
import type { Due } from "./reconcile.ts";
import { type PayoutRow, UNREAD_PAYOUT } from "./view.ts";

/** What a locked return owes by its items now, its payouts, locked too, and who pays them. */
export type Owed = {
  rows: PayoutRow[];
  totals: Due;
  currency: string;
  payer: string | null;
  /**
   * Whether its totals may be more than is left of what was paid for the order: other returns have payouts, the shop has
   * refunded some of it, or it costs less since the return was made than this one owes and others exchange.
   */
  mayExceed: boolean;
  /** No payout up to this `seq` may come again: their ids and keys are known to a payee. */
  withdrawnSeq: number;
};

/** Reads what a return owes. The caller has sent the statement that locks it. Sends both statements at once. */
export async function readOwed(tx: Ctx, storeId: string, returnId: string): Promise<Owed> {
  const [rows, [found]] = await Promise.all([
    lockPayouts(tx.db, storeId, returnId),
    readTotals(tx.db, storeId, returnId),
  ]);
  const { currency = "", payer = null, mayExceed = false, withdrawnSeq = 0, sums } = found ?? {};
  const digits = minorDigits(currency);
  const totals = {
    refund: minorOf(sums?.refund ?? "0", digits),
    store_credit: minorOf(sums?.store_credit ?? "0", digits),
  };
  return { rows: rows.map(({ row }) => PAYOUT.read(row)), totals, currency, payer, mayExceed, withdrawnSeq };
}

const PAYOUT = rowJson(payouts, "payouts", UNREAD_PAYOUT);

const lockPayouts = prepared<{ row: unknown[] }>(
  "lock_payouts",
  `select ${PAYOUT.sql} as row from payouts where store_id = $1 and return_id = $2 order by seq for no key update`,
);

type Totals = {
  currency: string;
  payer: string | null;
  mayExceed: boolean;
  withdrawnSeq: number;
  sums: { refund?: string; store_credit?: string } | null;
};

/** SQL for what other returns of the order exchange, of which there are no payouts. */
const EXCHANGED = `(select coalesce(sum(${REFUND_AMOUNT}), 0) from return_items as item
    join returns as other on other.store_id = item.store_id and other.id = item.return_id and other.status <> 'deleted'
    where item.store_id = $1 and item.order_id = returns.order_id and item.return_id <> $2
      and ${REFUND_KIND} = 'exchange')`;

const readTotals = prepared<Totals>(
  "read_owed",
  `select orders.currency, ${payerSql("$1", "$2")} as payer,
     orders.body -> 'refunds' ->> 0 is not null
       or exists (select from payouts as other where other.store_id = $1 and other.order_id = returns.order_id
         and other.return_id <> $2)
       or coalesce((orders.body ->> 'totalPrice')::numeric < owed.total + ${EXCHANGED}, owed.total > 0, false)
       as "mayExceed",
     coalesce((select withdrawn_seq from payout_streams where store_id = $1 and return_id = $2), 0) as "withdrawnSeq",
     owed.sums
   from returns join orders on orders.store_id = returns.store_id and orders.id = returns.order_id
   cross join lateral (
     select json_object_agg(kind, amount::text) as sums, sum(amount) as total from (
       select kind, sum(${REFUND_AMOUNT}) as amount
       from return_items as item cross join lateral (select ${REFUND_KIND} as kind) as counted
       where item.store_id = $1 and item.return_id = $2 group by kind
     ) as summed
   ) as owed
   where returns.store_id = $1 and returns.id = $2`,
);
