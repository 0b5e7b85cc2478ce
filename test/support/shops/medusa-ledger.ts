import { payoutIdIn } from "../../../src/features/orders/refund-note.ts";
import type { Json } from "../orders.ts";

/**
 * What the shop does with a request that changes something. `broken`: 500 without an effect. `failed`, `lost` and `late`: it has its
 * effect, and answers 500, not at all, or after the service has given up. `slow`: it has its effect only then. `refused`: 422.
 * `less`: it pays a cent less.
 */
export type ShopMood = "ok" | "broken" | "failed" | "lost" | "late" | "slow" | "refused" | "less";

export type ShopAnswer = { status: number; body: Json };

/** Takes a connection away without an answer. */
class AnswerLost extends Error {}

type Refund = { id: string; orderId: string; payoutId: string | undefined; cents: number };

/**
 * A shop with the admin API of Medusa, as far as payouts need it: orders with one captured payment, and their refunds. Its
 * stock has an API of the tests' own (`plain-restock.ts`).
 */
export type MedusaLedger = {
  refunds: Refund[];
  /** The changes of stock by their ids, in order, each as often as it had an effect. */
  stock: { id: string; variantId: string; units: number }[];
  /** How often each mood was had. */
  tally: Partial<Record<ShopMood, number>>;
  /** Adds an order of one line, each unit of which costs so many cents. */
  addOrder(id: string, line: Line): void;
  removeOrder(id: string): void;
  /** Refunds as people do in the shop. */
  refundByHand(orderId: string, cents: number): void;
  /** Returns an order as the API has it. */
  orderOf(id: string): Json | undefined;
  /** Does what a request changes, and answers it, as the shop's next mood has it. */
  change(act: (mood: ShopMood) => ShopAnswer): Promise<ShopAnswer>;
  handle(request: { method: string; url: string; body: string }): Promise<ShopAnswer>;
};

/** With shipping of so many cents, if there is some. */
type Line = { units: number; cents: number; shippingCents?: number };

type Options = {
  moodOf(): ShopMood;
  /** How long the service waits, and longer. */
  lateMs: number;
  /** When it made its orders. */
  createdAt?: string | undefined;
  /** An order has changed: the shop would send its webhook. */
  changed?(orderId: string): void;
};

const TIME = "2026-03-01T10:00:00.000Z";
const money = (cents: number) => cents / 100;
const totalOf = ({ units, cents, shippingCents = 0 }: Line) => units * cents + shippingCents;

