import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { newOrder, newReturn, readReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import {
  DONE,
  everythingOf,
  json,
  NOT_FOUND,
  numberOf,
  unitIdsIn,
  warehouse,
} from "../../support/warehouse.ts";

const service = useService();

const ACTIONS = ["process", "flag", "close", "cancel", "remove", "note"];
const NOT_IN_DETAILS = json(200, { error: { message: "No return found with this ID." } });

type Shown = { id: number; order_id: number; provider_order_id: number; service_id: string };

async function detailsOf(store: TestStore, id: string): Promise<Shown> {
  const { body } = await warehouse(service, store, `GET /return/details?service_return_id=${id}`);
  return body as Shown;
}

/** Returns the responses of every operation that takes an id, by its name. */
async function useEverywhere(store: TestStore, query: Record<string, string>, path = "x") {
  const search = new URLSearchParams(query);
  const answers: Record<string, unknown> = {
    details: await warehouse(service, store, `GET /return/details?${search}`),
    notes: await warehouse(service, store, `GET /return/${path}/notes?${search}`),
  };
  for (const action of ACTIONS) {
    const ids = action === "remove" ? "&line_item_id=1" : "";
    const sent = action === "note" ? { body: { content: "Wet" }, headers: headersOf(store) } : {};
    answers[action] = await warehouse(service, store, `POST /return/${path}/${action}?${search}${ids}`, sent);
  }
  return answers;
}

const headersOf = ({ secret }: TestStore) => ({
  "X-Authorization": secret,
  "Content-Type": "application/json",
});
const NOTHING = {
  details: NOT_IN_DETAILS,
  ...Object.fromEntries(["notes", ...ACTIONS].map((name) => [name, NOT_FOUND])),
};

/** Creates an order, whose number is `number`, and a return of it, in the range of shops' own ids. */
async function newWithNumber(store: TestStore, number: number, orderId?: string) {
  const [row] = (await store.ctx.db.execute(sql`select last_value from orders_number_seq`)).rows;
  await store.ctx.db.execute(sql`select setval('orders_number_seq', ${number}, false)`);
  const made = await newReturn(store, {}, orderId === undefined ? {} : { orderId });
  await store.ctx.db.execute(sql`select setval('orders_number_seq', ${row?.last_value}::bigint)`);
  return made;
}

describe("what means two orders finds no return and changes nothing, in any operation:", () => {
  test.each<[string, (store: TestStore) => Promise<string>]>([
    [
      "the order_id of one order that is another's own id",
      async (store) => {
        const { order_id } = await detailsOf(store, (await newReturn(store)).id);
        await newReturn(store, {}, { orderId: String(order_id) });
        return String(order_id);
      },
    ],
    [
      "an order's own id that is the order_id of another, which has no return",
      async (store) => {
        const orderId = await newOrder(store);
        const { rows } = await store.ctx.db.execute<{ number: string }>(
          sql`select number from orders where store_id = ${store.id} and external_id = ${orderId}`,
        );
        const number = String(rows[0]?.number);
        await newReturn(store, {}, { orderId: number });
        return number;
      },
    ],
    [
      "the number that stands for one order's own id and is another's own id",
      async (store) => {
        const { provider_order_id } = await detailsOf(store, (await newReturn(store)).id);
        await newReturn(store, {}, { orderId: String(provider_order_id) });
        return String(provider_order_id);
      },
    ],
    [
      "the number of an order that a shop gave to another as its own id",
      async (store) => {
        await newWithNumber(store, 1001);
        await newReturn(store, {}, { orderId: "1001" });
        return "1001";
      },
    ],
  ])("%s", async (_, collide) => {
    const store = await service.newStore();
    const order_id = await collide(store);
    const before = await everythingOf(store);
    expect(await useEverywhere(store, { order_id })).toEqual(NOTHING);
    expect(await everythingOf(store)).toEqual(before);
  });
});

test("the order_id that this API shows is never a shop's number, and names its order", async () => {
  const store = await service.newStore();
  for (const orderId of ["1", "2", "17", "5123456789012", "tee", "007"]) {
    const { id } = await newReturn(store, {}, { orderId });
    const { order_id, provider_order_id } = await detailsOf(store, id);
    expect(order_id).toBeGreaterThanOrEqual(8e15);
    expect(Number.isSafeInteger(order_id)).toBe(true);
    for (const named of [order_id, provider_order_id, orderId]) {
      const { body } = await warehouse(service, store, `GET /return/details?order_id=${named}`);
      expect(body).toMatchObject({ service_id: id });
    }
  }
});

test("the number of an order in the range of shops' own ids names it as long as no other has it", async () => {
  const store = await service.newStore();
  const { id } = await newWithNumber(store, 4711);
  const other = await newReturn(store);
  expect((await detailsOf(store, id)).order_id).toBe(4711);
  expect(await warehouse(service, store, "POST /return/x/process?order_id=4711")).toEqual(DONE);
  expect((await readReturn(store, id)).return.status).toBe("complete");
  expect((await readReturn(store, other.id)).return.status).toBe("open");
});

test("an order's exact name doesn't mean the order with one # more or less, even when it has no return", async () => {
  for (const [named, other] of [
    ["3001", "#3001"],
    ["#3001", "3001"],
  ] as const) {
    const store = await service.newStore();
    await newOrder(store, { orderId: named });
    await newReturn(store, {}, { orderId: other });
    expect(await useEverywhere(store, { order_name: named })).toEqual(NOTHING);
    expect(await useEverywhere(store, { order_id: named })).toEqual(NOTHING);
  }
});

describe("a number in another form is another text:", () => {
  const FORMS: [string, (number: number) => string][] = [
    ["leading zeros", (number) => `00${number}`],
    ["a sign", (number) => `+${number}`],
    ["a minus", (number) => `-${number}`],
    ["a decimal point", (number) => `${number}.0`],
    ["an exponent", (number) => `${number}e0`],
    ["hexadecimal digits", (number) => `0x${number.toString(16)}`],
    ["a space", (number) => ` ${number}`],
    [
      "other digits",
      (number) => [...String(number)].map((digit) => "０１２３４５６７８９"[Number(digit)]).join(""),
    ],
  ];

  test.each(FORMS)("%s", async (_, form) => {
    const store = await service.newStore();
    const { id } = await newReturn(store);
    const { order_id } = await detailsOf(store, id);
    const path = encodeURIComponent(form(await numberOf(store, id)));
    const before = await everythingOf(store);
    expect(await useEverywhere(store, { order_id: form(order_id) })).toEqual(NOTHING);
    expect(await useEverywhere(store, { return_id: form(await numberOf(store, id)) }, path)).toEqual(NOTHING);
    expect(await everythingOf(store)).toEqual(before);
  });

  test.each(FORMS.filter(([name]) => name !== "a space"))("%s of a line item", async (_, form) => {
    const store = await service.newStore();
    const { id } = await newReturn(store);
    const [unit = 0] = await unitIdsIn(store, id);
    const before = await everythingOf(store);
    const query = new URLSearchParams({ service_return_id: id, line_item_id: form(unit) });
    expect(await warehouse(service, store, `POST /return/x/remove?${query}`)).toEqual(
      json(422, { message: "There are no line items that qualify for removal" }),
    );
    expect(await everythingOf(store)).toEqual(before);
  });
});
