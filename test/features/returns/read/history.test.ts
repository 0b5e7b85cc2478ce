import { expect, test } from "bun:test";
import { anId, answerOf, historyOf, moveTo, newReturn, ok, readReturn } from "../../../support/returns.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

test("the history lists each change, oldest first, with its time, its client and its request", async () => {
  const store = await service.newStore();
  const narrow = await store.withScopes("returns_write");
  const { id, createdAt } = await newReturn(store);
  const [created] = await historyOf(store, id);
  const wanted: unknown[] = [created];
  expect(created).toMatchObject({ from: null, to: "open", at: createdAt, by: "test client" });
  let from = "open";
  for (const [by, to] of [
    ["returns_write", "in_transit"],
    ["test client", "delivered"],
    ["returns_write", "complete"],
    ["test client", "open"],
  ] as const) {
    const { headers } = await moveTo(by === "test client" ? store : narrow, id, to);
    const { updatedAt } = (await readReturn(store, id)).return;
    wanted.push({ from, to, at: updatedAt, by, byId: anId("cli"), requestId: headers.get("X-Request-Id") });
    from = to;
  }
  expect(await answerOf(store.get(`/returns/${id}/history`))).toEqual(ok({ history: wanted }));
});

test("every change raises updatedAt, also within one millisecond and when the clock goes back", async () => {
  const store = await service.newStore();
  const times: string[] = [];
  const at = new Date("2026-05-01T10:00:00.000Z");
  service.setClock(at);
  const { id } = await newReturn(store);
  const changes = [
    () => moveTo(store, id, "flagged"),
    () => store.post(`/returns/${id}/comments`, { comment: { message: "Hello" } }),
    () => store.patch(`/returns/${id}`, { tags: [{ name: "vip" }] }),
    () => moveTo(store, id, "open"),
    () => service.setClock(new Date("2026-04-01T10:00:00.000Z")),
    () => moveTo(store, id, "complete"),
  ];
  for (const change of changes) {
    await change();
    times.push((await readReturn(store, id)).return.updatedAt);
  }
  service.setClock(undefined);
  const after = (milliseconds: number) => new Date(at.getTime() + milliseconds).toISOString();
  expect(times).toEqual([1, 2, 3, 4, 4, 5].map(after));
  expect((await readReturn(store, id)).return.createdAt).toBe(at.toISOString());
});

test.each(["complete", "rejected"])(
  "a return that becomes %s sets the status of all its items, and reopening it reopens them",
  async (status) => {
    const store = await service.newStore();
    const items = ["line-1", "line-2"].map((lineItemId) => ({ lineItemId, quantity: 1, reason: "r" }));
    const { id } = await newReturn(store, { items });
    const seen: string[][] = [];
    for (const to of ["in_transit", "flagged", status, "open"]) {
      await moveTo(store, id, to);
      seen.push((await readReturn(store, id)).return.items.map((item) => item.status));
    }
    expect(seen).toEqual([
      ["open", "open"],
      ["open", "open"],
      [status, status],
      ["open", "open"],
    ]);
  },
);

test("a deleted return can still be read by its id", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  await moveTo(store, id, "deleted");
  expect((await readReturn(store, id)).return.status).toBe("deleted");
  expect(await answerOf(store.get(`/returns/${id}/status`))).toEqual(ok({ status: "deleted" }));
  expect((await historyOf(store, id)).map(({ to }) => to)).toEqual(["open", "deleted"]);
});
