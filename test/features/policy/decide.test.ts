import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { registerFormats } from "../../../src/core/http/errors/formats.ts";
import { decide, NO_POLICY } from "../../../src/features/policy/decide.ts";
import { LineDecision } from "../../../src/features/policy/decision-schema.ts";
import type { Facts, LineFacts } from "../../../src/features/policy/facts.ts";
import type { Policy, Then } from "../../../src/features/policy/schema.ts";
import { orderFacts } from "./facts.ts";

type Rules = NonNullable<Policy["rules"]>;

registerFormats();

/** Each decision is also compared with what the API says of it. */
function first(policy: Omit<Policy, "timeZone"> & { timeZone?: string }, facts = orderFacts()) {
  const [decision] = decide({ version: 3, policy: { timeZone: "Europe/Berlin", ...policy } }, facts);
  if (!decision) throw new Error("no decision");
  expect([...Value.Errors(LineDecision, decision)]).toEqual([]);
  return decision;
}

const inDays = (days: number, from: "delivered" | "fulfilled" | "ordered" = "delivered"): Then => ({
  window: { days, from },
});

test("without a policy everything may be returned for ever, for any outcome, and costs nothing", () => {
  expect(decide(NO_POLICY, orderFacts({ language: "de" }))).toEqual([
    {
      ...{ lineItemId: "1", returnable: 1, eligible: true, until: null, reasons: [] },
      ...{ outcomes: ["refund", "store_credit", "exchange"], fee: null, bonus: null },
      ...{ label: "merchant", keepItem: false, review: false },
      because: { rule: null, version: null, fact: null, change: null, text: null },
    },
  ]);
});

describe("the window", () => {
  test("lasts to the end of the last day in the policy's zone, over a change of the clocks", () => {
    const until = "2026-04-04T22:00:00.000Z";
    const policy = { window: { days: 30, from: "delivered" as const } };
    expect(first(policy, orderFacts({ at: "2026-04-04T21:59:59.999Z" }))).toMatchObject({
      ...{ eligible: true, until },
      because: {
        ...{ rule: "/window", version: 3, text: null },
        fact: { name: "delivered", value: "2026-03-05T10:00:00.000Z" },
        change: { name: "at", value: until },
      },
    });
    expect(first(policy, orderFacts({ at: until }))).toMatchObject({ eligible: false, until });
  });

  test("of a line counts from its last parcel, and while that is on its way at least from what is known", () => {
    const parcel = (fulfilled: string, delivered: string | null) => ({
      ...{ units: 1, fulfilledAt: `${fulfilled}T10:00:00.000Z` },
      deliveredAt: delivered && `${delivered}T10:00:00.000Z`,
    });
    const untilOf = (parcels: LineFacts["parcels"]) => {
      const { eligible, until, atLeast, because } = first(
        { timeZone: "UTC", rules: [{ then: inDays(1) }] },
        orderFacts({}, { ordered: 2, parcels }),
      );
      return [until?.slice(0, 10), eligible, atLeast, because.change?.name];
    };
    const early = parcel("2026-03-03", "2026-03-04");
    expect(untilOf([parcel("2026-03-03", "2026-03-09"), early])).toEqual([
      "2026-03-11",
      false,
      undefined,
      "at",
    ]);
    expect(untilOf([early, parcel("2026-03-06", null)])).toEqual(["2026-03-08", true, true, "delivered"]);
    expect(untilOf([early])).toEqual(["2026-03-04", true, true, "delivered"]);
    expect(untilOf([])).toEqual(["2026-03-04", true, true, "delivered"]);
  });

  test("may end with a day, and null has no end", () => {
    const holiday = { when: { orderedFrom: "2026-03-02" }, then: { window: { until: "2026-04-30" } } };
    expect(first({ window: { days: 1, from: "ordered" }, rules: [holiday] }).until).toBe(
      "2026-04-30T22:00:00.000Z",
    );
    const forEver = { then: { window: null } };
    expect(first({ window: { days: 1, from: "ordered" }, rules: [forEver] })).toMatchObject({
      ...{ eligible: true, until: null },
    });
  });
});

