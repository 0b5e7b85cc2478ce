import { expect, test } from "bun:test";
import type { Return, ReturnOrder } from "../../../../src/features/returns/schema.ts";
import {
  answerOf,
  moveTo,
  newOrder,
  newReturn,
  ok,
  postReturn,
  readReturn,
  returnIn,
} from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

type Page = { orders: ReturnOrder[]; returns: Return[] };

async function pageOf(store: TestStore, query = "", headers: Record<string, string> = {}) {
  const response = await store.get(`/stores/:store/returns${query}`, headers);
  expect(response.status).toBe(200);
  const page = (await response.json()) as Page;
  return { ...page, ids: page.returns.map(({ id }) => id), next: response.headers.get("X-Page-Next") };
}

/** Returns the ids of all pages; `between` runs before each page but the first. */
async function readPages(
  store: TestStore,
  size: number,
  query = "",
  between = async () => {},
): Promise<string[][]> {
  const pages: string[][] = [];
  let next: string | null = "";
  while (next !== null) {
    if (next !== "") await between();
    const marker: Record<string, string> = next === "" ? {} : { "X-Page-Continue": next };
    const page = await pageOf(store, query, { "X-Page-Size": String(size), ...marker });
    pages.push(page.ids);
    next = page.next;
  }
  return pages;
}

/** Creates returns of one order, `step` milliseconds apart, and returns their ids in order. */
async function makeReturns(store: TestStore, count: number, step = 1000): Promise<Return[]> {
  const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", quantity: count, price: 1 }];
  const orderId = await newOrder(store, { lineItems });
  const start = Date.now() - count * step;
  const made: Return[] = [];
  for (let i = 0; i < count; i++) {
    service.setClock(new Date(start + i * step));
    made.push(await returnIn(postReturn(store, orderId)));
  }
  service.setClock(undefined);
  return made;
}

test("a store without returns has an empty list", async () => {
  const store = await service.newStore();
  expect(await answerOf(store.get("/stores/:store/returns"))).toEqual(ok({ orders: [], returns: [] }));
});

test("GET returns: lists the returns as GET return has them, newest first, and each order once", async () => {
  const store = await service.newStore();
  const [one, two] = await makeReturns(store, 2);
  const three = await newReturn(store, { notes: "Hello", label: { carrier: "UPS" } });
  await newReturn(await service.newStore());
  await moveTo(store, one?.id ?? "", "in_transit");

  const read = await Promise.all([three, two, one].map((each) => readReturn(store, each?.id ?? "")));
  expect(await answerOf(store.get("/stores/:store/returns"))).toEqual(
    ok({ orders: [read[0]?.order, read[1]?.order], returns: read.map((each) => each.return) }),
  );
});

test("the list includes every status, also deleted; a status filter lists only that status", async () => {
  const store = await service.newStore();
  const made = await makeReturns(store, 5);
  const statuses = ["open", "complete", "deleted", "open", "flagged"];
  for (const [i, status] of statuses.entries()) {
    if (status !== "open") await moveTo(store, made[i]?.id ?? "", status);
  }
  const ids = made.map(({ id }) => id);
  expect((await pageOf(store)).ids).toEqual(ids.toReversed());
  for (const status of [...new Set(statuses), "in_review"]) {
    const wanted = ids.filter((_, i) => statuses[i] === status).toReversed();
    expect((await pageOf(store, `?status=${status}`)).ids).toEqual(wanted);
    expect((await readPages(store, 1, `?status=${status}`)).flat()).toEqual(wanted);
  }
});

test("GET returns: updated_at_min is inclusive, updated_at_max exclusive, with any offset", async () => {
  const store = await service.newStore();
  const made = (await makeReturns(store, 3)).map(({ id }) => id);
  for (const [i, id] of made.entries()) {
    service.setClock(new Date(`2027-01-01T10:00:00.00${i}Z`));
    await moveTo(store, id, "flagged");
  }
  service.setClock(undefined);
  const among = async (query: Record<string, string>) =>
    (await pageOf(store, `?${new URLSearchParams(query)}`)).ids.map((id) => made.indexOf(id));

  const [second, third] = ["2027-01-01T12:00:00.001+02:00", "2027-01-01T05:00:00.002-05:00"];
  expect(await among({ updated_at_min: "2027-01-01T10:00:00.001Z" })).toEqual([2, 1]);
  expect(await among({ updated_at_max: "2027-01-01T10:00:00.001Z" })).toEqual([0]);
  expect(await among({ updated_at_min: second, updated_at_max: third })).toEqual([1]);
  expect(await among({ updated_at_min: third, status: "flagged" })).toEqual([2]);
  expect(await among({ updated_at_min: third, status: "open" })).toEqual([]);
  expect(await among({ updated_at_min: "2027-01-01T10:00:00.003Z" })).toEqual([]);
  const ever = { updated_at_min: "0001-01-01T00:00:00Z", updated_at_max: "9999-12-31T23:59:59Z" };
  expect(await among(ever)).toEqual([2, 1, 0]);
});

test("60 returns in pages of 7 are listed once each while others are created and changed", async () => {
  const store = await service.newStore();
  const made = (await makeReturns(store, 60)).map(({ id }) => id);
  let turn = 0;
  const pages = await readPages(store, 7, "", async () => {
    turn++;
    await newReturn(store);
    await moveTo(store, made[turn] ?? "", "flagged");
    await moveTo(store, made[59 - turn] ?? "", "deleted");
    await store.post(`/returns/${made[30]}/comments`, { comment: { message: "Hello" } });
  });
  expect(pages.map(({ length }) => length)).toEqual([7, 7, 7, 7, 7, 7, 7, 7, 4]);
  expect(pages.flat()).toEqual(made.toReversed());
}, 30_000);

test("returns of the same millisecond are listed once each over all pages", async () => {
  const store = await service.newStore();
  const made = (await makeReturns(store, 10, 0)).map(({ id }) => id);
  const pages = await readPages(store, 3);
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
  expect(pages.flat().toSorted()).toEqual(made.toSorted());
});

test("GET returns: a page has 20 returns by default, 1 to 500 on request, and the last has no next page", async () => {
  const store = await service.newStore();
  const made = (await makeReturns(store, 21)).map(({ id }) => id).toReversed();
  const first = await pageOf(store);
  expect([first.ids, typeof first.next]).toEqual([made.slice(0, 20), "string"]);
  const last = await pageOf(store, "", { "X-Page-Continue": first.next ?? "" });
  expect([last.ids, last.next]).toEqual([made.slice(20), null]);
  for (const size of ["21", "22", "500"]) {
    const { ids, next } = await pageOf(store, "", { "X-Page-Size": size });
    expect([ids, next]).toEqual([made, null]);
  }
});
