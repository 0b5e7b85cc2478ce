import { describe, expect, test } from "bun:test";
import { createLocation } from "../../../../src/features/stores/create-location.ts";
import { deleteLocation } from "../../../../src/features/stores/delete-location.ts";
import { changesOf } from "../../../support/changes.ts";
import { newPerson } from "../../../support/console.ts";
import { levelOf, putStock } from "../../../support/inventory.ts";
import { answerOf, moveTo, postReturn, readReturn, returnIn } from "../../../support/returns.ts";
import {
  countsOf,
  levelLines,
  newStockedShop,
  onHand,
  patchItem,
  returnOfLine,
  stockLines,
} from "../../../support/stock.ts";
import { useService } from "../../../support/use-service.ts";
import { unitIdsIn, warehouse } from "../../../support/warehouse.ts";

const service = useService();

const assessed = (...responses: Record<string, string>[]) => ({
  assessments: responses.map((each) => ({
    responses: Object.entries(each).map(([type, value]) => ({ type, value })),
  })),
});

describe("an item's outcome restocks its units", () => {
  test.each<[string, object[], number]>([
    ["restock", [{ outcome: "restock" }], 3],
    ["in any case", [{ outcome: " ReStock " }], 3],
    ["the compatible API's word", [{ outcome: "back_to_stock" }], 3],
    ["another outcome", [{ outcome: "refurbish" }], 0],
    ["a longer text", [{ outcome: "restock later" }], 0],
    ["the same again", [{ outcome: "restock" }, { outcome: "restock" }, { outcome: "RESTOCK" }], 3],
    ["taken back by another outcome", [{ outcome: "restock" }, { outcome: "dispose" }], 0],
    ["taken back by null", [{ outcome: "restock" }, { outcome: null }], 0],
    ["set again", [{ outcome: "restock" }, { outcome: null }, { outcome: "restock" }], 3],
    ["a grade leaves it", [{ outcome: "restock" }, { grade: "B" }], 3],
    [
      "units by number",
      [
        {
          outcome: "restock, dispose",
          ...assessed({ unit: "1", disposition: "restock" }, { unit: "2", disposition: "dispose" }),
        },
      ],
      1,
    ],
    [
      "units by number, and an outcome of the whole",
      [
        {
          outcome: "restock",
          ...assessed({ unit: "1", disposition: "Restock" }, { unit: "3", disposition: "dispose" }),
        },
      ],
      1,
    ],
    [
      "several units at once",
      [{ outcome: "restock", ...assessed({ units: "2", disposition: "restock" }) }],
      2,
    ],
    [
      "more units than there are",
      [{ outcome: "restock", ...assessed({ units: "7", disposition: "restock" }) }],
      3,
    ],
    [
      "an assessment per unit, without a number",
      [
        {
          outcome: "mixed",
          ...assessed({ disposition: "restock" }, { disposition: "dispose" }, { disposition: "restock" }),
        },
      ],
      2,
    ],
    ["one assessment of the whole", [{ outcome: "restock", ...assessed({ disposition: "restock" }) }], 3],
    [
      "units that are missing",
      [
        {
          outcome: "restock",
          ...assessed({ unit: "1", received: "yes", disposition: "restock" }, { unit: "2", received: "no" }),
        },
      ],
      1,
    ],
    [
      "units, then the whole",
      [
        {
          outcome: "restock, dispose",
          ...assessed({ unit: "1", disposition: "restock" }, { unit: "2", disposition: "dispose" }),
        },
        { outcome: "restock" },
      ],
      3,
    ],
    [
      "the whole, then units",
      [
        { outcome: "restock" },
        assessed({ unit: "1", disposition: "restock" }, { unit: "2", disposition: "dispose" }),
      ],
      1,
    ],
    ["units without an outcome", [assessed({ unit: "1", disposition: "restock" })], 0],
  ])("%s", async (_, patches, units) => {
    const { store, place } = await newStockedShop(service);
    await putStock(store, [levelOf(place)]);
    const made = await returnOfLine(store);
    for (const patch of patches) await patchItem(store, made, patch);
    expect(await onHand(store)).toBe(10 + units);
    await moveTo(store, made.id, "deleted");
    expect(await onHand(store)).toBe(10);
  });
});

