import type { OrderBody } from "../../../../src/features/orders/schema.ts";
import { takeItems } from "../../../../src/features/returns/create/take-items.ts";
import { itemWorth } from "../../../../src/features/returns/money/item-worth.ts";
import { orderWorth } from "../../../../src/features/returns/money/order-worth.ts";
import { refundOf } from "../../../../src/features/returns/money/refund.ts";
import { requireWithinPaid } from "../../../../src/features/returns/money/refund-ceiling.ts";
import type { UnitRange } from "../../../../src/features/returns/money/units.ts";
import { type ReturnRecord, returnView } from "../../../../src/features/returns/read/view.ts";
import { minorText } from "../../../../src/features/warehouse/formats.ts";
import { listView } from "../../../../src/features/warehouse/returns/list-view.ts";
import { amountOf, minorOf } from "../../../../src/lib/money.ts";
import { Problem } from "../../../../src/lib/problem.ts";
import { bodyOf, type GeneratedOrder } from "./orders.ts";
import type { Shop } from "./shop.ts";
import type { ShownInWarehouse, ShownReturn } from "./views.ts";

const AT = new Date("2026-03-02T10:00:00.000Z");
const ADDRESS = { line1: "1 Road", line2: "", city: "Town", state: "", postalCode: "1", country: "US" };
const AUDIENCE = { version: { categories: "words" as const } };
/** More than the units of a line. */
const IDS_PER_ITEM = 4_096;

/** Returns a shop that calls the service's functions of values: without requests and a database. */
export function pureShop(generated: GeneratedOrder): Shop {
  const { currency } = generated;
  const body = bodyOf(generated, "1") as OrderBody;
  const row = {
    id: "o",
    number: 1,
    externalId: "1",
    currency,
    body,
    createdAt: AT,
    locationId: null,
    connectorId: null,
  };
  const order = {
    ...{ ...row, storeId: "s", customerId: null, receivedAt: AT },
    ...{ sourceUpdatedAt: null, connectorId: null, isBlanked: false },
  };
  const records = new Map<string, ReturnRecord>();
  const counted = () => [...records.values()].filter((record) => record.row.status !== "deleted");

  async function refundsOf(besides?: string): Promise<string> {
    const { digits } = await orderWorth(order);
    const items = counted().flatMap((record) => (record.row.id === besides ? [] : record.items));
    const sum = items.reduce(
      (all, item) => all + minorOf(refundOf(item, currency).amount.amount, digits),
      0n,
    );
    return amountOf(sum, digits);
  }

  return {
    take: async (id, wants) => {
      const units = new Map<string, UnitRange[]>();
      for (const { lineItemId, units: ranges } of counted().flatMap(({ items }) => items)) {
        units.set(lineItemId, [...(units.get(lineItemId) ?? []), ...ranges]);
      }
      for (const [line, ranges] of units) units.set(line, merged(ranges));
      const requests = wants.map(({ line, quantity, credit }) => ({
        ...{ lineItemId: String(line), quantity, reason: "r" },
        compensation: credit ? ("store_credit" as const) : ("refund" as const),
      }));
      const items = await takeItems(order, requests, {
        units,
        refunded: new Map(),
        refunds: await refundsOf(),
      });
      records.set(id, {
        row: {
          ...{ id, number: records.size + 1, orderId: "o", status: "open", provider: "shop" },
          ...{ shippingAddress: ADDRESS, destinationId: null, additions: {}, createdAt: AT, updatedAt: AT },
        },
        items: items.map((item, i) => ({
          ...item,
          ...{ orderId: "o", status: "open" as const, unitZero: (records.size * 100 + i + 1) * IDS_PER_ITEM },
        })),
        ...{ notes: [], payouts: [], order: row, destination: null },
      });
    },
    adjust: async (id, place, refund) => {
      const record = recordOf(id);
      const changed = record.items.map((item, i) =>
        i === place
          ? { ...item, additions: { refund: { ...refund, amount: { amount: refund.amount, currency } } } }
          : item,
      );
      try {
        await requireWithinPaid(record, changed, { others: await refundsOf(id), pointer: "" });
      } catch (error) {
        if (error instanceof Problem && error.parts.code === "refund_exceeds_paid") return false;
        throw error;
      }
      records.set(id, { ...record, items: changed });
      return true;
    },
    move: async (id, status) => {
      const record = recordOf(id);
      records.set(id, { ...record, row: { ...record.row, status } });
    },
    show: async (id) => {
      const record = recordOf(id);
      const worth = await orderWorth(order);
      const { head, lists } = await listView({ ...record, completedAt: null, statusPage: "" }, AUDIENCE);
      const asn = record.items.flatMap((item) => {
        const { ofUnit } = itemWorth(item, worth);
        return item.units.flatMap(([from, to]) =>
          Array.from({ length: to - from }, (_, i) => minorText(ofUnit(from + i).net, currency)),
        );
      });
      return {
        main: (await returnView(record, "", "read")) as ShownReturn,
        warehouse: { ...head, line_items: [...lists.line_items] } as ShownInWarehouse,
        asn,
      };
    },
  };

  function recordOf(id: string): ReturnRecord {
    const record = records.get(id);
    if (!record) throw new Error(`there is no return ${id}`);
    return record;
  }
}

function merged(ranges: UnitRange[]): UnitRange[] {
  const result: UnitRange[] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last && last[1] >= from) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
