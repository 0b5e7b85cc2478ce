import { describe, expect, test } from "bun:test";
import { isCurrency } from "../../src/lib/currencies.ts";
import { createStore } from "../../src/stores/create-store.ts";
import { order } from "../support/fixtures.ts";
import { answerOf, newOrder, newReturn, problemAnswer } from "../support/returns.ts";
import { useService, useStore } from "../support/use-service.ts";

const service = useService();
const store = useStore(service);

const MUST = "must be a currency that ISO 4217 lists today, such as EUR";

/** Withdrawn, never assigned, and in lower case. */
const UNKNOWN = ["DEM", "HRK", "BGN", "ANG", "ZWL", "SLL", "CUC", "ZZZ", "EURO", "eur", ""];

describe("a currency that ISO 4217 doesn't list today", () => {
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
    const event = { eventName: "Bought", customer: { id: "1" }, value: 1, valueCurrency: "DEM" };
    const errors = [{ detail: `valueCurrency ${MUST} or null.`, pointer: "/valueCurrency" }];
    const answer = await answerOf(store.post("/stores/:store/events", event));
    expect(answer).toEqual(problemAnswer(400, errors[0]?.detail, errors));

    expect((await store.post("/stores/:store/events/bulk", { events: [event] })).status).toBe(202);
    const { rejections } = await (await store.get("/stores/:store/events/rejections")).json();
    expect(rejections).toMatchObject([{ index: 0, errors }]);
  });

  test("is rejected in an amount of a return, with its pointer", async () => {
    const { id } = await newReturn(store);
    const amount = { amount: "1.00", currency: "DEM" };
    const detail = `exchange.totalTax.currency ${MUST}.`;
    const answer = await answerOf(store.patch(`/returns/${id}`, { exchange: { totalTax: amount } }));
    expect(answer).toEqual(problemAnswer(400, detail, [{ detail, pointer: "/exchange/totalTax/currency" }]));
  });

  test("is rejected for a store", async () => {
    const made = createStore(store.ctx, { name: "Shop", currency: "DEM" });
    expect(made).rejects.toThrow("The currency must be one that ISO 4217 lists today, such as EUR, not DEM.");
  });
});

test("every currency that the runtime knows and ISO 4217 still lists is accepted", async () => {
  const withdrawn = Intl.supportedValuesOf("currency").filter((code) => !isCurrency(code));
  // Historic currencies, and ones that only the runtime's data has.
  expect(withdrawn).toContain("DEM");
  for (const code of ["EUR", "USD", "JPY", "KWD", "CLF", "XCG", "ZWG", "SLE", "VED", "XAD"]) {
    await newOrder(store, { orderId: code, currencyCode: code });
  }
});
