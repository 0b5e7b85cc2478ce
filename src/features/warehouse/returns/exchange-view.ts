import type { Static } from "@sinclair/typebox";
import { minorDigits } from "../../../lib/money.ts";
import { exchangedUnits, exchangeUnit } from "../../returns/money/exchange-money.ts";
import type { ReturnRecord } from "../../returns/read/view.ts";
import { minorText } from "../formats.ts";
import { parseNumber } from "../numeric-ids.ts";
import type { Exchange } from "./parts-schema.ts";
import { MAX_UNITS } from "./unit-view.ts";

/** Returns the id and name of the exchange order. */
export function exchangeOrder({ row }: ReturnRecord): { id: number | null; name: string | null } {
  const name = row.additions.exchange?.order?.externalId ?? null;
  return { id: name === null ? null : (parseNumber(name.replace(/^#/, "")) ?? null), name };
}

export type ExchangeRow = Static<typeof Exchange>;

/** Yields one row per exchanged unit. */
export function* exchangesView(record: ReturnRecord): Generator<ExchangeRow> {
  const order = exchangeOrder(record);
  const { currency } = record.order;
  const text = (minor: bigint) => minorText(minor, currency);
  let position = 0;
  for (const item of unitsOf(record)) {
    const { product, discount, tax, total } = exchangeUnit(item, minorDigits(currency));
    yield {
      exchange_id: exchangeId(record.row.number, position++),
      exchange_order_id: order.id,
      exchange_order_name: order.name,
      product_id: item.product?.externalId ?? "",
      variant_id: item.variant?.externalId ?? "",
      sku: item.variant?.sku ?? "",
      type: "exchange",
      title: [item.product?.name, item.variant?.name].filter(Boolean).join(" - "),
      price: text(product),
      discount: text(discount),
      tax: text(tax),
      total: text(total),
      out_of_stock: false,
      out_of_stock_resolution: null,
      consolidation_tracking: null,
    };
  }
}

function* unitsOf({ row }: ReturnRecord) {
  let shown = 0;
  for (const item of row.additions.exchange?.items ?? []) {
    const quantity = exchangedUnits(item);
    for (let unit = 0; unit < quantity && shown < MAX_UNITS; unit++) {
      shown++;
      yield item;
    }
  }
}

/**
 * Returns the id of an exchange row: the return's number and seven digits; `position` counts from 0. A
 * string, since it may have more digits than a JSON number can represent.
 */
export function exchangeId(returnNumber: number, position: number): string {
  return `${returnNumber}${String(position + 1).padStart(7, "0")}`;
}
