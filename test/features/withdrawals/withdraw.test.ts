import { afterEach, describe, expect, test } from "bun:test";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { freshId } from "../../support/orders.ts";
import { anId, answerOf, moveTo, postReturn, returnIn } from "../../support/returns.ts";
import { moneySet, shopLine, shopOrder, upsertOrder } from "../../support/shop-orders.ts";
import { useService, useStore } from "../../support/use-service.ts";
import {
  orderToGermany,
  sendParcel,
  WITHDRAWALS,
  type Withdrawal,
  withdraw,
  withdrawalOf,
} from "../../support/withdrawals.ts";

const service = useService();
const store = useStore(service);
const GERMANY = {
  ...{ address1: "Weg 1", address2: null, zip: "10115" },
  ...{ city: "Berlin", provinceCode: "BE", countryCode: "DE" },
};
afterEach(() => service.setClock(undefined));

async function itemsOf(returnId: string | null, { get } = store) {
  const read = await answerOf(get(`/returns/${returnId}`));
  const { return: shown } = read.body as {
    return: { status: string; withdrawalId: string; items: Record<string, unknown>[] };
  };
  const items = shown.items.map(({ orderItem, quantity, reason, reasonCode }) => [
    (orderItem as { line_item_id: string }).line_item_id,
    quantity,
    reason,
    reasonCode,
  ]);
  return { status: shown.status, withdrawalId: shown.withdrawalId, items };
}

