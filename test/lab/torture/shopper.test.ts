import { expect, test } from "bun:test";
import { startMailServer } from "../../support/mail-server.ts";
import { useService } from "../../support/use-service.ts";
import { createTarget, type Target } from "./matrix/target.ts";
import { comparePairs } from "./pairs/run.ts";
import { seeded } from "./random.ts";
import { type Answers, compare, compareTries } from "./tries/run.ts";

const mails = await startMailServer();
const service = useService({ isSingle: true, trustProxy: true, smtp: mails.settings });

function target(): Target {
  return createTarget(service.ctx, {
    fetch: (path, init) => service.fetch(path, init),
    callbackUrl: "http://127.0.0.1/",
    waitUntilIdle: () => service.drain(),
  });
}

/** The short form of `bun run torture tries`, which compares times too. */
test("wrong pairs, unknown orders and erased customers are answered alike, by each way and where a code is asked for", async () => {
  const options = { tries: 5, orders: 2, lines: 20, random: seeded(5), say: () => {} };
  const compared = await compareTries(target(), service.ctx, options);
  expect(compared.flatMap(({ differences }) => differences)).toEqual([]);
  for (const { question, kinds } of compared) {
    const least = { code: 480, closed: 20 }[question] ?? 120;
    // A timer may end a millisecond early.
    for (const { medianMs } of Object.values(kinds)) expect(medianMs).toBeGreaterThanOrEqual(least - 1);
  }
}, 400_000);

test("another status, page, length or time is found", () => {
  const question = { name: "q", storeIds: {}, status: 400, typed: () => ({ order: "", contact: "" }) };
  const answers = (change: Partial<Answers>): Answers => ({
    ...{ times: [100, 101, 102], lengths: [1_000], statuses: new Set([400]), shown: new Set(["page"]) },
    ...change,
  });
  const found = (change: Partial<Answers>) => {
    const of = new Map([
      ["one", answers({})],
      ["other", answers(change)],
    ]);
    const { differences, delays } = compare(question, of);
    return [differences.length, delays.length];
  };
  expect(found({})).toEqual([0, 0]);
  expect(found({ statuses: new Set([404]) })).toEqual([1, 0]);
  expect(found({ shown: new Set(["page", "other"]) })).toEqual([1, 0]);
  expect(found({ lengths: [1_000, 1_011] })).toEqual([1, 0]);
  expect(found({ times: [100, 107, 107] })).toEqual([0, 1]);
  expect(found({ times: [106, 107, 109] })).toEqual([0, 2]);
});

/** The short form of `bun run torture pairs`. */
test("random returns by the page are the same as by the API, but for their author and time", async () => {
  const found = await comparePairs(target(), { pairs: 12, seed: 7 });
  expect(found.differences).toEqual([]);
  expect([found.pairs, found.made + found.refused]).toEqual([12, expect.any(Number)]);
  expect(found.made).toBeGreaterThan(5);
  expect(found.adjusted).toBeGreaterThan(1);
}, 400_000);
