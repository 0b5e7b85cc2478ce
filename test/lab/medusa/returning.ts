import type { Random } from "../torture/random.ts";
import { retry } from "../torture/retry.ts";

type Target = { storeId: string; secret: string; origins(): string[] };
type Shown = {
  id: string;
  status: string;
  items: { id: string; quantity: number; outcome?: string }[];
  payouts: {
    id: string;
    status: string;
    amount: { amount: string; currency: string };
    reference: string | null;
    reason: string | null;
  }[];
};
export type ShownOrder = {
  orderId: string;
  lineItems: { id: string; quantity: number }[];
  fulfillments: { id: string }[];
};

/** Returns what the merchant does here, by any of the processes, until it is answered. */
export function merchantOf({ storeId, secret, origins }: Target, random: Random) {
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
    if (response.status === 404 || response.status === 409) return undefined;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }
  const send = <Answer>(...call: Parameters<typeof once>) => retry(() => once(...call)) as Promise<Answer>;

  async function order(orderId: string): Promise<ShownOrder | undefined> {
    return send<ShownOrder | undefined>("GET", `/stores/${storeId}/orders/${orderId}`);
  }

  async function read(id: string): Promise<Shown> {
    return (await send<{ return: Shown }>("GET", `/returns/${id}`)).return;
  }

  /** Takes back some units of a line, restocks them, or not, and completes the return; reopens it now and then. */
  async function takeBack({ orderId, lineItems }: ShownOrder): Promise<string | undefined> {
    const line = lineItems[random.between(0, lineItems.length - 1)];
    if (!line) return undefined;
    const data = {
      ...{ provider: "medusa", externalOrderId: orderId },
      items: [{ lineItemId: line.id, quantity: random.between(1, line.quantity), reason: "r" }],
      shippingAddress: { line1: "1 Road", city: "Town", state: "OH", postalCode: "43004", country: "US" },
    };
    const created = await send<{ return: Shown } | undefined>(
      ...([
        "POST",
        `/stores/${storeId}/returns`,
        { data },
        { "Idempotency-Key": crypto.randomUUID() },
      ] as const),
    );
    if (!created) return undefined;
    const { id, items } = created.return;
    const moveTo = (status: string) => send("PUT", `/returns/${id}/status`, { status });
    const outcomeOf = (outcome: string | null) =>
      send("PATCH", `/returns/${id}`, { items: items.map((item) => ({ id: item.id, outcome })) });
    if (random.chance(0.8)) await outcomeOf("restock");
    await moveTo("complete");
    if (random.chance(0.1)) {
      await moveTo("open");
      await outcomeOf(random.chance(0.5) ? "restock" : "dispose");
      await moveTo("complete");
    }
    return id;
  }

  return { order, read, takeBack, send };
}