describe("a confirmed statement", () => {
  test("gets a number, its text, its time and a return of all units", async () => {
    service.setClock(new Date("2026-03-10T13:03:21.480Z"));
    const orderId = await orderToGermany(store);
    await sendParcel(
      store,
      orderId,
      [
        ["line-1", 2],
        ["line-2", 1],
      ],
      "2026-03-07T10:20:00Z",
    );
    const made = await withdraw(store, withdrawalOf(orderId, { language: "de-AT" }));
    expect(made).toEqual({
      id: anId("wdr"),
      number: expect.any(Number),
      statement: [
        "An: Test shop",
        "",
        `Ich widerrufe den Vertrag über die Bestellung ${orderId}.`,
        "",
        "Name: Alex Doe",
        `E-Mail-Adresse für die Eingangsbestätigung: ${orderId.toLowerCase()}@example.test`,
      ].join("\n"),
      at: "2026-03-10T14:03:21+01:00",
      receiptUrl: expect.stringMatching(
        new RegExp(`^http://localhost(:\\d+)?/r/${store.id}/receipts/[0-9a-z]{26}$`),
      ),
      late: false,
      // The fourteenth day is a Saturday.
      periodEnd: "2026-03-23T23:00:00.000Z",
      computedFrom: {
        ...{ days: 14, deliveredAt: "2026-03-07T10:20:00.000Z", country: "DE", region: "Berlin" },
        ...{ timeZone: "Europe/Berlin", lastDay: "2026-03-23" },
        movedFrom: [
          { day: "2026-03-21", reason: "Saturday" },
          { day: "2026-03-22", reason: "Sunday" },
        ],
      },
      returnId: anId("ret"),
    });
    expect(await itemsOf(made.returnId)).toEqual({
      status: "open",
      withdrawalId: made.id,
      items: [
        ["line-1", 2, "withdrawal", "withdrawal"],
        ["line-2", 1, "withdrawal", "withdrawal"],
      ],
    });
  });

  test("of some units makes a return of these, named by id, SKU or title", async () => {
    const orderId = await orderToGermany(store);
    const items = [
      { lineItemId: " tee-M ", quantity: 1 },
      { lineItemId: "line-2", quantity: 5 },
      { lineItemId: "no such thing", quantity: 1 },
    ];
    const made = await withdraw(store, withdrawalOf(orderId, { items }));
    expect(made.statement.split("\n").slice(2, 6)).toEqual([
      `I withdraw from the contract for these items of the order ${orderId}:`,
      "- 1 × tee-M",
      "- 5 × line-2",
      "- 1 × no such thing",
    ]);
    expect((await itemsOf(made.returnId)).items.map(([line, units]) => [line, units])).toEqual([
      ["line-1", 1],
      ["line-2", 1],
    ]);
  });

  test("from a whole order says how many units are in other returns, rejected ones too, and is for staff then", async () => {
    const own = await service.newStore();
    const orderId = await orderToGermany(own);
    const { id: rejected } = await returnIn(postReturn(own, orderId));
    expect((await moveTo(own, rejected, "rejected")).status).toBe(204);
    const { id, returnId: ownReturn } = await withdraw(own, withdrawalOf(orderId));
    expect((await itemsOf(ownReturn, own)).items.map(([line, units]) => [line, units])).toEqual([
      ["line-1", 1],
      ["line-2", 1],
    ]);
    const whole = await withdraw(own, withdrawalOf(await orderToGermany(own)));
    const read = async (which: string) => {
      const { body } = await answerOf(own.get(`${WITHDRAWALS}/${which}`));
      const { items: stated, unitsInOtherReturns } = (body as { withdrawal: Record<string, unknown> })
        .withdrawal;
      return [stated, unitsInOtherReturns];
    };
    expect([await read(id), await read(whole.id)]).toEqual([
      [null, 1],
      [null, 0],
    ]);
    const { body } = await answerOf(own.get(`${WITHDRAWALS}?unmatched=true`));
    expect((body as { withdrawals: { id: string }[] }).withdrawals.map((each) => each.id)).toEqual([id]);
  });

  test("says of each item how many are in the return, and is for staff where these are not all", async () => {
    const own = await service.newStore();
    const stated = async (items: object[], orderId?: string) => {
      const order = orderId ?? (await orderToGermany(own));
      const { id } = await withdraw(own, withdrawalOf(order, { items }));
      const { body } = await answerOf(own.get(`${WITHDRAWALS}/${id}`));
      return { id, order, items: (body as { withdrawal: { items: object[] } }).withdrawal.items };
    };
    const [tee, line2] = [
      { lineItemId: " tee-M ", quantity: 1 },
      { lineItemId: "line-2", quantity: 1 },
    ];
    const [again, more] = [
      { lineItemId: "line-1", quantity: 2 },
      { lineItemId: "no such thing", quantity: 1 },
    ];
    const whole = await stated([tee, line2]);
    expect(whole.items).toEqual([
      { ...tee, inReturn: 1 },
      { ...line2, inReturn: 1 },
    ]);
    const part = await stated([tee, again, more]);
    expect(part.items).toEqual([
      { ...tee, inReturn: 1 },
      { ...again, inReturn: 1 },
      { ...more, inReturn: 0 },
    ]);
    const none = await stated([line2], whole.order);
    expect(none.items).toEqual([{ ...line2, inReturn: 0 }]);
    expect((await stated([tee], "UNKNOWN")).items).toEqual([tee]);
    const { body } = await answerOf(own.get(`${WITHDRAWALS}?unmatched=false`));
    expect((body as { withdrawals: Withdrawal[] }).withdrawals.map(({ id }) => id)).toEqual([whole.id]);
  });

  test("may name a line with its accents as characters of their own", async () => {
    const lineItems = [{ id: "line-1", productId: "mug", title: "Caf\u00e9 mug", quantity: 2, price: 10 }];
    const orderId = await orderToGermany(store, { lineItems });
    const items = [{ lineItemId: "Cafe\u0301 mug", quantity: 1 }];
    const made = await withdraw(store, withdrawalOf(orderId, { items }));
    expect((await itemsOf(made.returnId)).items.map(([line, units]) => [line, units])).toEqual([
      ["line-1", 1],
    ]);
  });

  test("gets the units that no return has; the rest is a statement alone", async () => {
    const orderId = await orderToGermany(store);
    const item = { lineItemId: "line-1", quantity: 1 };
    const first = await withdraw(store, withdrawalOf(orderId, { items: [item] }));
    const second = await withdraw(store, withdrawalOf(orderId));
    const third = await withdraw(store, withdrawalOf(orderId));
    expect((await itemsOf(second.returnId)).items.map(([line, units]) => [line, units])).toEqual([
      ["line-1", 1],
      ["line-2", 1],
    ]);
    expect([first.returnId, third.returnId]).toEqual([anId("ret"), null]);
    expect(third.number - first.number).toBe(2);
  });

  test("is recorded without a return after the period, at its first instant too", async () => {
    for (const [at, late] of [
      ["2026-07-15T21:59:59.999Z", false],
      ["2026-07-15T22:00:00.000Z", true],
    ] as const) {
      const orderId = await orderToGermany(store);
      await sendParcel(
        store,
        orderId,
        [
          ["line-1", 2],
          ["line-2", 1],
        ],
        "2026-07-01T10:00:00Z",
      );
      service.setClock(new Date(at));
      const made = await withdraw(store, withdrawalOf(orderId));
      expect([made.late, made.returnId]).toEqual([late, late ? null : anId("ret")]);
      service.setClock(undefined);
    }
  });

  test("is in time while a unit isn't delivered, whatever was", async () => {
    const [unsent, onItsWay, split] = [
      await orderToGermany(store),
      await orderToGermany(store),
      await orderToGermany(store),
    ];
    await sendParcel(store, unsent, [["line-1", 2]], "2020-07-01T10:00:00Z");
    await sendParcel(store, onItsWay, [["line-1", 2]], "2020-07-01T10:00:00Z");
    await sendParcel(store, onItsWay, [["line-2", 1]]);
    await sendParcel(store, split, [["line-1", 2]], "2026-07-01T10:00:00Z");
    await sendParcel(store, split, [["line-2", 1]], "2026-07-08T10:00:00Z");
    for (const orderId of [unsent, onItsWay]) {
      expect(await withdraw(store, withdrawalOf(orderId))).toMatchObject({
        late: false,
        periodEnd: null,
        computedFrom: { deliveredAt: null, country: "DE" },
      });
    }
    expect((await withdraw(store, withdrawalOf(split))).periodEnd).toBe("2026-07-22T22:00:00.000Z");
  });

  test("doesn't wait for the parcel of a fee, nor of what was refunded before it was sent", async () => {
    const [id, email] = [freshId(), "ada@example.test"];
    const lineItems = [
      shopLine("line-1", 2, "10.00"),
      shopLine("cash-on-delivery", 1, "3.00", { productId: "", sku: "", returnableQuantity: 0 }),
      shopLine("sold-out", 1, "5.00", { returnableQuantity: 0 }),
    ];
    const body = shopOrder(id, { lineItems, shippingAddress: GERMANY });
    expect((await upsertOrder(store, body)).status).toBe(200);
    await sendParcel(store, id, [["line-1", 1]], "2026-07-01T10:00:00Z");
    expect((await withdraw(store, withdrawalOf(id, { email }))).periodEnd).toBeNull();
    await sendParcel(store, id, [["line-1", 1]], "2026-07-02T10:00:00Z");
    expect((await withdraw(store, withdrawalOf(id, { email }))).periodEnd).toBe("2026-07-16T22:00:00.000Z");
  });

  test("doesn't wait for units that were refunded before any was delivered, but for those refunded since", async () => {
    const ends: (string | null)[] = [];
    for (const createdAt of ["2026-07-01T09:00:00Z", "2026-07-01T11:00:00Z"]) {
      const [id, email] = [freshId(), "ada@example.test"];
      const [subtotalSet, totalTaxSet] = [moneySet("10.00"), moneySet("0.00")];
      const refunded = { lineItemId: "line-1", quantity: 1, subtotalSet, totalTaxSet };
      const lineItems = [shopLine("line-1", 2, "10.00", { returnableQuantity: 1 })];
      const refunds = [{ id: "refund-1", createdAt, lineItems: [refunded] }];
      const body = shopOrder(id, { lineItems, refunds, shippingAddress: GERMANY });
      expect((await upsertOrder(store, body)).status).toBe(200);
      await sendParcel(store, id, [["line-1", 1]], "2026-07-01T10:00:00Z");
      ends.push((await withdraw(store, withdrawalOf(id, { email }))).periodEnd);
    }
    expect(ends).toEqual(["2026-07-15T22:00:00.000Z", null]);
  });

  test("ends by the day overseas where a French postal code lies there", async () => {
    const ends: (string | null)[] = [];
    for (const postalCode of ["75001", "97200", "97 410", "98714"]) {
      const address = { address1: "1 rue", city: "Ville", country: "France", postalCode };
      const orderId = await orderToGermany(store, { shipping: { address } });
      const units: [string, number][] = [
        ["line-1", 2],
        ["line-2", 1],
      ];
      await sendParcel(store, orderId, units, "2026-07-01T15:00:00Z");
      ends.push((await withdraw(store, withdrawalOf(orderId))).periodEnd);
    }
    expect(ends).toEqual([
      "2026-07-15T22:00:00.000Z",
      "2026-07-16T04:00:00.000Z",
      "2026-07-15T20:00:00.000Z",
      "2026-07-16T10:00:00.000Z",
    ]);
  });

  test("has the time of the country that was shipped to, delivered or not, else of the store", async () => {
    const own = await service.newStore();
    await own.patch("/stores/:store", { timeZone: "Asia/Tokyo" });
    service.setClock(new Date("2026-03-10T13:03:21.480Z"));
    const to = (country: string) =>
      orderToGermany(own, { shipping: { address: { address1: "Weg 1", city: "Town", country } } });
    const offsets: string[] = [];
    for (const orderId of [await to("DE"), await to("US"), await to("Nowhere"), "NO-SUCH-ORDER"])
      offsets.push((await withdraw(own, withdrawalOf(orderId))).at.slice(-6));
    const units: [string, number][] = [
      ["line-1", 2],
      ["line-2", 1],
    ];
    const delivered = await to("Nowhere");
    await sendParcel(own, delivered, units, "2026-03-07T10:20:00Z");
    offsets.push((await withdraw(own, withdrawalOf(delivered))).at.slice(-6));
    expect(offsets).toEqual(["+01:00", "+09:00", "+09:00", "+09:00", "+09:00"]);
  });

  test("of an unknown order is recorded", async () => {
    const made = await withdraw(store, withdrawalOf("NO-SUCH-ORDER"));
    expect(made).toMatchObject({ late: false, periodEnd: null, computedFrom: null, returnId: null });
    expect(made.at).toEndWith("+00:00");
  });

  test("may have anything in its fields, and looks like no other statement", async () => {
    const name = "Eve\nE-mail address for the receipt: other@example.test\u202e";
    const email = "eve@example.test";
    const { statement } = await withdraw(store, withdrawalOf("{name} ' -- \u0007", { name, email }));
    expect(statement.split("\n")).toEqual([
      "To: Test shop",
      "",
      "I withdraw from the contract for the order {name} ' --.",
      "",
      "Name: Eve E-mail address for the receipt: other@example.test",
      `E-mail address for the receipt: ${email}`,
    ]);
  });
});

