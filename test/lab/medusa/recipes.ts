import { orderSteps } from "./order-steps.ts";
import type { Seeded } from "./seed.ts";

/** What is done in a shop so that an order comes out of it. */
export type Recipe = { name: string; cook(): Promise<{ id: string }> };

/** Returns the orders that the mapping is tried with: taxes in and out, discounts, currencies, edits, refunds, returns. */
export function recipesOf(seeded: Seeded): Recipe[] {
  const { admin, regions, variants } = seeded;
  const { place, paid, sent, read, refund, edit, parcel, comeBack, reason, staff, waive } =
    orderSteps(seeded);
  return [
    ["Prices with tax", () => place(0, [[0, 1]])],
    ["Prices with tax, several pieces", () => place(0, [[2, 3]])],
    [
      "Prices with tax, several lines",
      () =>
        place(0, [
          [0, 2],
          [3, 1],
          [8, 7],
        ]),
    ],
    ["Prices without tax", () => place(1, [[0, 1]])],
    [
      "Prices without tax, fractions of a cent",
      () =>
        place(1, [
          [2, 3],
          [8, 1],
          [4, 3],
        ]),
    ],
    ["Yen", () => place(2, [[2, 3]])],
    [
      "Yen with a percentage off",
      () =>
        place(
          2,
          [
            [2, 3],
            [9, 1],
          ],
          ["TENTH"],
        ),
    ],
    [
      "A percentage off each line, tax included",
      () =>
        place(
          0,
          [
            [0, 3],
            [4, 1],
          ],
          ["TENTH"],
        ),
    ],
    [
      "A percentage off each line, tax on top",
      () =>
        place(
          1,
          [
            [0, 3],
            [5, 2],
          ],
          ["TENTH"],
        ),
    ],
    [
      "An amount off the order, over three lines",
      () =>
        place(
          0,
          [
            [0, 1],
            [2, 1],
            [4, 1],
          ],
          ["FIVE"],
        ),
    ],
    ["Shipping for free", () => place(0, [[6, 1]], ["FREE"])],
    [
      "Two promotions",
      () =>
        place(
          0,
          [
            [4, 2],
            [6, 1],
          ],
          ["TENTH", "FREE"],
        ),
    ],
    ["Many pieces", () => place(1, [[8, 99]])],
    ["Paid", () => paid(0, [[0, 2]])],
    [
      "Sent",
      () =>
        sent(1, [
          [0, 2],
          [2, 1],
        ]),
    ],
    [
      "Sent and delivered",
      async () => {
        const order = await sent(0, [[4, 2]]);
        await staff.deliver(order);
        return order;
      },
    ],
    [
      "Packed, and unpacked again",
      async () => {
        const order = await paid(0, [[4, 2]]);
        await staff.fulfil(order);
        const [packed] = (await read(order.id)).fulfillments;
        await admin.ask("POST", `/admin/orders/${order.id}/fulfillments/${packed?.id}/cancel`, {});
        return order;
      },
    ],
    [
      "Two parcels",
      async () => {
        const order = await paid(0, [[4, 3]]);
        const id = order.items[0]?.id ?? "";
        await parcel(order, [{ id, quantity: 1 }], "P-1");
        await parcel(order, [{ id, quantity: 2 }], "P-2");
        return order;
      },
    ],
    [
      "Cancelled",
      async () => {
        const order = await place(0, [[0, 1]]);
        await staff.cancel(order);
        return order;
      },
    ],
    [
      "Cancelled after it was paid",
      async () => {
        const order = await paid(1, [
          [0, 1],
          [2, 2],
        ]);
        await staff.cancel(order);
        return order;
      },
    ],
    ["Refunded in part", async () => refund(await paid(0, [[6, 1]]), { amount: 12.34, note: "Scratched" })],
    [
      "Refunded with a reason",
      async () => refund(await paid(1, [[6, 1]]), { amount: 20, refund_reason_id: await reason() }),
    ],
    [
      "Refunded twice",
      async () => refund(await refund(await paid(1, [[6, 1]]), { amount: 1.5 }), { amount: 2.25 }),
    ],
    [
      "A line more by an edit",
      async () =>
        edit(await paid(0, [[0, 1]]), (path) =>
          admin.ask("POST", `${path}/items`, { items: [{ variant_id: variants[4]?.id, quantity: 2 }] }),
        ),
    ],
    [
      "A line less by an edit",
      async () => {
        const order = await paid(1, [
          [0, 1],
          [2, 2],
        ]);
        return edit(order, (path) =>
          admin.ask("POST", `${path}/items/item/${order.items[1]?.id}`, { quantity: 0 }),
        );
      },
    ],
    [
      "A piece more by an edit, with a percentage off",
      async () => {
        const order = await paid(0, [[2, 2]], ["TENTH"]);
        return edit(order, (path) =>
          admin.ask("POST", `${path}/items/item/${order.items[0]?.id}`, { quantity: 3 }),
        );
      },
    ],
    [
      "Another price by an edit",
      async () => {
        const order = await paid(1, [[2, 2]]);
        return edit(order, (path) =>
          admin.ask("POST", `${path}/items/item/${order.items[0]?.id}`, { quantity: 2, unit_price: 21.005 }),
        );
      },
    ],
    ["A return that is on its way", async () => comeBack(await sent(0, [[4, 3]]), false)],
    [
      "A return that was received",
      async () =>
        comeBack(
          await sent(
            1,
            [
              [4, 3],
              [0, 1],
            ],
            ["TENTH"],
          ),
          true,
        ),
    ],
    [
      "A return that was received and refunded",
      async () => refund(await comeBack(await sent(0, [[6, 2]]), true), { amount: 120 }),
    ],
    [
      "Waived what an edit added",
      async () => {
        const added = [{ variant_id: variants[0]?.id, quantity: 1 }];
        return waive(
          await edit(await paid(0, [[6, 1]]), (path) => admin.ask("POST", `${path}/items`, { items: added })),
        );
      },
    ],
    [
      "Lines of its own",
      async () => {
        const { draft_order } = await admin.ask<{ draft_order: { id: string } }>(
          "POST",
          "/admin/draft-orders",
          {
            ...{ email: "draft@example.test", region_id: regions[1]?.id, shipping_methods: [] },
            items: [
              { title: "Engraving", quantity: 1, unit_price: 12.5 },
              { variant_id: variants[0]?.id, quantity: 2 },
            ],
          },
        );
        await admin.ask("POST", `/admin/draft-orders/${draft_order.id}/convert-to-order`, {});
        return draft_order;
      },
    ],
  ].map(([name, cook]) => ({ name, cook }) as Recipe);
}
