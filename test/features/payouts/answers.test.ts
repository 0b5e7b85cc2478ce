import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { inParallel } from "../../lab/torture/in-parallel.ts";
import { asOfNow } from "../../support/as-of-now.ts";
import { returnOf } from "../../support/fixtures.ts";
import type { Seen } from "../../support/outside-world.ts";
import { newPayee, payoutsOf, refund, wrongSum } from "../../support/payouts.ts";
import { answerOf as answered, moveTo, newOrder, newReturn, readReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ payoutRetrySchedule: [0, 5, 5], payoutTimeoutMs: 150 });

const usd = (amount: string) => ({ amount, currency: "USD" });
const ORDER = {
  lineItems: [{ id: "1", productId: "p", title: "P", quantity: 1, price: 10 }],
  totalPrice: 10,
};
const ITEMS = { items: [{ lineItemId: "1", quantity: 1, reason: "r" }] };

async function completed(store: TestStore): Promise<string> {
  const { id } = await newReturn(store, ITEMS, ORDER);
  expect((await moveTo(store, id, "complete")).status).toBe(204);
  return id;
}

/** Lets the pauses of all unknown payouts end, and what is due then be sent. */
async function goOn(store: TestStore) {
  await store.ctx.db.execute(sql`
    update payout_streams set due_at = now() where store_id = ${store.id} and due_at is not null`);
  await service.drain({ sweeps: true });
}

async function patchRefund(store: TestStore, id: string, amount: string) {
  const [item] = (await readReturn(store, id)).return.items;
  const body = { items: [{ id: item?.id, refund: { amount: usd(amount), type: "refund" } }] };
  expect((await store.patch(`/returns/${id}`, body)).status).toBe(200);
  await service.drain();
}

type Case = [name: string, answer: () => Response | Promise<Response>, expected: object];

const says =
  (body: object, status = 200) =>
  () =>
    Response.json(body, { status });
const CASES: Case[] = [
  [
    "paid",
    says({ status: "paid", reference: "re_1" }),
    { status: "paid", reference: "re_1", reason: null, amount: usd("10.00") },
  ],
  ["paid, with 201", says({ status: "paid" }, 201), { status: "paid", reference: null }],
  [
    "paid, with the amount that was asked for",
    says({ status: "paid", amount: usd("10") }),
    { status: "paid", amount: usd("10.00"), reason: null },
  ],
  [
    "paid, with the amount as a text",
    says({ status: "paid", amount: "10.00" }),
    { status: "paid", reason: null },
  ],
  [
    "paid, with a number for a reference",
    says({ status: "paid", reference: 7 }),
    { status: "paid", reference: "7" },
  ],
  [
    "paid, with a number for a reference that a double doesn't hold",
    () => new Response('{"status":"paid","reference":9007199254740993}'),
    { status: "paid", reference: "9007199254740993" },
  ],
  [
    "paid, with another amount",
    says({ status: "paid", amount: usd("9.99") }),
    { status: "paid", amount: usd("9.99"), reason: "amount_differs" },
  ],
  [
    "paid, with a higher amount",
    says({ status: "paid", amount: usd("12.00") }),
    { status: "paid", amount: usd("12.00"), reason: "amount_differs" },
  ],
  [
    "paid, with an amount in another currency",
    says({ status: "paid", amount: { amount: "10.00", currency: "EUR" } }),
    { status: "unknown" },
  ],
  [
    "paid, with more digits than money has",
    says({ status: "paid", amount: usd("9".repeat(40)) }),
    { status: "unknown" },
  ],
  ...[
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+01:00",
    "9999-12-31T23:59:59-23:59",
    "2026-02-30T00:00:00Z",
  ].map(
    (paidAt): Case => [
      `paid at ${paidAt}`,
      says({ status: "paid", paidAt }),
      { status: "paid", attempts: 1 },
    ],
  ),
  ["paid, with parts of a cent", says({ status: "paid", amount: usd("10.001") }), { status: "unknown" }],
  ["paid, with less than nothing", says({ status: "paid", amount: usd("-10.00") }), { status: "unknown" }],
  [
    "refused",
    says({ status: "refused", reason: "The card has expired." }),
    { status: "refused", reason: "The card has expired." },
  ],
  ["unknown", says({ status: "unknown", reference: "re_2" }), { status: "unknown", reference: "re_2" }],
  ["2xx without a status", says({ reference: "re_3" }), { status: "unknown" }],
  ["2xx with a status that it doesn't have", says({ status: "PAID" }), { status: "unknown" }],
  ["2xx with a list", () => Response.json([{ status: "paid" }]), { status: "unknown" }],
  ["2xx with a text", () => new Response("paid"), { status: "unknown" }],
  ["204", () => new Response(null, { status: 204 }), { status: "unknown" }],
  [
    "2xx with more than is read",
    () => new Response(JSON.stringify({ status: "paid", padding: "x".repeat(5_000) })),
    {
      status: "unknown",
      reason: "The payee answered with more than 4096 bytes and didn't say whether it has paid.",
    },
  ],
  ...[400, 401, 402, 403, 404, 410, 422].map(
    (status): Case => [String(status), says({ reason: "no" }, status), { status: "refused", reason: "no" }],
  ),
  ...[301, 307, 408, 409, 425, 429, 500, 502, 503].map(
    (status): Case => [String(status), says({ status: "paid" }, status), { status: "unknown" }],
  ),
  [
    "a lost answer",
    () => Promise.reject(new Error("connection reset")),
    { status: "unknown", reason: "connection reset" },
  ],
  [
    "a lost answer, for a reason that can't be stored",
    () => Promise.reject(new Error("a\0b\ud800")),
    { status: "unknown", reason: "a\ufffdb\ufffd" },
  ],
  [
    "refused, for a reason that can't be stored",
    says({ status: "refused", reason: "a\0b\ud800", reference: "r\0" }),
    { status: "refused", reason: "a\ufffdb\ufffd", reference: "r\ufffd" },
  ],
  ["no answer in time", () => new Promise<Response>(() => {}), { status: "unknown", reason: "timed out" }],
];