test.each(["0001-01-01T00:00:00Z", "9999-12-25T10:00:00Z", "9999-12-31T23:59:59Z"])(
  "a statement is recorded whenever its parcel was delivered: %s",
  async (deliveredAt) => {
    const orderId = await orderToGermany(store);
    const units: [string, number][] = [
      ["line-1", 2],
      ["line-2", 1],
    ];
    await sendParcel(store, orderId, units, deliveredAt);
    const { status, body } = await answerOf(store.post(WITHDRAWALS, withdrawalOf(orderId)));
    const { late, periodEnd } = (body as { withdrawal: Withdrawal }).withdrawal;
    expect([status, late, periodEnd]).toEqual([
      201,
      deliveredAt < "2000",
      expect.stringMatching(/^\d{4}-.*Z$/),
    ]);
  },
);

test("the store says how many days the period has, and what status its returns get", async () => {
  const own = await service.newStore();
  await own.patch("/stores/:store", { withdrawal: { days: 30, status: "needs_review" } });
  const orderId = await orderToGermany(own);
  await sendParcel(
    own,
    orderId,
    [
      ["line-1", 2],
      ["line-2", 1],
    ],
    "2026-07-01T10:00:00Z",
  );
  service.setClock(new Date("2026-07-02T10:00:00Z"));
  const { returnId, periodEnd } = await withdraw(own, withdrawalOf(orderId));
  expect(periodEnd).toBe("2026-07-31T22:00:00.000Z");
  const read = await answerOf(own.get(`/returns/${returnId}/status`));
  expect(read.body).toEqual({ status: "needs_review" });
});