export function openLedger({ moodOf, lateMs, createdAt = TIME, changed = () => {} }: Options): MedusaLedger {
  const orders = new Map<string, Line & { refundedAt: string }>();
  const refunds: Refund[] = [];
  const stock: MedusaLedger["stock"] = [];
  const tally: MedusaLedger["tally"] = {};
  const later = () => new Promise<void>((resolve) => setTimeout(resolve, lateMs));

  function orderOf(id: string): Json | undefined {
    const order = orders.get(id);
    if (!order) return undefined;
    const shown = refunds.filter(({ orderId }) => orderId === id).map(refundJson);
    const payment = {
      ...{ id: `pay_of_${id}`, currency_code: "usd", amount: money(totalOf(order)), canceled_at: null },
      ...{ updated_at: order.refundedAt, refunds: shown, captures: [{ amount: money(totalOf(order)) }] },
    };
    return {
      ...{ id, status: "pending", is_draft_order: false, currency_code: "usd", email: `${id}@example.test` },
      ...{
        created_at: createdAt,
        updated_at: TIME,
        canceled_at: null,
        total: money(totalOf(order)),
      },
      items: [
        {
          ...{
            id: "line-1",
            title: "Tee",
            quantity: order.units,
            unit_price: money(order.cents),
            is_tax_inclusive: false,
          },
          ...{ product_id: "tee", variant_id: "tee-m", variant_sku: "TEE-M", tax_lines: [], adjustments: [] },
        },
      ],
      ...{ shipping_methods: shippingOf(order), credit_lines: [], fulfillments: [], returns: [] },
      payment_collections: [{ id: `pay_col_${id}`, payments: [payment] }],
    };
  }

  function refund(
    orderId: string,
    { amount, note: text }: { amount: number; note?: string },
    mood: ShopMood,
  ): ShopAnswer {
    const order = orders.get(orderId);
    if (!order) return { status: 404, body: { message: `Payment of ${orderId} was not found` } };
    const asked = Math.round(amount * 100);
    const spent = refunds.reduce((sum, each) => sum + (each.orderId === orderId ? each.cents : 0), 0);
    if (spent + asked > totalOf(order)) {
      return {
        status: 400,
        body: { message: "You are not allowed to refund more than the captured amount" },
      };
    }
    const cents = mood === "less" ? asked - 1 : asked;
    note(order, { orderId, payoutId: payoutIdIn(text), cents });
    return { status: 200, body: { payment: { id: `pay_of_${orderId}` } } };
  }

  function note(order: { refundedAt: string }, refunded: Omit<Refund, "id">): void {
    refunds.push({ id: `ref_${refunds.length + 1}`, ...refunded });
    // A refund is no change of the order itself: lists by the time of change don't show it.
    order.refundedAt = new Date(Date.parse(TIME) + refunds.length).toISOString();
    changed(refunded.orderId);
  }

  async function change(act: (mood: ShopMood) => ShopAnswer): Promise<ShopAnswer> {
    const mood = moodOf();
    tally[mood] = (tally[mood] ?? 0) + 1;
    if (mood === "broken") return { status: 500, body: {} };
    if (mood === "refused") return { status: 422, body: { message: "The payment provider has declined" } };
    if (mood === "slow") await later();
    const answer = act(mood);
    if (mood === "failed") return { status: 500, body: {} };
    if (mood === "lost") throw new AnswerLost();
    if (mood === "late") await later();
    return answer;
  }

  return {
    refunds,
    stock,
    tally,
    change,
    addOrder: (id, line) => void orders.set(id, { ...line, refundedAt: TIME }),
    removeOrder: (id) => void orders.delete(id),
    orderOf,
    refundByHand(orderId, cents) {
      const order = orders.get(orderId);
      if (order) note(order, { orderId, payoutId: undefined, cents });
    },
    async handle({ method, url, body }) {
      const { pathname, searchParams } = new URL(url, "http://shop.example");
      const [, , what = "", id = "", verb] = pathname.split("/");
      if (method === "GET" && what === "orders" && id !== "") {
        const order = orderOf(id);
        return order
          ? { status: 200, body: { order } }
          : { status: 404, body: { type: "not_found", message: "not found" } };
      }
      if (method === "GET" && what === "orders")
        return { status: 200, body: { orders: listed(searchParams) } };
      if (method === "POST" && what === "payments" && verb === "refund") {
        return change((mood) => refund(id.replace(/^pay_of_/, ""), JSON.parse(body), mood));
      }
      if (method === "GET" && what === "stock" && stock.some((each) => each.id === id))
        return { status: 200, body: {} };
      if (method === "POST" && what === "stock") {
        return change(() => {
          stock.push(JSON.parse(body));
          return { status: 200, body: {} };
        });
      }
      return { status: 404, body: { message: `no ${method} ${pathname}` } };
    },
  };

  function listed(query: URLSearchParams): Json[] {
    const since = query.get("updated_at[$gte]") ?? "";
    const [end, after] = [query.get("updated_at[$lt]") ?? "9", query.get("id[$gt]") ?? ""];
    const ids = TIME >= since && TIME < end ? [...orders.keys()].sort() : [];
    return ids
      .filter((id) => id > after)
      .slice(0, Number(query.get("limit") ?? 25))
      .flatMap((id): Json[] => [orderOf(id) ?? {}]);
  }
}

function shippingOf({ shippingCents = 0 }: Line): Json[] {
  if (shippingCents === 0) return [];
  const amount = money(shippingCents);
  return [
    { id: "ship-1", name: "Standard", amount, is_tax_inclusive: false, tax_lines: [], adjustments: [] },
  ];
}

function refundJson({ id, payoutId, cents }: Refund): Json {
  const note = payoutId === undefined ? null : `Aftersale payout ${payoutId}`;
  return { id, amount: money(cents), note, refund_reason: null, created_at: TIME, updated_at: TIME };
}
