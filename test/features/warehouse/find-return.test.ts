import { describe, expect, test } from "bun:test";
import { moveTo, newOrder, newReturn, postReturn, returnIn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { json, numberOf, warehouse } from "../../support/warehouse.ts";

const NONE = json(200, { error: { message: "No return found with this ID." } });

const service = useService();
const store = useStore(service);

/** Returns the service's own id of the identified return, or the whole response. */
async function meant(query: Record<string, string>, owner = store): Promise<unknown> {
  const answer = await warehouse(service, owner, `GET /return/details?${new URLSearchParams(query)}`);
  return (answer.body as { service_id?: string }).service_id ?? answer;
}

describe("a return is found", () => {
  test("by its number, by the service's id, by its order's name and by its order's ids", async () => {
    const { id, order } = await newReturn(store, {}, { orderId: "#2001" });
    await newReturn(store);
    const { body } = await warehouse(service, store, `GET /return/details?service_return_id=${id}`);
    const shown = body as { id: number; order_id: number; provider_order_id: number };
    expect(await meant({ return_id: String(shown.id) })).toBe(id);
    expect(await meant({ order_name: "#2001" })).toBe(id);
    expect(await meant({ order_name: "2001" })).toBe(id);
    expect(await meant({ order_id: order.name })).toBe(id);
    expect(await meant({ order_id: String(shown.order_id) })).toBe(id);
    expect(await meant({ order_id: String(shown.provider_order_id) })).toBe(id);
  });

  test("by an order name with or without a leading #, the exact name first", async () => {
    const bare = await newReturn(store, {}, { orderId: "3001" });
    expect(await meant({ order_name: "#3001" })).toBe(bare.id);
    const marked = await newReturn(store, {}, { orderId: "#3001" });
    expect(await meant({ order_name: "#3001" })).toBe(marked.id);
    expect(await meant({ order_name: "3001" })).toBe(bare.id);
    expect(await meant({ order_name: "##3001" })).toBe(marked.id);
    expect(await meant({ order_name: " 3001" })).toEqual(NONE);
  });
});

test("an order identifies its newest return that is not cancelled, otherwise its newest", async () => {
  const line = { id: "line-1", productId: "tee", title: "Tee", quantity: 3, price: 5 };
  const orderId = await newOrder(store, { orderId: "#4001", lineItems: [line] });
  const made: string[] = [];
  for (const second of [1, 2, 3]) {
    service.setClock(new Date(Date.UTC(2026, 2, 1, 10, 0, second)));
    made.push((await returnIn(postReturn(store, orderId))).id);
  }
  service.setClock(undefined);
  const of = async () => [await meant({ order_name: "4001" }), await meant({ order_id: "#4001" })];
  expect(await of()).toEqual([made[2], made[2]]);
  await moveTo(store, made[2] ?? "", "deleted");
  expect(await of()).toEqual([made[1], made[1]]);
  await moveTo(store, made[1] ?? "", "rejected");
  expect(await of()).toEqual([made[1], made[1]]);
  for (const id of [made[1], made[0]]) await moveTo(store, id ?? "", id === made[1] ? "open" : "deleted");
  await moveTo(store, made[1] ?? "", "deleted");
  expect(await of()).toEqual([made[2], made[2]]);
});

test("with several identifiers only the first of service_return_id, order_name, order_id and return_id counts", async () => {
  const [a, b, c, d] = await Promise.all(
    ["5001", "5002", "5003", "5004"].map((orderId) => newReturn(store, {}, { orderId })),
  );
  const names = {
    service_return_id: a?.id ?? "",
    order_name: "5002",
    order_id: "5003",
    return_id: String(await numberOf(store, d?.id ?? "")),
  };
  expect(await meant(names)).toBe(a?.id);
  expect(await meant({ ...names, service_return_id: "" })).toBe(b?.id);
  expect(await meant({ ...names, service_return_id: "", order_name: "" })).toBe(c?.id);
  expect(await meant({ return_id: names.return_id })).toBe(d?.id);
  expect(await meant({ ...names, service_return_id: "ret_none" })).toEqual(NONE);
  expect(await meant({ ...names, service_return_id: "", order_name: "none" })).toEqual(NONE);
});

const UNKNOWN: Record<string, string>[] = [
  {},
  { return_id: "" },
  { return_id: "0" },
  { return_id: "-1" },
  { return_id: "1.0" },
  { return_id: "1e1" },
  { return_id: "9007199254740993" },
  { return_id: "99999999999999999999999" },
  { return_id: "abc" },
  { service_return_id: "ret_00000000000000000000000000" },
  { service_return_id: "\u0000" },
  { order_name: "\u0000" },
  { order_name: "#" },
  { order_id: "99999999999999999999999" },
  { order_id: "x".repeat(5_000) },
];

test.each(UNKNOWN)("an unknown return is 200 with an error: %j", async (query) => {
  expect(await meant(query)).toEqual(NONE);
});

test("another store's return has the same response as an unknown one", async () => {
  const { id, order } = await newReturn(store, {}, { orderId: "6001" });
  const otherStore = await service.newStore();
  const names = {
    service_return_id: id,
    order_name: order.name,
    order_id: order.name,
    return_id: String(await numberOf(store, id)),
  };
  for (const [name, value] of Object.entries(names)) {
    expect(await meant({ [name]: value })).toBe(id);
    expect(await meant({ [name]: value }, otherStore)).toEqual(NONE);
  }
});