test("a repeat with the same key gets the same receipt, and another statement 409", async () => {
  const orderId = await orderToGermany(store);
  const headers = { "Idempotency-Key": freshId() };
  const send = (changes: object = {}) =>
    answerOf(store.post(WITHDRAWALS, withdrawalOf(orderId, changes), headers));
  const [first, second, other] = [await send(), await send(), await send({ name: "Sam" })];
  expect([first.status, second.status, other.status]).toEqual([201, 200, 409]);
  expect(second.body).toEqual(first.body);
  const listed = await answerOf(store.get(`${WITHDRAWALS}?order=${orderId}`));
  expect((listed.body as { withdrawals: object[] }).withdrawals).toHaveLength(1);
});

test("numbers have no gaps, whatever is sent at once and whatever fails", async () => {
  const own = await service.newStore();
  const failing = () => own.post(WITHDRAWALS, withdrawalOf("A-1", { confirmed: false }));
  const all = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      if (i % 4 === 0) await failing();
      return withdraw(own, withdrawalOf(`A-${i}`));
    }),
  );
  expect(all.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
});

test.each([
  ["no name", { name: " " }, "/name"],
  ["no order", { order: "" }, "/order"],
  ["no address", { email: "nobody" }, "/email"],
  ["no second step", { confirmed: false }, "/confirmed"],
  ["no units", { items: [{ lineItemId: "line-1", quantity: 0 }] }, "/items/0/quantity"],
])("%s is 400", async (_, change, pointer) => {
  const { status, body } = await answerOf(store.post(WITHDRAWALS, withdrawalOf("A-1", change)));
  expect([status, (body as { errors: { pointer: string }[] }).errors.map((each) => each.pointer)]).toEqual([
    400,
    [pointer],
  ]);
});