test("the payee's answers say what becomes of a payout", async () => {
  // All at once would wait for the connections of the database.
  const found = await inParallel(CASES.length, async (i) => {
    const [name, answer] = CASES[i] as Case;
    const store = await service.newStore();
    const payee = await newPayee(service, store, answer);
    const id = await completed(store);
    return { name, store, payee, id };
  });
  await service.drain();
  for (const [i, [name, , expected]] of CASES.entries()) {
    const { store, id } = found[i] as (typeof found)[number];
    const [payout, ...others] = await payoutsOf(store, id);
    expect([name, payout]).toMatchObject([name, { ...expected }]);
    expect([name, others]).toEqual([name, []]);
    expect([name, wrongSum((await readReturn(store, id)).return)]).toEqual([name, undefined]);
  }
});

/** A payee that has an effect once per key, and whose answers are lost at first. */
function ledger(lost: number) {
  const paid = new Map<string, string>();
  let requests = 0;
  const answer = ({ headers, body }: Seen) => {
    const key = headers["idempotency-key"] ?? "";
    if (!paid.has(key)) paid.set(key, JSON.parse(body).amount.amount);
    if (++requests <= lost) throw new Error("the answer is lost");
    return Response.json({ status: "paid", reference: `re_${key}` });
  };
  return { answer, paid };
}

describe("a payout that is unknown is asked for again", () => {
  test("with its key and the same bytes, for ever, and takes effect once", async () => {
    const store = await service.newStore();
    const { answer, paid } = ledger(6);
    const payee = await newPayee(service, store, answer);
    const id = await completed(store);
    for (let count = 0; count < 7; count++) {
      await service.drain({ sweeps: true });
      await store.post(`/returns/${id}/comments`, { comment: { message: `Asked ${count}` } });
      await goOn(store);
    }
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", attempts: 7 }]);
    expect([...paid.values()]).toEqual(["10.00"]);
    expect(
      new Set(payee.seen().map(({ headers, body }) => `${headers["idempotency-key"]} ${body}`)).size,
    ).toBe(1);
  });

  test("at once when a person asks, and it can be said to be paid elsewhere", async () => {
    const store = await service.newStore();
    const { answer } = ledger(99);
    const payee = await newPayee(service, store, answer);
    const id = await completed(store);
    for (let count = 0; count < 4; count++) await goOn(store);
    const before = payee.seen().length;
    expect(await refund(store, id)).toMatchObject({
      status: 202,
      body: { payouts: [{ status: "unknown" }] },
    });
    await service.drain();
    expect(payee.seen()).toHaveLength(before + 1);
    expect(await refund(store, id, { paidElsewhere: true, reference: "cash" })).toMatchObject({
      body: { payouts: [{ status: "paid", reference: "cash" }] },
    });
    await goOn(store);
    expect(payee.seen()).toHaveLength(before + 1);
  });

  test("of the payee that was asked: another one is never asked for it", async () => {
    const store = await service.newStore();
    const first = await newPayee(service, store, () => Promise.reject(new Error("lost")));
    const id = await completed(store);
    await service.drain();
    expect((await store.delete(`/stores/:store/integrations/${first.id}`)).status).toBe(204);
    const second = await newPayee(service, store, says({ status: "paid" }));
    const before = second.seen().length;
    await goOn(store);
    expect(second.seen()).toHaveLength(before);
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "unknown" }]);
  });
});

