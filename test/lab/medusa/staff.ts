import type { Random } from "../torture/random.ts";
import type { Seeded } from "./seed.ts";
import { isTemporary, ShopError } from "./shop-api.ts";
import type { PlacedOrder } from "./shoppers.ts";

type Payment = { id: string; captured_at: string | null; amount: number; captures: { amount: number }[] };
type Found = {
  order: {
    status: string;
    items: { id: string; quantity: number; detail: { fulfilled_quantity: number; quantity: number } }[];
    fulfillments: { id: string; shipped_at: string | null; delivered_at: string | null }[];
    payment_collections: { payments: Payment[] }[];
  };
};

const FIELDS =
  "status,*items,*items.detail,*fulfillments,*payment_collections.payments,*payment_collections.payments.captures";

/** What the shop refuses its staff for good, as it does with an order that a kill has left half changed. */
export class Refused extends Error {}

/** What the shop's staff does with orders. Each does its part once, also when it is called again after a lost answer. */
export function staffOf({ admin, locationId, variants }: Seeded) {
  const read = async (id: string) =>
    (await admin.askAgain<Found>("GET", `/admin/orders/${id}?fields=${encodeURIComponent(FIELDS)}`)).order;

  /** Tries again after what may have been lost, until it shows that it was done. Throws `Refused` where it never will be. */
  async function until(isDone: () => Promise<boolean>, work: () => Promise<unknown>): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      if (await isDone()) return;
      const failure = await work().then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure && tries > 20 && failure instanceof ShopError && !isTemporary(failure))
        throw new Refused(failure.message);
      if (failure) await Bun.sleep(300);
    }
    throw new Error("the shop's staff gave up");
  }

  /** A kill may leave a payment captured without saying when. */
  const isWhole = ({ captured_at, amount, captures }: Payment) =>
    captured_at !== null || captures.reduce((sum, capture) => sum + capture.amount, 0) >= amount;

  async function capture({ id }: PlacedOrder): Promise<void> {
    const { payment_collections } = await read(id);
    for (const { payments } of payment_collections) {
      for (const payment of payments) {
        const isCaptured = async () =>
          (await read(id)).payment_collections.some(({ payments: all }) =>
            all.some((each) => each.id === payment.id && isWhole(each)),
          );
        await until(isCaptured, () => admin.ask("POST", `/admin/payments/${payment.id}/capture`, {}));
      }
    }
  }

  /** The orders that weren't packed at once. */
  const failedPackings = new Set<string>();

  async function fulfil({ id }: PlacedOrder): Promise<void> {
    const isPacked = async () => (await read(id)).fulfillments.length > 0;
    await until(isPacked, async () => {
      const items = (await read(id)).items.filter(({ quantity }) => quantity > 0);
      const body = {
        ...{ location_id: locationId, items: items.map(({ id, quantity }) => ({ id, quantity })) },
      };
      await admin.ask("POST", `/admin/orders/${id}/fulfillments`, body).catch((error: unknown) => {
        failedPackings.add(id);
        throw error;
      });
    });
  }

  async function ship({ id }: PlacedOrder, n: number): Promise<void> {
    const { items } = await read(id);
    const body = {
      items: items.filter(({ quantity }) => quantity > 0).map(({ id, quantity }) => ({ id, quantity })),
      labels: [{ tracking_number: `T-${n}`, tracking_url: "#", label_url: "#" }],
    };
    await each(id, "shipped_at", (parcel) =>
      admin.ask("POST", `/admin/orders/${id}/fulfillments/${parcel}/shipments`, body),
    );
  }

  const deliver = ({ id }: PlacedOrder) =>
    each(id, "delivered_at", (parcel) =>
      admin.ask("POST", `/admin/orders/${id}/fulfillments/${parcel}/mark-as-delivered`, {}),
    );

  async function each(
    id: string,
    mark: "shipped_at" | "delivered_at",
    work: (id: string) => Promise<unknown>,
  ) {
    for (const parcel of (await read(id)).fulfillments) {
      const isMarked = async () =>
        (await read(id)).fulfillments.some((found) => found.id === parcel.id && found[mark] !== null);
      await until(isMarked, () => work(parcel.id));
    }
  }

  async function cancel({ id }: PlacedOrder): Promise<void> {
    const isCancelled = async () => (await read(id)).status === "canceled";
    await until(isCancelled, () => admin.ask("POST", `/admin/orders/${id}/cancel`, {}));
  }

  /** One unit more of the first line, and a further line. An edit that a kill has left open is taken up. */
  async function edit({ id, items: [first] }: PlacedOrder, random: Random): Promise<void> {
    if (!first) return;
    const wanted = first.quantity + 1;
    const isEdited = async () =>
      (await read(id)).items.some((item) => item.id === first.id && item.quantity === wanted);
    const variant = variants[random.between(0, variants.length - 1)];
    await until(isEdited, async () => {
      await admin.ask("DELETE", `/admin/order-edits/${id}`).catch(() => {});
      await admin.ask("POST", "/admin/order-edits", { order_id: id });
      await admin.ask("POST", `/admin/order-edits/${id}/items/item/${first.id}`, { quantity: wanted });
      await admin.ask("POST", `/admin/order-edits/${id}/items`, {
        items: [{ variant_id: variant?.id, quantity: 1 }],
      });
      await admin.ask("POST", `/admin/order-edits/${id}/confirm`, {});
    });
  }

  /** Cancels edits that a kill has left open: nothing comes back into the stock of an order that is being edited. */
  async function endEdits(open: () => Promise<string[]>): Promise<void> {
    const isEnded = async () => (await open()).length === 0;
    await until(isEnded, async () => {
      for (const id of await open()) await admin.ask("DELETE", `/admin/order-edits/${id}`);
    });
  }

  return { failedPackings, read, capture, fulfil, ship, deliver, cancel, edit, endEdits };
}

export type Staff = ReturnType<typeof staffOf>;
