import type { Json } from "../../../support/orders.ts";
import { createReservations } from "../../../support/shops/medusa-reservations.ts";
import { createReturns, type ShopOrder } from "../../../support/shops/medusa-returns.ts";

type Answer = { status: number; json: unknown };
type Asked = { method: string; url: URL; body: Json };

const LOCATION = "sloc_1";
const ON_SALE = 100;

/** The stock of a shop with Medusa's API: each order has one line, of a product of its own. */
export function createStock() {
  const orders = new Map<string, ShopOrder>();
  const stock = new Map<string, number>();
  const returns = createReturns({ orders, stock });
  const { reservations, find, write } = createReservations(stock);
  const pieceOf = (orderId: string) => `iitem_${orderId}`;

  return {
    addOrder(id: string): void {
      const pieces = [{ inventory_item_id: pieceOf(id), required_quantity: 1 }];
      const items = [{ id: "line-1", variant: { manage_inventory: true, inventory_items: pieces } }];
      const sent = { id: "ful_1", location_id: LOCATION, items: [{ line_item_id: "line-1", quantity: 1 }] };
      orders.set(id, { id, updated_at: "", items, fulfillments: [sent], returns: [] });
      stock.set(pieceOf(id), ON_SALE);
    },

    /** Returns an order of the shop with what its stock knows of it. */
    shown(order: Json): Json {
      const id = String(order.id);
      const { items = [], fulfillments, returns: made }: Json = orders.get(id) ?? {};
      const [stocked = {}] = items as Json[];
      const lines = (order.items as Json[]).map((line) => ({
        ...{ ...line, ...stocked },
        ...{ product_id: `tee-${id}`, variant_id: `tee-${id}-m` },
      }));
      return { ...order, items: lines, fulfillments, returns: made };
    },

    /** Returns what answers a request about the stock, and has its effect; undefined for a request about something else. */
    actOf({ method, url, body }: Asked): (() => Answer) | undefined {
      const [, , kind = "", id = "", ...rest] = url.pathname.split("/");
      if (kind === "orders" && rest[0] === "changes")
        return () => ({ status: 200, json: { order_changes: returns.pendingOf(id) } });
      if (kind === "returns") return () => returns.answer(method, [id, ...rest], body);
      if (kind !== "reservations") return undefined;
      if (method !== "GET") return () => write(id, body);
      return () => ({ status: 200, json: { reservations: find(url.searchParams) } });
    },

    /** Returns how many units more can be sold of what was in an order than before. */
    unitsOf(orderId: string): number {
      const piece = pieceOf(orderId);
      const withheld = [...reservations.values()].filter((each) => each.inventory_item_id === piece);
      return withheld.reduce((left, { quantity }) => left - quantity, (stock.get(piece) ?? 0) - ON_SALE);
    },
  };
}
