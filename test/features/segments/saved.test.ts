import { expect, test } from "bun:test";
import { answerOf } from "../../support/returns.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const SEGMENTS = "/stores/:store/segments";
const where = { event: "ordered" };

type Listed = { segments: { key: string }[] };

test("segments are listed by key, page by page, without their conditions and those of other stores", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  for (const key of ["c", "a", "b"]) await store.put(`${SEGMENTS}/${key}`, { where });
  await other.put(`${SEGMENTS}/theirs`, { where });
  const first = await store.get(SEGMENTS, { "X-Page-Size": "2" });
  const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
  expect(await first.json()).toEqual({
    segments: [
      { key: "a", ...times },
      { key: "b", ...times },
    ],
  });
  const next = await store.get(SEGMENTS, { "X-Page-Continue": first.headers.get("X-Page-Next") ?? "" });
  expect(((await next.json()) as Listed).segments.map(({ key }) => key)).toEqual(["c"]);
  expect(next.headers.get("X-Page-Next")).toBeNull();
});

test("a new segment replaces none, also of those that are created at once", async () => {
  const store = await service.newStore();
  const answers = await Promise.all(
    ["one", "two"].map((event) => answerOf(store.post(SEGMENTS, { key: "same", where: { event } }))),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 409]);
  const created = answers.find(({ status }) => status === 201);
  expect(await answerOf(store.get(`${SEGMENTS}/same`))).toMatchObject({ status: 200, body: created?.body });
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "already_exists",
    errors: [{ pointer: "/key" }],
  });
});

test("a new segment names what is wrong with its key and its conditions together", async () => {
  const store = await service.newStore();
  const answer = await answerOf(store.post(SEGMENTS, { key: "", where: { event: "" } }));
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/key" }, { pointer: "/where/event" }] },
  });
  expect((await store.post(SEGMENTS, { key: "x".repeat(256), where })).status).toBe(400);
});