describe("rules", () => {
  test("for each part the first rule that matches and has it decides", () => {
    const rules: Rules = [
      {
        when: { tags: ["final"] },
        then: { eligible: false, texts: { en: "Final sale.", de: "Endgültig." } },
      },
      { when: { countries: ["DE"] }, then: { label: "shopper" } },
      { then: { ...inDays(14), label: "merchant", fee: { amount: "4.90", of: "return" } } },
      { then: { ...inDays(90), fee: null, bonus: { percent: 5 }, keepItem: true, review: true } },
    ];
    expect(first({ rules }, orderFacts({ language: "de-AT" }, { tags: ["new", "final"] }))).toMatchObject({
      ...{ eligible: false, until: "2026-03-19T23:00:00.000Z", label: "shopper" },
      ...{ fee: { amount: "4.90", of: "return" }, bonus: { percent: 5 }, keepItem: true, review: true },
      because: {
        ...{ rule: "/rules/0", text: "Endgültig.", fact: { name: "tags", value: "final" } },
        change: { name: "tags", value: null },
      },
    });
    expect(first({ rules })).toMatchObject({ eligible: false, because: { rule: "/rules/2", text: null } });
  });

  test("a condition's fields must all hold, of a list one is enough, and an empty one holds", () => {
    const whole = orderFacts(
      { orderTags: ["b2c"], segments: ["loyal"], currency: "CHF", country: "CH" },
      { tags: ["shoes"], ordered: 3, price: "90", discount: "30", paid: "10.00", reasonCode: "size" },
    );
    const matched = (when: Rules[number]["when"], facts: Facts = whole) =>
      !first({ rules: [{ when, then: { eligible: false } }] }, facts).eligible;
    const held: Rules[number]["when"][] = [
      {},
      { tags: [], skus: [] },
      { tags: ["shoes", "bags"] },
      { orderTags: ["x", "b2c"] },
      { productIds: ["shirt"] },
      { skus: ["SHIRT-*"] },
      { skus: ["SHIRT-M"] },
      { skus: ["*"] },
      { countries: ["DE", "CH"] },
      { currency: "CHF" },
      { segment: "loyal" },
      { reasonCodes: ["size"] },
      { orderedFrom: "2026-03-02", orderedUntil: "2026-03-02" },
      { discountPercent: { op: ">", value: "33.333333333333" } },
      { discountPercent: { op: "<", value: "33.333333333334" } },
      { pricePaid: { op: ">", value: "3.33" } },
      { pricePaid: { op: "<", value: "3.34" } },
    ];
    const others: Rules[number]["when"][] = [
      { tags: ["shoes"], orderTags: ["x"] },
      { productIds: ["shoes"] },
      { skus: ["SHIRT"] },
      { skus: ["HIRT*"] },
      { countries: ["DE"] },
      { currency: "EUR" },
      { segment: "new" },
      { reasonCodes: ["late"] },
      { orderedFrom: "2026-03-03" },
      { orderedUntil: "2026-03-01" },
      { discountPercent: { op: "=", value: "33.33" } },
      { pricePaid: { op: ">=", value: "3.34" } },
    ];
    expect(held.filter((when) => !matched(when))).toEqual([]);
    expect(others.filter((when) => matched(when))).toEqual([]);
    const unknown = orderFacts({ country: null }, { productId: null, sku: null });
    const wanted = [
      { countries: ["DE"] },
      { productIds: ["shirt"] },
      { skus: ["*"] },
      { reasonCodes: ["size"] },
    ];
    expect(wanted.filter((when) => matched(when, unknown))).toEqual([]);
  });

  test("a condition on a price holds on its border as it says", () => {
    const facts = orderFacts({}, { price: "20.00", discount: "5.00", paid: "15.00" });
    const holding = (name: "pricePaid" | "discountPercent", value: string) =>
      (["=", "!=", ">", ">=", "<", "<="] as const).filter(
        (op) =>
          !first({ rules: [{ when: { [name]: { op, value } }, then: { eligible: false } }] }, facts).eligible,
      );
    expect(holding("pricePaid", "15")).toEqual(["=", ">=", "<="]);
    expect(holding("pricePaid", "15.0001")).toEqual(["!=", "<", "<="]);
    expect(holding("discountPercent", "25.00")).toEqual(["=", ">=", "<="]);
    expect(holding("discountPercent", "24.9")).toEqual(["!=", ">", ">="]);
  });
});

