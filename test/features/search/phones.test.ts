import { beforeAll, describe, expect, test } from "bun:test";
import type { SearchResult } from "../../../src/features/search/schema.ts";
import { answerOf, newOrder, postReturn, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
const other = useStore(service);
beforeAll(async () => {
  for (const [id, phoneNumber] of Object.entries({
    us: "+12015550001",
    uk: "+442079460958",
    fr: "+33142278186",
  })) {
    await newOrder(store, { orderId: `order ${id}`, customer: { id, phoneNumber } });
    await returnIn(postReturn(store, `order ${id}`));
  }
  await newOrder(other, { orderId: "order uk", customer: { id: "other", phoneNumber: "+442079460958" } });
});

async function found(q: string, as: TestStore = store): Promise<string[]> {
  const answer = await answerOf(as.get(`/stores/:store/search?${new URLSearchParams({ q })}`));
  expect(answer.status).toBe(200);
  return (answer.body as { results: SearchResult[] }).results.map(({ type, title }) => `${type}: ${title}`);
}

const SPELLINGS: Record<string, string[]> = {
  us: [
    ...["+12015550001", "+1 201 555 0001", "+1 (201) 555-0001", "+1-201-555-0001", "+1.201.555.0001"],
    ...["0012015550001", "001 201 555 0001", "12015550001", "1 (201) 555-0001", " \t+1 201 555 0001 "],
    ...["tel:+1-201-555-0001", "+1\u00a0201\u202f555\u20110001", "\u202a+1 201 555 0001\u202c"],
    ...["＋１ ２０１ ５５５ ０００１", "+1 201 555 \u2013 0001", "+1/201/5550001"],
  ],
  uk: ["+44 (0)20 7946 0958", "0044 (0) 20 7946 0958", "+44 20 79460958", "442079460958", "+44(0)2079460958"],
  fr: ["+33 1 42 27 81 86", "0033 1.42.27.81.86", "+33 (0)1 42 27 81 86", "+33-1-42-27-81-86"],
};

describe("a phone number in any usual spelling finds its customer, and what belongs to them", () => {
  test.each(Object.entries(SPELLINGS).flatMap(([id, all]) => all.map((each) => [each, id])))(
    "%s",
    async (q, id) => {
      expect(await found(q)).toEqual([
        `customer: ${{ us: "+12015550001", uk: "+442079460958", fr: "+33142278186" }[id]}`,
        expect.stringMatching(/^return: /),
        `order: Order order ${id}`,
      ]);
    },
  );
});

test.each([
  ...["+1201555000", "+120155500011", "+1 201 555 000", "2015550001", "(201) 555-0001", "020 7946 0958"],
  ...["+0012015550001", "++12015550001", "+1 201 555 0001 ext", "+1 201 555 OOO1", "+", "00", "()"],
])("what is no phone number of a customer finds nothing: %s", async (q) => {
  expect(await found(q)).toEqual([]);
});

test("it finds the store's own customers, for a secret that may see them, until they are erased", async () => {
  expect(await found("+44 20 7946 0958", other)).toEqual([
    "customer: +442079460958",
    "order: Order order uk",
  ]);
  const narrow = await store.withScopes("orders_read");
  expect(await found("+44 20 7946 0958", narrow)).toEqual(["order: Order order uk"]);
  expect((await other.post("/stores/:store/customers/other/erase", {})).status).toBe(202);
  await service.drain();
  expect(await found("+44 20 7946 0958", other)).toEqual([]);
  expect(await found("+44 20 7946 0958")).toHaveLength(3);
});
