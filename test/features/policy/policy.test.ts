import { beforeAll, describe, expect, test } from "bun:test";
import { fullPolicy } from "../../support/bodies.ts";
import { anInstant, answerOf, invalidAnswer, ok, problemAnswer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const POLICY = "/stores/:store/policy";
const VERSIONS = `${POLICY}/versions`;

let store: TestStore;
beforeAll(async () => {
  store = await service.newStore();
});

const inDays = (days: number) => ({ timeZone: "Europe/Berlin", window: { days, from: "delivered" } });
const put = (of: TestStore, document: unknown, headers = {}) => answerOf(of.put(POLICY, document, headers));

test("a store has no policy until one is saved", async () => {
  const none = problemAnswer(404, expect.any(String));
  const answers = await Promise.all([POLICY, `${VERSIONS}/1`].map((path) => answerOf(store.get(path))));
  for (const answer of answers)
    expect(answer).toEqual({ ...none, body: expect.objectContaining({ code: "policy_not_found" }) });
  expect(await answerOf(store.get(VERSIONS))).toEqual(ok({ versions: [] }));
});

test("every save is a version, which is read as it was sent", async () => {
  const own = await service.newStore();
  const documents = [inDays(14), fullPolicy(), inDays(30)];
  for (const [i, document] of documents.entries()) {
    expect(await put(own, document)).toEqual(ok({ version: i + 1, policy: document }));
    expect(await answerOf(own.get(POLICY))).toEqual(ok({ version: i + 1, policy: document }));
  }
  for (const [i, document] of documents.entries()) {
    expect(await answerOf(own.get(`${VERSIONS}/${i + 1}`))).toEqual(ok({ version: i + 1, policy: document }));
  }
  for (const version of ["4", "0", "-1", "1.0", "x", "99999999999999999999"]) {
    expect(await answerOf(own.get(`${VERSIONS}/${version}`))).toMatchObject({ status: 404 });
  }
});

test("versions are listed newest first, page by page, with when and by whom they were saved", async () => {
  const own = await service.newStore();
  for (const days of [1, 2, 3]) await put(own, inDays(days));
  const first = await own.get(VERSIONS, { "X-Page-Size": "2" });
  expect(await first.json()).toEqual({
    versions: [3, 2].map((version) => ({
      version,
      at: anInstant,
      by: expect.stringMatching(/./),
      byId: expect.stringMatching(/^cli_/),
    })),
  });
  const next = await own.get(VERSIONS, { "X-Page-Continue": first.headers.get("X-Page-Next") ?? "" });
  expect(await next.json()).toEqual({ versions: [expect.objectContaining({ version: 1 })] });
  expect(next.headers.get("X-Page-Next")).toBeNull();
});

test("a document with faults saves nothing, and each is named", async () => {
  const own = await service.newStore();
  const answer = await put(own, { timeZone: "Nowhere", rule: [], rules: [{ then: { lable: "shopper" } }] });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      code: "invalid_request",
      errors: [{ pointer: "/timeZone" }, { pointer: "/rule" }, { pointer: "/rules/0/then/lable" }],
    },
  });
  expect((await answerOf(own.get(POLICY))).status).toBe(404);
});

describe("If-Match", () => {
  test("saves on the version that it names alone", async () => {
    const own = await service.newStore();
    const outcomes: [string, number, number | undefined][] = [];
    for (const tag of ["*", "1", "0", "0", '"1"', "1", ' "7", 2 ', "*"]) {
      const { status, body } = await put(own, inDays(1), { "If-Match": tag });
      outcomes.push([tag, status, (body as { version?: number }).version]);
    }
    expect(outcomes).toEqual([
      ["*", 409, undefined],
      ["1", 409, undefined],
      ["0", 200, 1],
      ["0", 409, undefined],
      ['"1"', 200, 2],
      ["1", 409, undefined],
      [' "7", 2 ', 200, 3],
      ["*", 200, 4],
    ]);
    const conflict = await put(own, inDays(1), { "If-Match": "1" });
    expect(conflict).toMatchObject({ status: 409, body: { code: "policy_changed" } });
  });

  test("that is no version is 400", async () => {
    for (const tag of ["", "abc", 'W/"1"', "1,", "-1"]) {
      expect(await put(store, inDays(1), { "If-Match": tag })).toEqual(invalidAnswer({ header: "If-Match" }));
    }
  });

  test("lets one of several that read the same version save", async () => {
    const own = await service.newStore();
    await put(own, inDays(1));
    const saves = Array.from({ length: 8 }, (_, i) => put(own, inDays(i), { "If-Match": "1" }));
    const statuses = (await Promise.all(saves)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(409)]);
  });
});
