import { expect, test } from "bun:test";
import { RETURN_LIST } from "../../../../src/features/returns/read/list.ts";
import { pageAfterKey } from "../../../support/pages.ts";
import { answerOf, invalidAnswer, newReturn, ok, readReturn } from "../../../support/returns.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

test.each([
  ["X-Page-Size", "0"],
  ["X-Page-Size", "501"],
  ["X-Page-Size", "-1"],
  ["X-Page-Size", "1.5"],
  ["X-Page-Size", "abc"],
  ["X-Page-Size", ""],
  ["X-Page-Size", "7, 7"],
  ["X-Page-Continue", "abc"],
  ["X-Page-Continue", ""],
  ["X-Page-Continue", "%%%"],
])("GET returns with %s: %s is 400", async (header, value) => {
  const store = await service.newStore();
  const answer = await answerOf(store.get("/stores/:store/returns", { [header]: value }));
  expect(answer).toEqual(invalidAnswer({ header }));
});

test.each([
  [[]],
  ["2026-01-01T00:00:00Z"],
  [["yesterday", "ret_1"]],
  [["2026-02-30T00:00:00Z", "ret_1"]],
  [["2026-01-01T00:00:00Z", 1]],
  [["2026-01-01T00:00:00Z", "ret_1", "more"]],
  [["2026-01-01T00:00:00Z", "\u0000"]],
])("GET returns after the sort key %p is 400", async (key) => {
  const store = await service.newStore();
  const answer = await answerOf(
    store.get("/stores/:store/returns", pageAfterKey(RETURN_LIST, store.id, key)),
  );
  expect(answer).toEqual(invalidAnswer({ header: "X-Page-Continue" }));
});

test.each([
  ["2000-01-01T00:00:00+23:59", 0],
  ["9999-12-31T00:00:00-23:59", 1],
])("GET returns: a cursor that a client invents continues after its time: %s", async (at, count) => {
  const store = await service.newStore();
  const { order, return: only } = await readReturn(store, (await newReturn(store)).id);
  const page = { orders: [order].slice(0, count), returns: [only].slice(0, count) };
  const answer = await answerOf(
    store.get("/stores/:store/returns", pageAfterKey(RETURN_LIST, store.id, [at, "a"])),
  );
  expect(answer).toEqual(ok(page));
});

test.each([
  ["status", "gone"],
  ["status", ""],
  ["status", "OPEN"],
  ["updated_at_min", "yesterday"],
  ["updated_at_min", "2026-01-01"],
  ["updated_at_min", "2026-01-01T00:00:00"],
  ["updated_at_max", "2026-02-30T00:00:00Z"],
  ["updated_at_max", "1767225600"],
])("GET returns with ?%s=%s is 400", async (parameter, value) => {
  const store = await service.newStore();
  const answer = await answerOf(store.get(`/stores/:store/returns?${parameter}=${value}`));
  expect(answer).toEqual(invalidAnswer({ parameter }));
});

test.each(["", "%00"])(
  "GET returns: of a filter that is %p the error says what a filter may be",
  async (value) => {
    const store = await service.newStore();
    const answer = await answerOf(store.get(`/stores/:store/returns?tracking_number=${value}`));
    const detail = "tracking_number must be a string of 1 to 255 characters without NUL characters.";
    expect(answer).toMatchObject({ status: 400, body: { detail } });
  },
);

test("GET returns: a repeated parameter that takes one value is 400", async () => {
  const store = await service.newStore();
  expect(await answerOf(store.get("/stores/:store/returns?order=a&order=b"))).toEqual(
    invalidAnswer({ parameter: "order" }),
  );
});
