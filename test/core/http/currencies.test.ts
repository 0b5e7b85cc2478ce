import { describe, expect, test } from "bun:test";
import { createStore } from "../../../src/features/stores/create-store.ts";
import { isCurrency } from "../../../src/lib/currencies.ts";
import { order } from "../../support/fixtures.ts";
import { answerOf, newOrder, newReturn, problemAnswer } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const MUST = "must be a currency that ISO 4217 knows, such as EUR";

/** Never assigned, some of which the runtime's data has, and in lower case. */
const UNKNOWN = ["BRZ", "CNH", "BTC", "ZZZ", "EURO", "eur", ""];
/** Withdrawn, with an amount in their digits. */
const WITHDRAWN = [
  ["BGN", "1.50"],
  ["HRK", "1.50"],
  ["DEM", "1.50"],
  ["ITL", "2"],
  ["LTL", "1.50"],
  ["SLL", "1.50"],
] as const;

describe("a currency that ISO 4217 has never listed", () => {
  test.each(UNKNOWN)("%p is not a currency", (code) => {
    expect(isCurrency(code)).toBe(false);
  });

  test("is rejected for an order", async () => {
    for (const currencyCode of UNKNOWN) {
      const answer = await answerOf(store.post("/stores/:store/orders", order("any", { currencyCode })));
      expect(answer).toMatchObject({ status: 400, body: { error: `currencyCode ${MUST} or null.` } });
    }
    expect((await store.get("/stores/:store/orders/any")).status).toBe(404);
  });

  test("is rejected for an event, and dropped from bulk, with its pointer", async () => {
    const event = { eventName: "Bought", customer: { id: "1" }, value: 1, valueCurrency: "ZZZ" };
    const errors = [{ detail: `valueCurrency ${MUST} or null.`, pointer: "/valueCurrency" }];
    const answer = await answerOf(store.post("/stores/:store/events", event));
    expect(answer).toEqual(problemAnswer(400, errors[0]?.detail, errors));

    expect((await store.post("/stores/:store/events/bulk", { events: [event] })).status).toBe(202);
    const { rejections } = await (await store.get("/stores/:store/events/rejections")).json();
    expect(rejections).toMatchObject([{ index: 0, errors }]);
  });

  test("is rejected in an amount of a return, with its pointer", async () => {
    const { id } = await newReturn(store);
    const amount = { amount: "1.00", currency: "ZZZ" };
    const detail = `exchange.totalTax.currency ${MUST}.`;
    const answer = await answerOf(store.patch(`/returns/${id}`, { exchange: { totalTax: amount } }));
    expect(answer).toEqual(problemAnswer(400, detail, [{ detail, pointer: "/exchange/totalTax/currency" }]));
  });

  test("is rejected for a store", async () => {
    const made = createStore(store.ctx, { name: "Shop", currency: "ZZZ" });
    expect(made).rejects.toThrow("The currency must be one that ISO 4217 knows, such as EUR, not ZZZ.");
  });
});

test.each(WITHDRAWN)(
  "an order in %s, which was withdrawn, is returned in its digits: %s",
  async (currency, amount) => {
    const lineItems = [{ id: "line-1", productId: "p", title: "P", quantity: 1, price: 1.5 }];
    const { totals } = await newReturn(store, {}, { lineItems, currencyCode: currency });
    expect(totals.refund.amount).toEqual({ amount, currency });
  },
);

test("every currency that the runtime knows is accepted, but those that ISO 4217 never assigned", async () => {
  const unknown = Intl.supportedValuesOf("currency").filter((code) => !isCurrency(code));
  expect(unknown.join(" ")).toBe(
    "ARL ARM BAN BGM BGO BOL BRZ CLE CNH CNX KRH KRO MAF MCF MDC MKN MVP VNN YUR",
  );
  for (const code of ["EUR", "USD", "JPY", "KWD", "CLF", "XCG", "ZWG", "SLE", "VED", "XAD"]) {
    await newOrder(store, { orderId: code, currencyCode: code });
  }
});