test("what a payee that is gone was asked for by a process that ended is unknown, until a person says that it was paid", async () => {
  const store = await service.newStore();
  const payee = await newPayee(service, store, () => Promise.reject(new Error("lost")));
  const id = await completed(store);
  // As the process leaves it that ends after its request and before the answer.
  await store.ctx.db.execute(sql`
    update payouts set sent_at = now(), payer_id = ${payee.id} where store_id = ${store.id}`);
  expect((await store.delete(`/stores/:store/integrations/${payee.id}`)).status).toBe(204);
  for (let count = 0; count < 3; count++) await goOn(store);
  expect(await payoutsOf(store, id)).toMatchObject([
    {
      ...{ status: "unknown", attempts: 0 },
      reason: "The payee that was asked for it is off or gone: ask there whether it was paid.",
    },
  ]);
  await refund(store, id, { paidElsewhere: true });
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", reason: null }]);
  expect(payee.seen()).toEqual([]);
});

test("what was refused is tried again when a person asks, as the same payout with another key", async () => {
  const store = await service.newStore();
  let refuses = true;
  const payee = await newPayee(service, store, () =>
    Response.json(refuses ? { status: "refused", reason: "closed" } : { status: "paid", reference: "re_2" }),
  );
  const id = await completed(store);
  await service.drain();
  const [refused] = await payoutsOf(store, id);
  expect(refused).toMatchObject({ status: "refused", reason: "closed" });
  await goOn(store);
  expect(payee.seen()).toHaveLength(1);
  refuses = false;
  await refund(store, id);
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([
    { id: refused?.id, status: "paid", reference: "re_2", reason: null, attempts: 2 },
  ]);
  expect(new Set(payee.seen().map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
});

const completes = async (store: TestStore, id: string) =>
  expect((await moveTo(store, id, "complete")).status).toBe(204);
const reopens = async (store: TestStore, id: string) => {
  expect((await moveTo(store, id, "open")).status).toBe(204);
};
const owes = (amount: string, type: string) => async (store: TestStore, id: string) => {
  const [item] = (await readReturn(store, id)).return.items;
  const body = { items: [{ id: item?.id, refund: { amount: usd(amount), type } }] };
  expect((await store.patch(`/returns/${id}`, body)).status).toBe(200);
};

test("what is done once more in a restored copy is paid once: it has the same keys, and no other payment has", async () => {
  const asks = async (store: TestStore, id: string) => expect((await refund(store, id)).status).toBe(202);
  for (const [before, since, keys] of [
    [[], [completes], 1],
    [[owes("4.00", "refund"), completes], [owes("10.00", "refund")], 2],
    [[owes("4.00", "refund")], [completes, reopens, owes("10.00", "refund"), completes], 2],
    [[owes("4.00", "store_credit")], [completes, owes("10.00", "store_credit")], 2],
    // The payee refuses the first request for 9.00, and pays the next.
    [[owes("9.00", "refund")], [completes, asks], 2],
    [[owes("9.00", "refund"), completes], [asks], 2],
    [[owes("9.00", "store_credit"), completes], [asks, owes("10.00", "store_credit")], 3],
  ] as const) {
    const store = await service.newStore();
    const answers = new Map<unknown, object>();
    const payee = await newPayee(service, store, ({ headers, body }) => {
      const key = headers["idempotency-key"];
      const refuses = JSON.parse(body).amount.amount === "9.00" && answers.size === 0;
      const answer = answers.get(key) ?? { status: refuses ? "refused" : "paid" };
      answers.set(key, answer);
      return Response.json(answer);
    });
    const { id } = await newReturn(store, ITEMS, ORDER);
    const run = async (steps: readonly ((store: TestStore, id: string) => Promise<void>)[]) => {
      for (const step of steps) {
        await step(store, id);
        await service.drain();
      }
      return payoutsOf(store, id);
    };
    await run(before);
    const restore = await asOfNow(store, id);
    const paid = (await run(since)).map(({ id, status }) => ({ id, status }));
    await restore();
    expect((await run(since)).map(({ id, status }) => ({ id, status }))).toEqual(paid);
    expect(answers.size).toBe(keys);
    expect(payee.seen().length).toBeGreaterThan(keys);
  }
});

test("what was paid less is paid the rest once a person names it", async () => {
  const store = await service.newStore();
  const { seen } = await newPayee(service, store, ({ body }) => {
    const { amount } = JSON.parse(body).amount;
    return Response.json({ status: "paid", amount: usd(amount === "10.00" ? "6.00" : amount) });
  });
  const id = await completed(store);
  await service.drain();
  expect(await refund(store, id)).toMatchObject({
    body: { payouts: [{ amount: usd("6.00"), reason: "amount_differs" }] },
  });
  expect(await refund(store, id, { amount: usd("4.01") })).toMatchObject({ status: 409 });
  expect(await refund(store, id, { amount: usd("4.00") })).toMatchObject({ status: 202 });
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([
    { amount: usd("6.00") },
    { amount: usd("4.00"), status: "paid" },
  ]);
  expect(seen()).toHaveLength(2);
});

describe("what was paid more counts as it was paid", () => {
  const LINE = { id: "1", productId: "p", title: "P", quantity: 3, price: 10 };
  /** A return of two pieces of 10.00 whose payee pays 3.00 more than it is asked the first time. */
  async function generous() {
    const store = await service.newStore();
    let more = 3;
    const payee = await newPayee(service, store, ({ body }) => {
      const amount = (Number(JSON.parse(body).amount.amount) + more).toFixed(2);
      more = 0;
      return Response.json({ status: "paid", amount: usd(amount) });
    });
    const items = [{ lineItemId: "1", quantity: 2, reason: "r" }];
    const { id } = await newReturn(store, { items }, { lineItems: [LINE], totalPrice: 30 });
    const asked = () => payee.seen().map(({ body }) => JSON.parse(body).amount.amount);
    return { store, id, asked };
  }
  test("when more falls due, however that is", async () => {
    const { store, id, asked } = await generous();
    await moveTo(store, id, "complete");
    await service.drain();
    await patchRefund(store, id, "23.00");
    expect((await readReturn(store, id)).return).not.toHaveProperty("overpaid");
    await patchRefund(store, id, "25.00");
    expect(asked()).toEqual(["20.00", "2.00"]);
    expect((await readReturn(store, id)).return).not.toHaveProperty("overpaid");
  });

  test("of a payout behind which another one waits: that one is for less, or not at all", async () => {
    for (const [first, expected] of [
      ["5.00", ["5.00", "12.00"]],
      ["18.00", ["18.00"]],
    ] as const) {
      const { store, id, asked } = await generous();
      await refund(store, id, { amount: usd(first) });
      await moveTo(store, id, "complete");
      await service.drain();
      expect(asked()).toEqual([...expected]);
    }
  });

  test("when the return is completed after a part was asked for, and a person asks for no more than is left", async () => {
    for (const [how, expected] of [
      ["completes", ["5.00", "12.00"]],
      ["asks", ["5.00", "12.00"]],
    ] as const) {
      const { store, id, asked } = await generous();
      expect((await refund(store, id, { amount: usd("5.00") })).status).toBe(202);
      await service.drain();
      if (how === "completes") await moveTo(store, id, "complete");
      else {
        expect((await refund(store, id, { amount: usd("12.01") })).status).toBe(409);
        await refund(store, id);
      }
      await service.drain();
      expect([how, asked()]).toEqual([how, [...expected]]);
    }
  });
});

test("payouts of a return are sent in order, each after the payee has said what became of the one before", async () => {
  const store = await service.newStore();
  const order = { ...ORDER, lineItems: [{ ...ORDER.lineItems[0], quantity: 3 }], totalPrice: 30 };
  const { id } = await newReturn(store, { items: [{ lineItemId: "1", quantity: 3, reason: "r" }] }, order);
  let isKnown = false;
  const payee = await newPayee(service, store, () => Response.json({ status: isKnown ? "paid" : "unknown" }));
  for (const amount of ["1.00", "2.00"]) await refund(store, id, { amount: usd(amount) });
  await service.drain();
  await goOn(store);
  const asked = () => payee.seen().map(({ body }) => JSON.parse(body).amount.amount);
  expect(new Set(asked())).toEqual(new Set(["1.00"]));
  isKnown = true;
  await goOn(store);
  await goOn(store);
  expect(asked().at(-1)).toBe("2.00");
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid" }, { status: "paid" }]);
});

test("what a payee says of a person who was erased is not stored", async () => {
  const store = await service.newStore();
  const customer = { id: "ann", email: "ann@example.test" };
  const { id } = await newReturn(store, ITEMS, { ...ORDER, customer });
  let answer = says({ status: "unknown", reason: `The bank of ${customer.email} is asked.` });
  await newPayee(service, store, () => answer());
  expect((await moveTo(store, id, "complete")).status).toBe(204);
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([
    { status: "unknown", reason: expect.stringContaining(customer.email) },
  ]);
  expect((await store.post("/stores/:store/customers/ann/erase", undefined)).status).toBe(202);
  await service.drain();
  answer = says({ status: "refused", reason: `The card of ${customer.email} has expired.` });
  await goOn(store);
  expect(await payoutsOf(store, id)).toMatchObject([
    { status: "refused", reason: "The payee gave no reason." },
  ]);
});

test("a store has one payee, which is not tested and whose secrets are not shown", async () => {
  const store = await service.newStore();
  const payee = await newPayee(service, store, says({ status: "paid" }));
  const again = { kind: "refunds", provider: "other", url: payee.url };
  expect(await answered(store.post("/stores/:store/integrations", again))).toMatchObject({
    status: 409,
    body: { code: "payee_exists" },
  });
  const path = `/stores/:store/integrations/${payee.id}`;
  expect(await answered(store.post(`${path}/test`, {}))).toMatchObject({
    status: 409,
    body: { code: "payee_not_tested" },
  });
  const shown = await answered(store.get(path));
  expect(shown.body).toMatchObject({ kind: "refunds", hasToken: true });
  expect(JSON.stringify(shown)).not.toContain(payee.signingSecret);
  const wanting = { ...returnOf(await newOrder(store, ORDER), ITEMS), options: { createExternalRMAs: true } };
  expect(await answered(store.post("/stores/:store/returns", wanting))).toMatchObject({
    body: { externalRMAResponses: [] },
  });
  expect(payee.seen()).toEqual([]);
});

test("a payout with another amount is listed to be looked at, until the rest is paid or what was paid is due", async () => {
  const cases: [paid: string, decide: (store: TestStore, id: string) => Promise<unknown>][] = [
    ["6.00", (store, id) => refund(store, id, { amount: usd("4.00"), paidElsewhere: true })],
    ["6.00", (store, id) => patchRefund(store, id, "6.00")],
    ["0.00", (store, id) => refund(store, id, { amount: usd("10.00"), paidElsewhere: true })],
    ["12.00", (store, id) => patchRefund(store, id, "12.00")],
    ["12.00", (store, id) => patchRefund(store, id, "0.00")],
  ];
  for (const [paid, decide] of cases) {
    const store = await service.newStore();
    await newPayee(service, store, () => Response.json({ status: "paid", amount: usd(paid) }));
    const order = { ...ORDER, lineItems: [{ ...ORDER.lineItems[0], quantity: 2 }], totalPrice: 20 };
    const { id } = await newReturn(store, ITEMS, order);
    await moveTo(store, id, "complete");
    await service.drain();
    const listed = async () => {
      const { body } = await answered(store.get("/stores/:store/payouts?attention=amount_differs"));
      return (body as { payouts: { returnId: string }[] }).payouts.map(({ returnId }) => returnId);
    };
    expect([paid, await listed()]).toEqual([paid, [id]]);
    await decide(store, id);
    expect([paid, await listed()]).toEqual([paid, []]);
  }
});

test("a payout with more and one with less that together are what is due are not listed", async () => {
  const store = await service.newStore();
  const answers = ["6.00", "14.00"];
  await newPayee(service, store, () =>
    Response.json({ status: "paid", amount: usd(answers.shift() ?? "0.00") }),
  );
  const order = { ...ORDER, lineItems: [{ ...ORDER.lineItems[0], quantity: 2 }], totalPrice: 20 };
  const { id } = await newReturn(store, { items: [{ ...ITEMS.items[0], quantity: 2 }] }, order);
  await refund(store, id, { amount: usd("8.00") });
  await service.drain();
  await moveTo(store, id, "complete");
  await service.drain();
  const { body } = await answered(store.get("/stores/:store/payouts?attention=amount_differs"));
  expect([body, await payoutsOf(store, id)]).toMatchObject([{ payouts: [] }, [{}, {}]]);
});

test("payouts are listed by status and by return, those of the newest return first", async () => {
  const store = await service.newStore();
  const [first, second] = [await completed(store), await completed(store)];
  await refund(store, first, { paidElsewhere: true });
  const list = async (query = "") =>
    (
      (await (await store.get(`/stores/:store/payouts${query}`)).json()) as {
        payouts: { returnId: string }[];
      }
    ).payouts.map(({ returnId }) => returnId);
  expect(await list()).toEqual([second, first]);
  expect(await list("?status=paid")).toEqual([first]);
  expect(await list(`?returnId=${second}`)).toEqual([second]);
});
