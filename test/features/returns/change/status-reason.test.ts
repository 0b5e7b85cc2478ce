import { expect, test } from "bun:test";
import type { ReturnTimeline } from "../../../../src/features/returns/timeline/schema.ts";
import { answerOf, historyOf, moveTo, newReturn, noContent, readReturn } from "../../../support/returns.ts";
import { subscribe } from "../../../support/subscriber.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const put = (id: string, body: unknown) => answerOf(store.put(`/returns/${id}/status`, body));
const reasonsOf = async (id: string) => (await historyOf(store, id)).map(({ reason }) => reason);

test("the reason of a status stands in the history, the timeline, the return and the webhook, until the next status", async () => {
  const { got } = await subscribe(service, store);
  const { id } = await newReturn(store);
  expect(await put(id, { status: "rejected", reason: "  The item was worn.\n" })).toEqual(noContent);
  await service.drain();
  const reason = "The item was worn.";
  expect(await reasonsOf(id)).toEqual([undefined, reason]);
  const { body } = await answerOf(store.get(`/returns/${id}/timeline`));
  const changes = (body as ReturnTimeline).timeline.filter((entry) => entry.type === "status");
  expect(changes.map((entry) => entry.type === "status" && entry.reason)).toEqual([reason, undefined]);
  expect((await readReturn(store, id)).return).toMatchObject({ status: "rejected", statusReason: reason });
  const payload = JSON.parse(got().at(-1)?.body ?? "") as object;
  expect(payload).toMatchObject({ return: { status: "rejected", statusReason: reason } });

  // A patch leaves it, the next status has its own or none.
  await store.patch(`/returns/${id}`, { tags: [{ name: "kept" }] });
  expect((await readReturn(store, id)).return).toMatchObject({
    statusReason: reason,
    tags: [{ name: "kept" }],
  });
  expect(await put(id, { status: "open", reason: "A mistake" })).toEqual(noContent);
  expect((await readReturn(store, id)).return).toMatchObject({ status: "open", statusReason: "A mistake" });
  await store.patch(`/returns/${id}`, { shipments: [{ status: "delivered" }] });
  const { return: shown } = await readReturn(store, id);
  expect([shown.status, "statusReason" in shown]).toEqual(["delivered", false]);
  expect(await reasonsOf(id)).toEqual([undefined, reason, "A mistake", undefined]);
});

test.each([undefined, null, "", " \n "])("a reason of %j is none", async (reason) => {
  const { id } = await newReturn(store);
  expect(await put(id, { status: "rejected", reason })).toEqual(noContent);
  expect(await reasonsOf(id)).toEqual([undefined, undefined]);
  expect("statusReason" in (await readReturn(store, id)).return).toBe(false);
});

test.each([7, {}, "x".repeat(1_001), "a\u0000b"])(
  "a reason of %j is 400 at /reason, and changes nothing",
  async (reason) => {
    const { id } = await newReturn(store);
    const answer = await put(id, { status: "rejected", reason });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/reason" }] } });
    expect(await reasonsOf(id)).toEqual([undefined]);
  },
);

test("a reason of 1,000 characters of four bytes is kept whole", async () => {
  const { id } = await newReturn(store);
  const reason = "\u{1f4e6}".repeat(1_000);
  expect(await put(id, { status: "rejected", reason })).toEqual(noContent);
  expect(await reasonsOf(id)).toEqual([undefined, reason]);
});

test("the reason of several returns' status is each one's", async () => {
  const [a, b, c] = [await newReturn(store), await newReturn(store), await newReturn(store)];
  await moveTo(store, c.id, "deleted");
  const body = { ids: [a.id, b.id, c.id], status: "rejected", reason: "Final sale" };
  const { body: answered } = await answerOf(store.post("/stores/:store/returns/status", body));
  expect((answered as { results: { status: number }[] }).results.map(({ status }) => status)).toEqual([
    200, 200, 409,
  ]);
  const last = await Promise.all([a, b, c].map(async ({ id }) => (await reasonsOf(id)).at(-1)));
  expect(last).toEqual(["Final sale", "Final sale", undefined]);
});
