import { createTotal, decimal, money } from "../../lib/money.ts";
import { andThen, mapYielding } from "../../lib/yielder.ts";
import type { ReturnAdditions } from "./additions-schema.ts";
import { exchangeMoney } from "./exchange-money.ts";
import { paidFor, refundKind } from "./refund.ts";
import type { Return } from "./schema.ts";

type Stored = { items: { value: string; tax: string }[]; row: { additions: ReturnAdditions } };
type Totals = Return["totals"];

/** Returns the totals of a return whose items have these views, at once if they are few. */
export function totalsOf(
  views: Return["items"],
  { items, row: { additions } }: Stored,
  currency: string,
): Totals | Promise<Totals> {
  const sums = { refund: createTotal(), store_credit: createTotal(), exchange: createTotal() };
  const added = mapYielding(views, ({ refund: { type, amount } }) =>
    sums[refundKind(type)].add(amount.amount),
  );
  const wrapped = (value: Parameters<typeof money>[0]) => ({ amount: money(value, currency) });
  return andThen(added, () => {
    const { refund, store_credit, exchange } = sums;
    const common = { refund: wrapped(refund.value), storeCredit: wrapped(store_credit.value) };
    if (!additions.exchange?.items?.length) {
      return { charge: wrapped(0), exchange: wrapped(exchange.value), ...common };
    }
    const paid = createTotal();
    const { total } = exchangeMoney(additions);
    return andThen(
      mapYielding(items, (item) => paid.add(paidFor(item, currency).amount)),
      () => {
        const charge = total.minus(decimal(paid.value));
        return { charge: wrapped(charge.gt(0) ? charge : 0), exchange: wrapped(total), ...common };
      },
    );
  });
}

/** Returns the ways in which a return's items are compensated now. */
export function compensationMethods(views: Return["items"]): Return["compensationMethods"] {
  return [...new Set(views.map(({ refund }) => refundKind(refund.type)))];
}
