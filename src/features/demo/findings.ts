import { amountOf, minorDigits, minorOf } from "../../lib/money.ts";
import type { ReturnItemAdditions, ReturnPatch } from "../returns/additions-schema.ts";
import type { Return } from "../returns/schema.ts";
import type { Status } from "../returns/status.ts";
import { PRODUCTS, slug } from "./catalogue.ts";
import type { Scenario } from "./scenarios.ts";

type Item = Return["items"][number];

const INSPECTOR = { id: "u-12", name: "Jo Kessler", firstName: "Jo", lastName: "Kessler" };
const VERDICTS: Partial<Record<Status, string>> = {
  rejected: "Clear signs of use.",
  flagged: "Needs a decision, see the notes.",
};
const DROPOFFS = "https://dropoff.example.com";

/** Returns the patch after the creation of a return; undefined if there is none. */
export function openingPatch(record: Return, { openedBy, dropoff }: Scenario): ReturnPatch | undefined {
  if (!openedBy && !dropoff) return undefined;
  const { shipmentGroupId, tracker } = record.shipments[0] ?? {};
  const code = { qrCode: `DROP-${tracker}`, qrCodeUrl: `${DROPOFFS}/${tracker}.png` };
  return {
    ...(openedBy && { internalCreatedByName: openedBy }),
    ...(dropoff && { dropoffs: [{ shipmentGroupId, provider: "Corner Drop", ...code }] }),
  };
}

/** Returns the patch at the end of a scenario; undefined if there is none. */
export function closingPatch(record: Return, scenario: Scenario): ReturnPatch | undefined {
  const { tags, green, credit, exchange, way } = scenario;
  const complete = way.at(-1) === "complete";
  const isInspected = complete || way.includes("in_review");
  if (!isInspected && !tags) return undefined;
  return {
    ...(tags && { tags: tags.map((name) => ({ name, source: "merchant" })) }),
    ...(green && { completeWithNoAction: true }),
    ...(credit && complete && { giftCards: [giftCardOf(record)] }),
    ...(exchange && { exchange: exchangeOf(record) }),
    ...(isInspected && {
      items: record.items.map((item) => ({ id: item.id, ...findingsOf(item, scenario) })),
    }),
  };
}

function findingsOf(item: Item, scenario: Scenario): ReturnItemAdditions {
  return {
    ...(scenario.way.includes("in_review") && inspection(scenario)),
    ...outcomeOf(scenario),
    ...settlementOf(item, scenario),
  };
}

function inspection({ way }: Scenario): ReturnItemAdditions {
  const last = way.at(-1) ?? way[0];
  const value = VERDICTS[last] ?? "As the customer describes it.";
  const responses = [{ type: "short_text", value }];
  return {
    assessments: [{ assignedUser: INSPECTOR, responses }],
    multipleChoiceQuestions: [{ question: "Has it been used?", answer: last === "rejected" ? "Yes" : "No" }],
  };
}

function outcomeOf(scenario: Scenario): ReturnItemAdditions {
  const last = scenario.way.at(-1);
  if (last === "rejected") return { grade: "D", outcome: "return_to_customer" };
  if (last !== "complete") return {};
  if (scenario.green) return { greenReturn: true, outcome: "kept_by_customer" };
  const faulty = scenario.reason === "DEFECTIVE" || scenario.deduction !== undefined;
  return faulty ? { grade: "B", outcome: "refurbish" } : { grade: "A", outcome: "restock" };
}

/** Returns the refund: zero for an exchanged item, otherwise less the deduction. */
function settlementOf(item: Item, { exchange, deduction }: Scenario): ReturnItemAdditions {
  const { amount, type } = item.refund;
  if (exchange) return { refund: { amount: { ...amount, amount: "0.00" }, type } };
  if (deduction === undefined) return {};
  const digits = minorDigits(amount.currency);
  const left = amountOf(minorOf(amount.amount, digits) - BigInt(deduction), digits);
  return {
    refund: { amount: { ...amount, amount: left }, type },
    productAdjustment: amountOf(-BigInt(deduction), digits),
  };
}

function giftCardOf(record: Return) {
  const { amount } = record.totals.storeCredit;
  return { amount, code: `THANKS-${record.order.name}`, externalId: `gc-${slug(record.order.name)}` };
}

function exchangeOf(record: Return) {
  const items = record.items.map((item) => exchangeItemOf(item));
  const { currency } = record.totals.refund.amount;
  return {
    items,
    itemCount: items.length,
    provision: "instant" as const,
    order: { externalId: `${record.order.name}-X` },
    totalTax: { amount: "0.00", currency },
  };
}

/** Returns the next smaller size of the same product for what was paid, tax included. */
function exchangeItemOf({ productId, variantId, quantity, refund }: Item) {
  const cents = Math.floor(Math.round(Number(refund.amount.amount) * 100) / quantity);
  const price = { ...refund.amount, amount: (cents / 100).toFixed(2) };
  const product = PRODUCTS.find(({ id }) => id === productId);
  const variants = product?.variants ?? [];
  const size = variants.findIndex((variant) => variantId === `${productId}-${slug(variant)}`);
  const name = variants[size - 1] ?? variants[1] ?? "";
  return {
    id: `${productId}-${slug(name)}`,
    quantity,
    variant: {
      name,
      externalId: `${productId}-${slug(name)}`,
      sku: `${product?.sku}-${slug(name).toUpperCase()}`,
    },
    originalPrice: price,
    price: { ...price, tax: "0.00" },
    product: { name: product?.title ?? "", externalId: productId },
  };
}