test("deleting and reopening take back what was restocked, completing restocks it, and other statuses don't", async () => {
  const { store, place } = await newStockedShop(service);
  await putStock(store, [levelOf(place)]);
  const steps: [string, number][] = [
    ["in_transit", 13],
    ["delivered", 13],
    ["complete", 13],
    ["open", 10],
    ["needs_review", 10],
    ["complete", 13],
    ["open", 10],
    ["rejected", 10],
    ["open", 10],
    ["complete", 13],
    ["open", 10],
    ["flagged", 10],
    ["deleted", 10],
  ];
  const made = await returnOfLine(store);
  await patchItem(store, made, { outcome: "restock" });
  for (const [status, quantity] of steps) {
    expect((await moveTo(store, made.id, status)).status).toBe(204);
    expect([status, await onHand(store)]).toEqual([status, quantity]);
  }
  await patchItem(store, made, { outcome: "Restock" });
  expect(await onHand(store)).toBe(10);

  const rejected = await returnOfLine(store);
  await patchItem(store, rejected, { outcome: "restock" });
  await moveTo(store, rejected.id, "rejected");
  expect(await onHand(store)).toBe(13);
  await patchItem(store, rejected, { outcome: "dispose" });
  expect(await onHand(store)).toBe(10);
});

test("an outcome that is set while a return is open again restocks at once", async () => {
  const { store } = await newStockedShop(service);
  const made = await returnOfLine(store);
  await patchItem(store, made, { outcome: "restock" });
  await moveTo(store, made.id, "complete");
  await moveTo(store, made.id, "open");
  await patchItem(store, made, { outcome: "dispose" });
  await patchItem(store, made, { outcome: "restock" });
  expect(await onHand(store)).toBe(3);
  await moveTo(store, made.id, "complete");
  expect(await onHand(store)).toBe(3);
});

describe("the level that is raised", () => {
  test("is that of the order's location, else of the default one, and is made where it is missing", async () => {
    const { store } = await newStockedShop(service);
    const { locationId } = await createLocation(store.ctx, store.id, { name: "Outlet" });
    const there = await returnOfLine(store, { order: { locationId } });
    const anywhere = await returnOfLine(store, {
      quantity: 2,
      line: { imageUrl: "https://shop.example/tee.jpg" },
    });
    await patchItem(store, there, { outcome: "restock" });
    await patchItem(store, anywhere, { outcome: "restock" });
    expect(await countsOf(store)).toEqual({
      "tee at Outlet": { quantity: 3, reserved: 0 },
      "tee at Main": { quantity: 2, reserved: 0 },
    });
    const items = (await answerOf(store.get("/stores/:store/inventory-items"))).body as {
      inventory_items: { name: string; sku: string; kind: string; quantity: number }[];
    };
    expect(items.inventory_items).toMatchObject([{ name: "Tee", sku: "T", kind: "PRODUCT", quantity: 5 }]);
  });

  test("is the variant's where the store keeps stock of variants, and never of another kind", async () => {
    const { store, place } = await newStockedShop(service);
    const variant = levelOf(place, { product: { id: "tee-m", title: "Tee, M" } });
    const levels = [levelOf(place), variant, levelOf(place, { kind: "RETURN", quantity: 1 })];
    await putStock(store, levels);
    const withVariant = await returnOfLine(store, { line: { variantId: "tee-m" } });
    const withOther = await returnOfLine(store, { quantity: 1, line: { variantId: "tee-xl" } });
    await patchItem(store, withVariant, { outcome: "restock" });
    await patchItem(store, withOther, { outcome: "restock" });
    const read = await answerOf(store.get("/stores/:store/inventory-levels"));
    const { inventory_levels: all } = read.body as {
      inventory_levels: { product: { id: string }; quantity: number }[];
    };
    expect(all.map(({ product, quantity }) => `${product.id} ${quantity}`).toSorted()).toEqual([
      "tee 1",
      "tee 11",
      "tee-m 13",
    ]);
  });

  test("is the one that units went to, though the default location is another by then", async () => {
    const { store } = await newStockedShop(service);
    const made = await returnOfLine(store);
    await patchItem(store, made, { outcome: "restock" });
    await createLocation(store.ctx, store.id, { name: "New", isDefault: true });
    await patchItem(store, made, { outcome: "dispose" });
    expect(await countsOf(store)).toEqual({ "tee at Main": { quantity: 0, reserved: 0 } });
  });

  test("is the default one's where that which units went to was deleted since", async () => {
    const { store, place } = await newStockedShop(service);
    const { locationId: side } = await createLocation(store.ctx, store.id, { name: "Side" });
    const made = await returnOfLine(store, { order: { locationId: side } });
    await patchItem(store, made, { outcome: "restock" });
    await putStock(store, [levelOf(side, { quantity: 0 }), levelOf(place, { quantity: 13 })]);
    await deleteLocation(store.ctx, store.id, side);
    const steps: [patch: object, left: number][] = [
      [{ outcome: "dispose" }, 10],
      [{ outcome: "restock" }, 13],
      [{ outcome: null }, 10],
    ];
    for (const [patch, left] of steps) {
      await patchItem(store, made, patch);
      const none = { quantity: 0, reserved: 0 };
      expect([patch, await countsOf(store)]).toEqual([
        patch,
        { "tee at Side": none, "tee at Main": { ...none, quantity: left } },
      ]);
    }
    expect((await stockLines(store, made.id)).map(({ units, locationId }) => [units, locationId])).toEqual([
      [3, side],
      [-3, place],
      [3, place],
      [-3, place],
    ]);
  });

  test("keeps its location while it is below nothing", async () => {
    const { store } = await newStockedShop(service);
    const { locationId: side } = await createLocation(store.ctx, store.id, { name: "Side" });
    const made = await returnOfLine(store, { order: { locationId: side } });
    await patchItem(store, made, { outcome: "restock" });
    await putStock(store, [levelOf(side, { quantity: 0 })]);
    await patchItem(store, made, { outcome: "dispose" });
    await expect(deleteLocation(store.ctx, store.id, side)).rejects.toThrow("has stock");
    await putStock(store, [levelOf(side, { quantity: 0 })]);
    await deleteLocation(store.ctx, store.id, side);
  });

  test("stays in its range, whatever was put meanwhile", async () => {
    const { store, place } = await newStockedShop(service);
    const made = await returnOfLine(store);
    await patchItem(store, made, { outcome: "restock" });
    await putStock(store, [levelOf(place, { quantity: 0 })]);
    await patchItem(store, made, { outcome: "dispose" });
    expect(await onHand(store)).toBe(-3);
    await putStock(store, [levelOf(place, { quantity: 2_147_483_647 })]);
    await patchItem(store, made, { outcome: "restock" });
    expect(await onHand(store)).toBe(2_147_483_647);
  });
});

