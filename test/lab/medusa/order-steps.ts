import type { Seeded } from "./seed.ts";
import { buy, type PlacedOrder } from "./shoppers.ts";
import { staffOf } from "./staff.ts";

type Lines = [variant: number, quantity: number][];
type Read = {
  order: {
    items: { id: string; quantity: number; unit_price: number }[];
    fulfillments: { id: string }[];
    payment_collections: { payments: { id: string; amount: number }[] }[];
  };
};

/** Returns what may be done with one order of the shop: each returns once the shop has done it. */
export function orderSteps(seeded: Seeded) {
  const { admin, regions, variants, locationId } = seeded;
  const staff = staffOf(seeded);
  let n = 1_000;
  const place = async (region: number, lines: Lines, promotions: string[] = []): Promise<PlacedOrder> => {
    const found = regions[region];
    if (!found) throw new Error(`no region ${region}`);
    const wished = lines.map(([variant, quantity]) => ({ variantId: variants[variant]?.id ?? "", quantity }));
    return buy(seeded, { region: found, lines: wished, promotions }, n++);
  };
  const paid = async (...wish: Parameters<typeof place>) => {
    const order = await place(...wish);
    await staff.capture(order);
    return order;
  };
  const sent = async (...wish: Parameters<typeof place>) => {
    const order = await paid(...wish);
    await staff.fulfil(order);
    await staff.ship(order, n++);
    return order;
  };
  const read = async (id: string) =>
    (
      await admin.ask<Read>(
        "GET",
        `/admin/orders/${id}?fields=*items,*fulfillments,*payment_collections.payments`,
      )
    ).order;

  async function refund(
    order: PlacedOrder,
    body: { amount?: number; note?: string; refund_reason_id?: string },
  ) {
    const [collection] = (await read(order.id)).payment_collections;
    await admin.ask("POST", `/admin/payments/${collection?.payments[0]?.id}/refund`, body);
    return order;
  }

  async function edit(order: PlacedOrder, work: (path: string) => Promise<unknown>): Promise<PlacedOrder> {
    await admin.ask("POST", "/admin/order-edits", { order_id: order.id });
    await work(`/admin/order-edits/${order.id}`);
    await admin.ask("POST", `/admin/order-edits/${order.id}/confirm`, {});
    return order;
  }

  async function parcel(order: PlacedOrder, items: { id: string; quantity: number }[], number: string) {
    await admin.ask("POST", `/admin/orders/${order.id}/fulfillments`, { location_id: locationId, items });
    const last = (await read(order.id)).fulfillments.at(-1);
    const labels = [
      { tracking_number: number, tracking_url: `https://track.example/${number}`, label_url: "#" },
    ];
    await admin.ask("POST", `/admin/orders/${order.id}/fulfillments/${last?.id}/shipments`, {
      items,
      labels,
    });
  }

  async function comeBack(order: PlacedOrder, isReceived: boolean, location = locationId) {
    const { return: made } = await admin.ask<{ return: { id: string } }>("POST", "/admin/returns", {
      ...{ order_id: order.id, location_id: location },
    });
    const path = `/admin/returns/${made.id}`;
    const items = [{ id: order.items[0]?.id, quantity: 1 }];
    await admin.ask("POST", `${path}/request-items`, { items });
    await admin.ask("POST", `${path}/request`, {});
    if (!isReceived) return order;
    await admin.ask("POST", `${path}/receive`, {});
    await admin.ask("POST", `${path}/receive-items`, { items });
    await admin.ask("POST", `${path}/receive/confirm`, {});
    return order;
  }

  const reason = async () =>
    (
      await admin.ask<{ refund_reason: { id: string } }>("POST", "/admin/refund-reasons", {
        label: `Late ${n++}`,
        code: `late-${n}`,
      })
    ).refund_reason.id;

  /** What is still to be paid needn't be. */
  async function waive(order: PlacedOrder): Promise<PlacedOrder> {
    const path = `/admin/orders/${order.id}`;
    const { order: found } = await admin.ask<{ order: { summary: { pending_difference: number } } }>(
      "GET",
      `${path}?fields=*summary`,
    );
    const amount = found.summary.pending_difference;
    await admin.ask("POST", `${path}/credit-lines`, { amount, reference: "goodwill", reference_id: "lab" });
    return order;
  }

  return { place, paid, sent, read, refund, edit, parcel, comeBack, reason, staff, waive };
}
