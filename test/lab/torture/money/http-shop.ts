import type { TestService, TestStore } from "../../../support/service.ts";
import { bodyOf, type GeneratedOrder } from "./orders.ts";
import type { Shop } from "./shop.ts";
import type { ShownInWarehouse, ShownReturn } from "./views.ts";

type AsnRow = { service_id: string; purchase_price: string };
type Listed = ShownInWarehouse & { service_id: string };
type Snapshot = { return: ShownReturn & { id: string } };

/** Without a state the list has no deleted returns. */
const LISTS = ["return/list", "return/list?state=cancelled"];

/** Returns a shop whose order is in a store of its own of the service, and reached by HTTP only. */
export async function httpShop(
  service: TestService,
  store: TestStore,
  generated: GeneratedOrder,
): Promise<Shop> {
  const orderId = "1";
  const bodyIn = async <T>(response: Promise<Response>, status: number): Promise<T> => {
    const answer = await response;
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`answered ${answer.status}, not ${status}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
  const inWarehouse = <T>(path: string) =>
    bodyIn<T>(
      service.fetch(`/api/v1/warehouse/${path}`, { headers: { "X-Authorization": store.secret } }),
      200,
    );
  await bodyIn(store.post("/stores/:store/orders", bodyOf(generated, orderId)), 200);
  /** The service's ids of returns, and of their items, by the ids of the model. */
  const made = new Map<string, { id: string; items: string[] }>();
  const idOf = (id: string) => made.get(id)?.id ?? "";

  return {
    take: async (id, wants) => {
      const items = wants.map(({ line, quantity, credit }) => ({
        ...{ lineItemId: String(line), quantity, reason: "r" },
        compensation: credit ? "store_credit" : "refund",
      }));
      const data = {
        ...{ provider: "shop", externalOrderId: orderId, items },
        shippingAddress: { line1: "1 Road", city: "Town", state: "OH", postalCode: "43004", country: "US" },
      };
      const { return: created } = await bodyIn<Snapshot>(store.post("/stores/:store/returns", { data }), 201);
      made.set(id, { id: created.id, items: created.items.map((item) => item.id) });
    },
    adjust: async (id, place, { amount, type }) => {
      const refund = { amount: { amount, currency: generated.currency }, type };
      const items = [{ id: made.get(id)?.items[place], refund }];
      const answer = await store.patch(`/returns/${idOf(id)}`, { items });
      const { code } = (await answer.json()) as { code?: string };
      if (answer.status !== 200 && code !== "refund_exceeds_paid") throw new Error(`refused with ${code}`);
      return answer.status === 200;
    },
    move: (id, status) => bodyIn(store.put(`/returns/${idOf(id)}/status`, { status }), 204),
    show: async (id) => {
      const { return: main } = await bodyIn<Snapshot>(store.get(`/returns/${idOf(id)}`), 200);
      const warehouse = await inWarehouse<ShownInWarehouse>(`return/details?service_return_id=${idOf(id)}`);
      const listed = await Promise.all(LISTS.map((list) => inWarehouse<Listed[]>(list)));
      requireSame(
        warehouse,
        listed.flat().find(({ service_id }) => service_id === idOf(id)),
      );
      const rows = await inWarehouse<AsnRow[]>("reporting/asn");
      const asn = rows.filter((row) => row.service_id === idOf(id));
      return { main, warehouse, asn: asn.map((row) => row.purchase_price) };
    },
  };
}

const MONEY =
  /^(?:price|discount|tax|refund|refund_item|refund_tax|gift_card|total|return_\w+_total|return_total)$/;

/** Throws unless the list shows the amounts of the details. */
function requireSame(details: ShownInWarehouse, listed: ShownInWarehouse | undefined): void {
  const [inDetails, inList] = [details, listed].map((shown) =>
    JSON.stringify([amountsOf(shown ?? {}), shown?.line_items.map(amountsOf)]),
  );
  if (inDetails !== inList) throw new Error(`the list shows ${inList}, and the details ${inDetails}`);
}

/** Returns the fields that are amounts, in the order of their names. */
function amountsOf(shown: object): [name: string, value: unknown][] {
  return Object.entries(shown)
    .filter(([name]) => MONEY.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
