import type { Return } from "../../../../src/features/returns/schema.ts";
import type { ReturnTimeline } from "../../../../src/features/returns/timeline/schema.ts";
import type { Random } from "../random.ts";
import { retry } from "../retry.ts";
import type { StockLine } from "./judge.ts";

export type NewOrder = { id: string; cents: number; shippingCents: number };

/** `place` brings an order into the store, whose units go back into stock; without it the merchant posts it. */
export type Target = {
  storeId: string;
  secret: string;
  origins(): string[];
  place: ((order: NewOrder) => Promise<void>) | undefined;
};

/** So that a refund may be raised: all refunds together are no more than was paid. */
const SHIPPING_CENTS = 10_000;

/** The code of a request for more than was paid for the order. */
const EXCEEDS_PAID = "refund_exceeds_paid";

export const usd = (cents: number) => ({ amount: (cents / 100).toFixed(2), currency: "USD" });

/** Returns what a merchant does with returns, by any of the processes, until it is answered. */
export function merchantOf({ storeId, secret, origins, place }: Target, random: Random) {
  async function once(method: string, path: string, body?: object, headers: object = {}): Promise<unknown> {
    const all = origins();
    const origin = all[random.between(0, all.length - 1)];
    if (!origin) throw new Error("no process is running");
    const response = await fetch(`${origin}/v2.2${path}`, {
      method,
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    // A status that it has already: the answer to the first request was lost.
    const isAnswered = response.ok || response.status === 409;
    if (!isAnswered && !(path.endsWith("/refund") && text.includes(EXCEEDS_PAID)))
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }
  const send = (...call: Parameters<typeof once>) => retry(() => once(...call));
  const keyed = (path: string, body: object) =>
    send("POST", path, body, { "Idempotency-Key": crypto.randomUUID() });

  async function read(id: string): Promise<Return> {
    return ((await send("GET", `/returns/${id}`)) as { return: Return }).return;
  }
  const moveTo = (id: string, status: string) => send("PUT", `/returns/${id}/status`, { status });
  /** Returns whether it is asked for now: not what would be more than was paid for the order. */
  async function refund(id: string, body: object): Promise<boolean> {
    const answer = (await keyed(`/returns/${id}/refund`, body)) as { code?: string };
    return answer.code !== EXCEEDS_PAID;
  }

  async function adjust(id: string, cents: number): Promise<void> {
    const [item] = (await read(id)).items;
    const refund = { amount: usd(cents), type: random.chance(0.3) ? "store_credit" : "refund" };
    await send("PATCH", `/returns/${id}`, { items: [{ id: item?.id, refund }] });
  }

  async function post({ id, cents, shippingCents }: NewOrder): Promise<void> {
    await send("POST", `/stores/${storeId}/orders`, {
      ...{ orderId: id, createdAt: "2026-03-01T10:00:00Z", currencyCode: "USD" },
      lineItems: [{ id: "line-1", productId: "p", title: "P", quantity: 1, price: cents / 100 }],
      ...{ shipping: { cost: shippingCents / 100 }, totalPrice: (cents + shippingCents) / 100 },
    });
  }

  /** Most units go back into stock, and some are taken out of it again. */
  async function judgeUnit({ id, items: [item] }: Return): Promise<void> {
    const outcomes = random.chance(0.3) ? ["restock", "dispose", "restock"] : ["restock"];
    if (random.chance(0.2)) outcomes.push("dispose");
    for (const outcome of outcomes)
      await send("PATCH", `/returns/${id}`, { items: [{ id: item?.id, outcome }] });
  }

  /** Returns what a return has done to the stock, the oldest first. */
  async function stockLines(id: string): Promise<StockLine[]> {
    const headers = { "X-Page-Size": "500" };
    const { timeline } = (await send("GET", `/returns/${id}/timeline`, undefined, headers)) as ReturnTimeline;
    return timeline.flatMap((entry) => (entry.type === "stock" ? [entry] : [])).toReversed();
  }

  /** Makes an order, for which so many cents are paid, and a return, and completes it, at last, in one of several ways. */
  async function handle(n: number, made: (id: string, paidFor: number) => void): Promise<void> {
    const price = random.between(100, 9_000);
    await (place ?? post)({ id: `P-${n}`, cents: price, shippingCents: SHIPPING_CENTS });
    const data = {
      ...{ provider: "shop", externalOrderId: `P-${n}` },
      items: [
        {
          lineItemId: "line-1",
          quantity: 1,
          reason: "r",
          compensation: random.chance(0.2) ? "store_credit" : "refund",
        },
      ],
      shippingAddress: { line1: "1 Road", city: "Town", state: "OH", postalCode: "43004", country: "US" },
    };
    const { return: created } = (await keyed(`/stores/${storeId}/returns`, { data })) as { return: Return };
    made(created.id, price + SHIPPING_CENTS);
    const { id } = created;
    if (place) await judgeUnit(created);
    if (random.chance(0.15))
      await refund(id, {
        amount: usd(random.between(1, price)),
        ...(random.chance(0.5) && { paidElsewhere: true }),
      });
    await moveTo(id, "complete");
    if (random.chance(0.25)) {
      await moveTo(id, "open");
      await adjust(id, random.between(50, price + 5_000));
      await moveTo(id, "complete");
    }
    if (random.chance(0.15)) await adjust(id, random.between(50, price + 5_000));
  }
  const connect = (kind: string, body: object) => send("PUT", `/stores/${storeId}/connectors/${kind}`, body);
  return { handle, read, refund, connect, stockLines };
}