describe("nothing is restocked, and the timeline says so,", () => {
  test("without a product", async () => {
    const { store } = await newStockedShop(service);
    const made = await returnOfLine(store, { line: { productId: null } });
    await patchItem(store, made, { outcome: "restock" });
    expect(await countsOf(store)).toEqual({});
    expect(await stockLines(store, made.id)).toMatchObject([
      { stock: "restocked", units: 3, reason: "no_product", productId: null, locationId: null },
    ]);
  });

  test("of a product whose id is longer than the inventory's may be", async () => {
    const { store } = await newStockedShop(service);
    const text = crypto.getRandomValues(new Uint8Array(5_000)).toHex();
    const longest = text.slice(0, 255);
    for (const [productId, counts, reason] of [
      [text, {}, "not_stocked"],
      [text.slice(0, 256), {}, "not_stocked"],
      [longest, { [`${longest} at Main`]: { quantity: 3, reserved: 0 } }, null],
    ] as const) {
      const made = await returnOfLine(store, { line: { productId, sku: text } });
      await patchItem(store, made, { outcome: "restock" });
      expect(await countsOf(store)).toEqual(counts);
      expect((await stockLines(store, made.id)).map((line) => line.reason)).toEqual([reason]);
    }
  });

  test("without a location, until there is one when the return is completed", async () => {
    const store = await service.newStore();
    const made = await returnOfLine(store);
    await patchItem(store, made, { outcome: "restock" });
    expect(await countsOf(store)).toEqual({});
    await createLocation(store.ctx, store.id, { name: "Main", isDefault: true });
    await moveTo(store, made.id, "complete");
    expect(await countsOf(store)).toEqual({ "tee at Main": { quantity: 3, reserved: 0 } });
    expect((await stockLines(store, made.id)).map(({ reason }) => reason)).toEqual(["no_location", null]);
  });
});

