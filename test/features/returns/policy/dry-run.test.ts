import { beforeAll, expect, test } from "bun:test";
import { fillPastReturns } from "../../../support/past-returns.ts";
import { answerOf, newOrder, postReturn, problemAnswer, returnIn } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService({ hasIdleQueues: true });
const store = useStore(service);

const PATH = "/stores/:store/policy/dry-run";
const ALL = { timeZone: "UTC" };
const NONE_OF_MUGS = {
  timeZone: "UTC",
  rules: [{ when: { productIds: ["mug"] }, then: { eligible: false } }],
};
const MANY = 1_200;

let opened: string[];

beforeAll(async () => {
  opened = [];
  for (const lineItemId of ["line-1", "line-2", "line-2", "line-1"]) {
    const items = [{ lineItemId, quantity: 1, reason: "Too small" }];
    opened.push((await returnIn(postReturn(store, await newOrder(store), { items }))).id);
  }
  await store.put(`/returns/${opened[3]}/status`, { status: "deleted" });
});

const tryOn = (policy: object, more: object = {}, through = store) =>
  answerOf(through.post(PATH, { policy, ...more }));

test("a dry run counts what a policy would allow and refuse, and what the one in force decides differently", async () => {
  const counts = { returns: 3, eligible: 1, refused: 2, changed: 2 };
  const before = { eligible: true, because: { rule: null, version: null } };
  const after = { eligible: false, because: { rule: "/rules/0", version: null } };
  const example = { lineItemId: "line-2", before, after };
  expect(await tryOn(NONE_OF_MUGS)).toMatchObject({
    status: 200,
    body: {
      counts,
      examples: [
        { ...example, returnId: opened[2] },
        { ...example, returnId: opened[1] },
      ],
    },
  });
  expect(await tryOn(NONE_OF_MUGS, { last: 1 })).toMatchObject({
    body: { counts: { returns: 1, eligible: 0, refused: 1, changed: 1 } },
  });
  expect((await store.put("/stores/:store/policy", NONE_OF_MUGS)).status).toBe(200);
  expect(await tryOn(NONE_OF_MUGS)).toMatchObject({
    body: { counts: { ...counts, changed: 0 }, examples: [] },
  });
  expect(await tryOn(ALL)).toMatchObject({
    body: { counts: { returns: 3, eligible: 3, refused: 0, changed: 2 } },
  });
});

test("a return is decided as of its creation, with what was known of its parcels then", async () => {
  const past = await service.newStore();
  const orderId = await newOrder(past, { createdAt: "2026-03-01T10:00:00Z" });
  service.setClock(new Date("2026-03-10T10:00:00Z"));
  const lineItems = [{ id: "line-1", quantity: 2 }];
  const parcels = `/stores/:store/orders/${orderId}/fulfillments`;
  await past.post(parcels, { fulfillmentId: "p", lineItems, fulfilledAt: "2026-03-02T10:00:00Z" });
  await returnIn(postReturn(past, orderId));
  service.setClock(undefined);
  const window = { days: 5, from: "delivered" };
  // Not delivered when the return was created.
  await past.post(`${parcels}/p/tracking-events`, {
    ...{ message: "Delivered", status: "delivered", datetime: "2026-03-11T10:00:00Z" },
  });
  expect(await tryOn({ ...ALL, window }, {}, past)).toMatchObject({ body: { counts: { eligible: 1 } } });
  const sent = { days: 5, from: "fulfilled" };
  expect(await tryOn({ ...ALL, window: sent }, {}, past)).toMatchObject({ body: { counts: { refused: 1 } } });
});

test("a bad policy and a bad number are named by their pointers, and an unknown dry run is 404", async () => {
  const rules = [{ then: { label: "nobody" } }, { when: { tags: [1] }, then: { review: true } }];
  const { status, body } = await tryOn({ timeZone: "Mars/Base", rules }, { last: 0 });
  const pointers = (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
  expect({ status, pointers: pointers.toSorted() }).toEqual({
    status: 400,
    pointers: ["/last", "/policy/rules/0/then/label", "/policy/rules/1/when/tags/0", "/policy/timeZone"],
  });
  for (const body of [{}, { policy: null }, { policy: ALL, last: 100_001 }, { policy: ALL, last: "many" }]) {
    expect((await store.post(PATH, body)).status).toBe(400);
  }
  expect(await answerOf(store.get(`${PATH}/dry_0`))).toEqual(
    problemAnswer(404, "The store has no dry run dry_0."),
  );
});

test("many returns are decided in the background, part by part, and come to the same", async () => {
  const many = await service.newStore();
  await fillPastReturns(many, MANY);
  const started = await tryOn(NONE_OF_MUGS, { last: 100_000 }, many);
  expect(started.status).toBe(202);
  const path = `${PATH}/${(started.body as { id: string }).id}`;
  expect(await answerOf(many.get(path))).toMatchObject({
    body: { status: "queued", total: MANY, done: 0, counts: { returns: 0 }, finishedAt: null },
  });
  await tryOn(ALL, { last: 1_001 }, many);
  const third = await tryOn(ALL, { last: 1_001 }, many);
  expect(third).toMatchObject({ status: 429, body: { code: "too_many_at_once" } });
  await service.drain();
  const refused = Math.floor((MANY - 1) / 10) + 1;
  const { body } = await answerOf(many.get(path));
  expect(body).toMatchObject({
    ...{ status: "done", total: MANY, done: MANY, finishedAt: expect.any(String) },
    counts: { returns: MANY, eligible: MANY - refused, refused, changed: refused },
  });
  expect((body as { examples: object[] }).examples).toHaveLength(20);
});