describe("reasons", () => {
  const policy = {
    window: { days: 1, from: "delivered" as const },
    rules: [
      {
        when: { reasonCodes: ["damaged"] },
        then: { ...inDays(365), label: "merchant", texts: { en: "Sorry." } },
      },
      { then: { label: "shopper" } },
    ] satisfies Rules,
    reasons: [
      { code: "damaged", texts: { en: "Damaged" }, needs: ["photo" as const] },
      { code: "late", texts: { en: "Too late" }, when: { tags: ["perishable"] } },
      { code: "size", texts: { en: "Too small" } },
    ],
  };

  test("without a reason those that would change the decision say how", () => {
    const decision = first(policy);
    expect(decision).toMatchObject({ eligible: false, label: "shopper" });
    expect(decision.reasons).toEqual([
      {
        ...{ code: "damaged", texts: { en: "Damaged" }, needs: ["photo"] },
        changes: {
          ...{ eligible: true, until: "2027-03-05T23:00:00.000Z", label: "merchant" },
          because: {
            ...{ rule: "/rules/0", version: 3, text: "Sorry." },
            fact: { name: "delivered", value: "2026-03-05T10:00:00.000Z" },
            change: { name: "at", value: "2027-03-05T23:00:00.000Z" },
          },
        },
      },
      { code: "size", texts: { en: "Too small" }, needs: [], changes: {} },
    ]);
  });

  test("with a reason the decision is that of the reason, and the others say what they would change", () => {
    const decision = first(policy, orderFacts({}, { reasonCode: "damaged" }));
    expect(decision).toMatchObject({ eligible: true, label: "merchant" });
    expect(decision.reasons.map(({ code, changes }) => [code, changes.eligible])).toEqual([
      ["damaged", undefined],
      ["size", false],
    ]);
  });
});

test("a line of 250 tags is decided soon, by as many values as a policy may have and for 100 reasons", () => {
  let value = 0;
  const many = () => Array.from({ length: 1_000 }, () => (value++).toString(36));
  const codes = Array.from({ length: 100 }, (_, i) => `r${i}`);
  const rules: Rules = [
    ...Array.from({ length: 75 }, () => ({ when: { tags: many() }, then: { review: true } })),
    ...Array.from({ length: 75 }, () => ({ when: { skus: many() }, then: { keepItem: true } })),
    { when: { reasonCodes: codes, tags: ["last"] }, then: { eligible: false } },
    { when: { skus: ["T*", "LONG-*"] }, then: { label: "shopper" } },
  ];
  const reasons = codes.map((code) => ({ code, texts: { en: code } }));
  const tags = [...Array.from({ length: 249 }, (_, i) => `-${i}`), "last"];
  const before = process.cpuUsage();
  const decision = first({ rules, reasons }, orderFacts({}, { tags, sku: "LONG-SKU" }));
  const { user } = process.cpuUsage(before);
  expect(decision).toMatchObject({ eligible: true, review: false, keepItem: false, label: "shopper" });
  expect(decision.reasons.map(({ changes }) => changes.eligible)).toEqual(codes.map(() => false));
  // It takes some tens of milliseconds; value by value and tag by tag it took half a minute.
  expect(user / 1_000).toBeLessThan(3_000);
});