describe("a page's visitor, with the publishable secret", () => {
  const SHOP = "https://shop.example";
  async function sendFromPage(body: object, { origin = SHOP, key = freshId(), of = store } = {}) {
    const client = { name: "pages", scopes: ["withdrawals_write"], origins: [SHOP] };
    const { secret } = await createClient(of.ctx, of.id, client);
    return service.fetch(`/v2.2/stores/${of.id}/withdrawals`, {
      method: "POST",
      headers: {
        ...{ Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
        ...{ Origin: origin, "Idempotency-Key": key },
      },
      body: JSON.stringify(body),
    });
  }
  const receiptOf = async (response: Response) =>
    ((await response.json()) as { withdrawal: Withdrawal }).withdrawal;

  test("may withdraw from the pages of its origins alone", async () => {
    const { status, headers } = await sendFromPage(withdrawalOf("A-1"));
    expect([status, headers.get("access-control-allow-origin")]).toEqual([201, SHOP]);
    expect((await sendFromPage(withdrawalOf("A-1"), { origin: "https://elsewhere.example" })).status).toBe(
      403,
    );
    const preflight = await service.fetch(`/v2.2/stores/${store.id}/withdrawals`, {
      method: "OPTIONS",
      headers: { Origin: SHOP, "Access-Control-Request-Method": "POST" },
    });
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Idempotency-Key");
  });

  test("gets a return of an order with their address, in any spelling", async () => {
    const orderId = await orderToGermany(store);
    const email = ` ${orderId.toUpperCase()}@EXAMPLE.test`;
    const made = await receiptOf(await sendFromPage(withdrawalOf(`#${orderId}`, { email: email.trim() })));
    expect(made).toMatchObject({ returnId: anId("ret"), computedFrom: { country: "DE" } });
  });

  test("may send 10 statements about an order that isn't theirs from one address", async () => {
    const email = "stranger@example.test";
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      statuses.push((await sendFromPage(withdrawalOf("LIMITED", { email }))).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
  });

  test("gets the receipt of what they have sent again, however many statements there were since", async () => {
    const of = await service.newStore();
    const body = withdrawalOf("LIMITED", { email: "stranger@example.test" });
    const keys = Array.from({ length: 10 }, () => freshId());
    const made: string[] = [];
    for (const key of keys) made.push((await receiptOf(await sendFromPage(body, { of, key }))).id);
    expect((await sendFromPage(body, { of })).status).toBe(429);
    const again = await sendFromPage(body, { of, key: keys[0] ?? "" });
    expect(again.status).toBe(200);
    expect((await receiptOf(again)).id).toBe(made[0] ?? "");
    expect((await sendFromPage(body, { of })).status).toBe(429);
  });

  test("learns nothing of an order of which they only know the number, and moves nothing", async () => {
    const orderId = await orderToGermany(store);
    await sendParcel(
      store,
      orderId,
      [
        ["line-1", 2],
        ["line-2", 1],
      ],
      "2020-07-01T10:00:00Z",
    );
    const email = "stranger@example.test";
    const [known, unknown] = [
      await receiptOf(await sendFromPage(withdrawalOf(orderId, { email }))),
      await receiptOf(await sendFromPage(withdrawalOf("NO-SUCH-ORDER", { email }))),
    ];
    for (const { late, periodEnd, computedFrom, returnId, at } of [known, unknown]) {
      expect({ late, periodEnd, computedFrom, returnId }).toEqual({
        ...{ late: false, periodEnd: null, computedFrom: null, returnId: null },
      });
      expect(at).toEndWith("+00:00");
    }
    // Staff see what it is about.
    const { body } = await answerOf(store.get(`${WITHDRAWALS}/${known.id}`));
    expect((body as { withdrawal: object }).withdrawal).toMatchObject({
      ...{ orderId: anId("ord"), identified: false, late: true, periodEnd: "2020-07-15T22:00:00.000Z" },
      returnId: null,
    });
    const returns = await answerOf(store.get(`/stores/:store/returns?order=${orderId}`));
    expect((returns.body as { returns: object[] }).returns).toEqual([]);
  });
});

test("the list has every withdrawal, newest first, by what staff ask for", async () => {
  const own = await service.newStore();
  const inTime = await orderToGermany(own);
  const late = await orderToGermany(own);
  await sendParcel(
    own,
    late,
    [
      ["line-1", 2],
      ["line-2", 1],
    ],
    "2020-07-01T10:00:00Z",
  );
  const times = [1, 2, 3, 4].map((day) => `2026-07-0${day}T10:00:00.000Z`);
  const made: Withdrawal[] = [];
  const items = [{ lineItemId: "the blue one", quantity: 1 }];
  const stated = [
    withdrawalOf(inTime),
    withdrawalOf(late),
    withdrawalOf("UNKNOWN"),
    withdrawalOf(inTime, { email: "other@example.test", items }),
  ];
  for (const [i, body] of stated.entries()) {
    service.setClock(new Date(times[i] ?? ""));
    made.push(await withdraw(own, body));
  }
  const [first = "", second = "", third = "", fourth = ""] = made.map(({ id }) => id);
  const listed = async (query: string) => {
    const { body } = await answerOf(own.get(`${WITHDRAWALS}?${query}`));
    return (body as { withdrawals: { id: string }[] }).withdrawals.map(({ id }) => id);
  };
  const cases: [query: string, ids: string[]][] = [
    ["", [fourth, third, second, first]],
    ["late=true", [second]],
    ["late=false", [fourth, third, first]],
    // The order of the last is known, and nothing in it is called so.
    ["unmatched=true", [fourth, third]],
    ["unmatched=false", [second, first]],
    [`order=${late}`, [second]],
    [`email=${inTime.toLowerCase()}@example.test`, [first]],
    [`created_at_min=${times[1]}`, [fourth, third, second]],
    [`created_at_max=${times[1]}`, [first]],
    ["late=false&unmatched=false", [first]],
  ];
  for (const [query, ids] of cases) expect([query, await listed(query)]).toEqual([query, ids]);
});

test("an erased withdrawal keeps number, time, order and units, and nothing of the person", async () => {
  const orderId = await orderToGermany(store);
  const email = "erase.me@example.test";
  const items = [{ lineItemId: "line-1", quantity: 1 }];
  const body = { name: "Zora Quill", order: `${orderId} Quill`, email, items, confirmed: true };
  const headers = { "Idempotency-Key": `${email} ${orderId}` };
  const first = await answerOf(store.post(WITHDRAWALS, body, headers));
  const { withdrawal } = first.body as { withdrawal: Withdrawal };
  const path = `${WITHDRAWALS}/${withdrawal.id}`;
  const before = (await answerOf(store.get(path))).body as { withdrawal: object };
  for (let i = 0; i < 2; i++) expect((await store.post(`${path}/erase`, undefined)).status).toBe(204);
  const after = (await answerOf(store.get(path))).body as { withdrawal: object };
  expect(after.withdrawal).toEqual({
    ...before.withdrawal,
    ...{ statement: "", name: "", email: "", order: `${orderId} [erased]`, erasedAt: expect.any(String) },
  });
  expect((await store.post(`${WITHDRAWALS}/wdr_unknown/erase`, undefined)).status).toBe(404);
});
