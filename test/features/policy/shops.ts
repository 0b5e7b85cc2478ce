import type { Facts, LineFacts } from "../../../src/features/policy/facts.ts";
import type { Policy } from "../../../src/features/policy/schema.ts";

type Expected = Record<string, unknown>;
/** What is asked of a policy in words, what the order is like, and what of the decision is expected. */
type Case = [
  question: string,
  facts: { order?: Partial<Facts>; line?: Partial<LineFacts> },
  expected: Expected,
];
type ShopPolicy = { policy: Policy; cases: Case[] };

const delivered = (day: string): Partial<LineFacts> => ({
  parcels: [{ units: 1, fulfilledAt: `${day}T08:00:00.000Z`, deliveredAt: `${day}T10:00:00.000Z` }],
});
const at = (day: string): Partial<Facts> => ({ at: `${day}T12:00:00.000Z` });
const needs = (code: string, en: string, ...what: ("photo" | "comment")[]) => ({
  ...{ code, texts: { en }, needs: what },
});

/** Return policies of twelve kinds of shops, in words of our own. The order is that of `facts.ts`, delivered on 5 March. */
export const SHOPS: Record<string, ShopPolicy> = {
  "fashion: 30 days, free, an exchange or the money": {
    policy: {
      ...{ timeZone: "Europe/Berlin", window: { days: 30, from: "delivered" } },
      rules: [{ then: { outcomes: ["exchange", "refund"] } }],
      reasons: [needs("size", "It doesn't fit"), needs("damaged", "It arrived damaged", "photo")],
    },
    cases: [
      [
        "the last day",
        { order: at("2026-04-04") },
        { eligible: true, outcomes: ["exchange", "refund"], fee: null },
      ],
      ["the day after", { order: at("2026-04-05") }, { eligible: false, because: { rule: "/window" } }],
    ],
  },
  "electronics: 14 days, a restocking fee unless it is broken, which people look at": {
    policy: {
      ...{ timeZone: "Europe/London", window: { days: 14, from: "delivered" } },
      rules: [
        {
          when: { reasonCodes: ["broken"] },
          then: { window: { days: 730, from: "delivered" }, fee: null, review: true },
        },
        { when: { tags: ["opened"] }, then: { fee: { percent: 15, of: "unit" } } },
      ],
      reasons: [needs("broken", "It doesn't work", "comment"), needs("other", "I changed my mind")],
    },
    cases: [
      ["sealed, in time", { order: at("2026-03-19") }, { eligible: true, fee: null, review: false }],
      [
        "opened",
        { order: at("2026-03-19"), line: { tags: ["opened"] } },
        { fee: { percent: 15, of: "unit" } },
      ],
      [
        "broken after a year",
        { order: at("2027-03-19"), line: { tags: ["opened"], reasonCode: "broken" } },
        { eligible: true, fee: null, review: true },
      ],
      [
        "another reason after a year",
        { order: at("2027-03-19"), line: { reasonCode: "other" } },
        { eligible: false },
      ],
    ],
  },
  "furniture: 100 nights from the delivery of the last part, collected for a fee": {
    policy: {
      ...{ timeZone: "Europe/Paris", window: { days: 100, from: "delivered" } },
      rules: [{ when: { tags: ["bulky"] }, then: { fee: { amount: "49.00", of: "return" } } }],
    },
    cases: [
      [
        "the second part came in May",
        {
          order: at("2026-08-01"),
          line: {
            ...{ ordered: 2, tags: ["bulky"] },
            parcels: ["2026-03-05", "2026-05-04"].flatMap((day) => delivered(day).parcels ?? []),
          },
        },
        { eligible: true, until: "2026-08-12T22:00:00.000Z", fee: { amount: "49.00", of: "return" } },
      ],
      [
        "the second part is on its way",
        { order: at("2026-12-01"), line: { ordered: 2 } },
        { eligible: true, atLeast: true },
      ],
    ],
  },
  "outlet: what was reduced by half or more stays sold": {
    policy: {
      ...{ timeZone: "Europe/Rome", window: { days: 14, from: "delivered" } },
      rules: [
        {
          when: { discountPercent: { op: ">=", value: "50" } },
          then: {
            eligible: false,
            texts: { en: "Sold for good at this price.", it: "Articolo non restituibile." },
          },
        },
        { when: { tags: ["sale"] }, then: { outcomes: ["store_credit"] } },
      ],
    },
    cases: [
      ["half price", { line: { price: "40.00", discount: "20.00" } }, { eligible: false }],
      [
        "half price, in Italian",
        { order: { language: "it" }, line: { price: "40.00", discount: "20.00" } },
        { because: { text: "Articolo non restituibile.", fact: { name: "discountPercent", value: "50" } } },
      ],
      [
        "a cent less off",
        { order: at("2026-03-10"), line: { price: "40.00", discount: "19.99", tags: ["sale"] } },
        { eligible: true, outcomes: ["store_credit"] },
      ],
    ],
  },
  "marketplace: other sellers' goods go by their own days": {
    policy: {
      ...{ timeZone: "Europe/Berlin", window: { days: 30, from: "delivered" } },
      rules: [
        {
          when: { orderTags: ["seller:acme"] },
          then: { window: { days: 14, from: "delivered" }, label: "shopper" },
        },
        { when: { countries: ["US", "GB"] }, then: { label: "shopper" } },
      ],
    },
    cases: [
      ["of the seller", { order: { ...at("2026-03-20"), orderTags: ["seller:acme"] } }, { eligible: false }],
      ["our own", { order: at("2026-03-20") }, { eligible: true, label: "merchant" }],
      [
        "our own, sent abroad",
        { order: { ...at("2026-03-20"), country: "GB" } },
        { eligible: true, label: "shopper" },
      ],
    ],
  },
  "books and downloads: what was downloaded can't come back": {
    policy: {
      ...{ timeZone: "America/New_York", window: { days: 30, from: "fulfilled" } },
      rules: [
        {
          when: { skus: ["EBOOK-*", "AUDIO-*"] },
          then: { eligible: false, texts: { en: "Downloads can't be returned." } },
        },
        { when: { productIds: ["gift-card"] }, then: { eligible: false } },
      ],
    },
    cases: [
      [
        "an e-book",
        { line: { sku: "EBOOK-77" } },
        { eligible: false, because: { text: "Downloads can't be returned." } },
      ],
      ["a gift card", { line: { productId: "gift-card" } }, { eligible: false, because: { text: null } }],
      ["a book", { line: { sku: "BOOK-77" } }, { eligible: true, until: "2026-04-03T04:00:00.000Z" }],
    ],
  },
  "cosmetics: opened ones not, for hygiene, unless they cause a reaction": {
    policy: {
      ...{ timeZone: "Europe/Paris", window: { days: 60, from: "delivered" } },
      rules: [
        {
          when: { reasonCodes: ["reaction"] },
          then: { eligible: true, keepItem: true, outcomes: ["refund"] },
        },
        {
          when: { tags: ["hygiene"] },
          then: { eligible: false, texts: { en: "Only if it is still sealed." } },
        },
      ],
      reasons: [{ ...needs("reaction", "My skin reacted", "comment", "photo"), when: { tags: ["hygiene"] } }],
    },
    cases: [
      [
        "without a reason",
        { line: { tags: ["hygiene"] } },
        { eligible: false, reasons: [{ changes: { eligible: true, keepItem: true } }] },
      ],
      [
        "a reaction",
        { line: { tags: ["hygiene"], reasonCode: "reaction" } },
        { eligible: true, keepItem: true },
      ],
      ["a brush", {}, { eligible: true, reasons: [] }],
    ],
  },
  "made to order: engraved things not, rings within a year for a new size": {
    policy: {
      ...{ timeZone: "Europe/Vienna", window: { days: 30, from: "delivered" } },
      rules: [
        { when: { tags: ["engraved"] }, then: { eligible: false } },
        {
          when: { tags: ["ring"], reasonCodes: ["size"] },
          then: {
            window: { days: 365, from: "delivered" },
            outcomes: ["exchange"],
            fee: { amount: 25, of: "unit" },
          },
        },
      ],
      reasons: [needs("size", "Another size")],
    },
    cases: [
      ["an engraved ring", { line: { tags: ["ring", "engraved"], reasonCode: "size" } }, { eligible: false }],
      [
        "a ring in summer",
        { order: at("2026-07-01"), line: { tags: ["ring"], reasonCode: "size" } },
        { eligible: true, outcomes: ["exchange"], fee: { amount: 25, of: "unit" } },
      ],
      [
        "a ring in summer, no longer wanted",
        { order: at("2026-07-01"), line: { tags: ["ring"] } },
        { eligible: false },
      ],
    ],
  },
  "holidays: what is bought before Christmas may come back until the end of January": {
    policy: {
      ...{ timeZone: "America/Chicago", window: { days: 30, from: "delivered" } },
      rules: [
        {
          when: { orderedFrom: "2026-11-01", orderedUntil: "2026-12-24" },
          then: { window: { until: "2027-01-31" } },
        },
      ],
    },
    cases: [
      [
        "bought on 1 November",
        {
          order: { ...at("2027-01-31"), orderedAt: "2026-11-01T12:00:00.000Z" },
          line: delivered("2026-11-05"),
        },
        { eligible: true, until: "2027-02-01T06:00:00.000Z" },
      ],
      [
        "late on Christmas Eve over there, already the 25th here",
        {
          order: { ...at("2027-01-31"), orderedAt: "2026-12-25T05:59:59.999Z" },
          line: delivered("2026-12-28"),
        },
        { eligible: true },
      ],
      [
        "bought on the 25th",
        {
          order: { ...at("2027-01-31"), orderedAt: "2026-12-25T06:00:00.000Z" },
          line: delivered("2026-12-28"),
        },
        { eligible: false, until: "2027-01-28T06:00:00.000Z" },
      ],
    ],
  },
  "loyalty: members have 90 days and get more for store credit": {
    policy: {
      ...{ timeZone: "Europe/Amsterdam", window: { days: 30, from: "delivered" } },
      rules: [
        {
          when: { segment: "members" },
          then: { window: { days: 90, from: "delivered" }, bonus: { percent: "10" }, fee: null },
        },
        { then: { fee: { amount: "2.95", of: "return" } } },
      ],
    },
    cases: [
      [
        "a member",
        { order: { ...at("2026-05-20"), segments: ["members"] } },
        { eligible: true, bonus: { percent: "10" }, fee: null },
      ],
      [
        "a guest",
        { order: at("2026-05-20") },
        { eligible: false, bonus: null, fee: { amount: "2.95", of: "return" } },
      ],
    ],
  },
  "wholesale: a fee by the line, in each currency its own, seen by people": {
    policy: {
      ...{ timeZone: "Asia/Kolkata", window: { days: 7, from: "delivered" } },
      rules: [
        { when: { currency: "INR" }, then: { fee: { amount: "150", of: "line" } } },
        {
          then: {
            fee: { amount: "5", of: "line" },
            review: true,
            label: "shopper",
            outcomes: ["store_credit"],
          },
        },
      ],
    },
    cases: [
      [
        "in rupees",
        { order: { ...at("2026-03-12"), currency: "INR" } },
        { eligible: true, fee: { amount: "150", of: "line" } },
      ],
      [
        "in euros",
        { order: at("2026-03-12") },
        { fee: { amount: "5", of: "line" }, review: true, label: "shopper" },
      ],
    ],
  },
  "household goods: cheap ones are kept, and refunded": {
    policy: {
      ...{ timeZone: "Europe/Stockholm", window: { days: 365, from: "ordered" } },
      rules: [
        { when: { pricePaid: { op: "<", value: "10" }, countries: ["DE", "SE"] }, then: { keepItem: true } },
      ],
    },
    cases: [
      ["9.99", { line: { paid: "9.99" } }, { keepItem: true }],
      ["three for 29.99", { line: { ordered: 3, paid: "29.99" } }, { keepItem: true }],
      ["three for 30", { line: { ordered: 3, paid: "30.00" } }, { keepItem: false }],
      ["9.99, somewhere else", { order: { country: "NO" }, line: { paid: "9.99" } }, { keepItem: false }],
    ],
  },
};
