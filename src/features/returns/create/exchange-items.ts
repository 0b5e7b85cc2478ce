import { newId } from "../../../lib/ids.ts";
import { amountOf, moneyOf } from "../../../lib/money.ts";
import { omitNullish } from "../../../lib/omit-nullish.ts";
import { invalid } from "../../../lib/problem.ts";
import { createYielder } from "../../../lib/yielder.ts";
import type { OrderRecord } from "../../orders/find.ts";
import type { OrderLine } from "../../orders/lines.ts";
import { linesById } from "../../orders/lines.ts";
import type { ReturnAdditions, ReturnItemAdditions } from "../additions-schema.ts";
import { MAX_EXCHANGE_ITEMS } from "../exchange-schema.ts";
import type { Worth } from "../money/line-worth.ts";
import { orderWorth } from "../money/order-worth.ts";
import { worthOfUnits } from "../money/units.ts";
import type { NewItem } from "./new-item.ts";
import type { ReturnBody } from "./new-return-schema.ts";

type ItemRequest = ReturnBody["data"]["items"][number];
type Exchange = NonNullable<ReturnAdditions["exchange"]>;
type ExchangeItem = NonNullable<Exchange["items"]>[number];

/** What the customer gets for an item that is exchanged: what was asked for, else the same again. Throws 400 for another item. */
export function exchangedFor(
  { compensation, exchangeItem: wanted, quantity }: ItemRequest,
  line: Partial<OrderLine>,
  position: number,
): Pick<ReturnItemAdditions, "exchangeItem"> {
  if (compensation !== "exchange") {
    if (!wanted) return {};
    const detail = "Only an item with the compensation exchange is exchanged for another one.";
    throw invalid({ detail, pointer: `/data/items/${position}/exchangeItem` });
  }
  const product = { ...omitNullish({ externalId: line.productId, name: line.title }), ...wanted?.product };
  const isOther = wanted?.product || wanted?.variant;
  const same = line.variantId ? { externalId: line.variantId } : undefined;
  const variant = isOther ? wanted.variant : same;
  return { exchangeItem: { product, quantity, ...(variant && { variant }) } };
}

/**
 * Returns the exchange of a new return, whose items cost what was paid for those that they replace; nothing where none is
 * exchanged. Units of a line may differ by the smallest unit of the currency: they are items of their own. Throws 400 for
 * more items than an exchange may have.
 */
export async function exchangeOf(
  order: OrderRecord,
  items: NewItem[],
): Promise<Pick<ReturnAdditions, "exchange">> {
  const exchanged = items.filter(({ compensation }) => compensation === "exchange");
  if (exchanged.length === 0) return {};
  const { digits, lines } = orderWorth(order);
  const yieldNow = createYielder();
  const made: ExchangeItem[] = [];
  let totalTax = 0n;
  for (const item of exchanged) {
    const groups = new Map<string, Worth & { quantity: number }>();
    for (const [from, to] of item.units) {
      for (let unit = from; unit < to; unit++) {
        const worth = worthOfUnits(lines.get(item.lineItemId), [[unit, unit + 1]]);
        const key = `${worth.net} ${worth.tax}`;
        groups.set(key, { ...worth, quantity: (groups.get(key)?.quantity ?? 0) + 1 });
        totalTax += worth.tax;
        await yieldNow();
      }
    }
    const shown = shownOf(order, item);
    for (const { net, tax, quantity } of groups.values()) {
      const price = { ...moneyOf(net, order.currency), tax: amountOf(tax, digits) };
      made.push({ id: newId("exi"), ...shown, quantity, price });
    }
    if (made.length > MAX_EXCHANGE_ITEMS) {
      const detail = `A return may exchange at most ${MAX_EXCHANGE_ITEMS} items, counted by their prices.`;
      throw invalid({ detail, pointer: `/data/items/${item.position}/compensation` });
    }
  }
  const itemCount = exchanged.reduce((sum, { quantity }) => sum + quantity, 0);
  const tax = moneyOf(totalTax, order.currency);
  return { exchange: { items: made, provision: "deferred", itemCount, totalTax: tax } };
}

/** Only the line's own variant has its SKU. */
function shownOf(
  { body }: OrderRecord,
  { lineItemId, additions }: NewItem,
): Pick<ExchangeItem, "product" | "variant"> {
  const line = linesById(body).get(lineItemId)?.line;
  const { product, variant } = additions.exchangeItem ?? {};
  const own = omitNullish({ externalId: line?.variantId, sku: line?.sku });
  const isSame =
    product?.externalId === (line?.productId ?? undefined) &&
    variant?.externalId === own.externalId &&
    variant?.name === undefined;
  if (!isSame) return omitNullish({ product, variant });
  return omitNullish({ product, variant: Object.keys(own).length > 0 ? own : undefined });
}