test("a restock is in the histories of level and return, and in the change feed", async () => {
  const { store, place } = await newStockedShop(service);
  const [level] = await putStock(store, [levelOf(place)]);
  const made = await returnOfLine(store);
  let requestId = "";
  const changes = await changesOf(store, async () => {
    const patch = { items: [{ id: made.items[0]?.id, outcome: "restock" }] };
    const response = await store.patch(`/returns/${made.id}`, patch);
    requestId = response.headers.get("X-Request-Id") ?? "";
  });
  expect(await levelLines(store)).toMatchObject([
    { from: null, to: { quantity: 10 } },
    {
      ...{ return_id: made.id, by: "test client", request_id: requestId },
      from: { quantity: 10, reserved: 0 },
      to: { quantity: 13, reserved: 0 },
    },
  ]);
  expect((await levelLines(store))[0]).not.toHaveProperty("return_id");
  expect(await stockLines(store, made.id)).toEqual([
    {
      ...{ type: "stock", at: expect.any(String), by: "test client", byId: expect.stringMatching(/^cli_/) },
      ...{ requestId, stock: "restocked", units: 3, itemId: made.items[0]?.id ?? "" },
      ...{ productId: "tee", locationId: place, reason: null, shop: null },
    },
  ]);
  expect(changes.filter(([type]) => type !== "return.updated")).toEqual([
    ["level.updated", level?.id ?? ""],
    ["item.updated", expect.stringMatching(/^ii_/)],
  ]);
});

describe("every way that writes an outcome restocks:", () => {
  test("the warehouse of the console", async () => {
    const { store } = await newStockedShop(service);
    const person = await newPerson(service, store, "warehouse", { name: "Wim Ware" });
    const made = await returnOfLine(store);
    const judge = (outcomes: (string | undefined)[], to = "needs_review") =>
      person.post(`:store/warehouse/${made.id}`, {
        ...{ _act: "process", to },
        ...Object.fromEntries(
          outcomes.flatMap((outcome, i) => [
            [`received-0-${i}`, outcome === undefined ? "no" : "yes"],
            [`grade-0-${i}`, "A"],
            [`outcome-0-${i}`, outcome ?? ""],
          ]),
        ),
      });
    expect((await judge(["restock", "dispose", "restock"])).status).toBe(303);
    expect(await onHand(store)).toBe(2);
    expect((await judge(["restock", undefined, undefined], "flagged")).status).toBe(303);
    expect(await onHand(store)).toBe(1);
    expect((await judge([undefined, undefined, undefined], "complete")).status).toBe(303);
    expect(await onHand(store)).toBe(0);
    expect((await readReturn(store, made.id)).return.items[0]?.outcome).toBeUndefined();
  });

  test("the compatible API, unit by unit and over several returns", async () => {
    const { store } = await newStockedShop(service);
    const made = [await returnOfLine(store), await returnOfLine(store)];
    const ids = await Promise.all(made.map(({ id }) => unitIdsIn(store, id)));
    const assess = (units: [number | undefined, string][]) => {
      const items = units.map(([id, outcome]) => ({ line_item_id: id, disposition_outcome: outcome }));
      return warehouse(service, store, "POST /../dispositioning/assess", { body: { items } });
    };
    const unit = (i: number, n: number) => ids[i]?.[n];
    expect(
      (
        await assess([
          [unit(0, 0), "back_to_stock"],
          [unit(1, 0), "back_to_stock"],
        ])
      ).status,
    ).toBe(200);
    expect(await onHand(store)).toBe(2);
    await assess([
      [unit(0, 1), "donate"],
      [unit(0, 2), "back_to_stock"],
    ]);
    expect(await onHand(store)).toBe(3);
    await assess([[unit(0, 0), "recycle"]]);
    expect(await onHand(store)).toBe(2);
  });
});

test("units that leave a return leave the stock too", async () => {
  const { store } = await newStockedShop(service);
  const made = await returnOfLine(store);
  await patchItem(store, made, { outcome: "restock" });
  const [first] = await unitIdsIn(store, made.id);
  const removed = await warehouse(
    service,
    store,
    `POST /return/1/remove?service_return_id=${made.id}&line_item_id=${first}`,
  );
  expect(removed.body).toBe(true);
  expect(await onHand(store)).toBe(2);
  expect((await readReturn(store, made.id)).return.status).toBe("complete");
});

test("two returns of one order restock their own units", async () => {
  const { store } = await newStockedShop(service);
  const first = await returnOfLine(store);
  const items = [{ lineItemId: "line-1", quantity: 2, reason: "Too small" }];
  const again = await returnIn(postReturn(store, first.order.name, { items }));
  await patchItem(store, first, { outcome: "restock" });
  await patchItem(store, again, { outcome: "restock" });
  expect(await onHand(store)).toBe(5);
  await moveTo(store, first.id, "deleted");
  expect(await onHand(store)).toBe(2);
});
