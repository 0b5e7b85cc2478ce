import { type Static, Type } from "@sinclair/typebox";
import {
  Currency,
  DecimalText,
  field,
  Key,
  NonBlankText,
  Nullable,
  OfFormat,
  OneOf,
} from "../../lib/schema-types.ts";

const COMPARISONS = ["=", "!=", ">", ">=", "<", "<="] as const;
export type Comparison = (typeof COMPARISONS)[number];
export const OUTCOMES = ["refund", "store_credit", "exchange"] as const;
const MAX_VALUES = 1_000;

const Values = (description: string, ...examples: string[]) =>
  field(Type.Optional(Type.Array(Key(), { maxItems: MAX_VALUES })), description, examples);

const Day = (description: string, example: string) => field(OfFormat("date", 10), description, example);

/** Languages, perhaps with a script or a region. */
const LANGUAGE = "^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$";

const Texts = (description: string, example: string) =>
  field(
    Type.Record(Type.String({ pattern: LANGUAGE }), NonBlankText(1_000), {
      ...{ minProperties: 1, maxProperties: 50, additionalProperties: false },
      propertyNames: { pattern: LANGUAGE, description: "a language, such as en or pt-BR" },
    }),
    `${description} By language (\`en\`, \`pt-BR\`). Where a language is missing, \`en\` is shown, else the first.`,
    { en: example },
  );

const PercentText = () => OfFormat("percent", 32, { pattern: "^\\d+(\\.\\d+)?$" });

const Percent = (description: string, example: number) =>
  field(Type.Union([PercentText(), Type.Number({ minimum: 0, maximum: 100 })]), description, example);

const Compared = (description: string, example: string) =>
  field(
    Type.Optional(
      Type.Object({
        op: field(OneOf(COMPARISONS), "The comparison."),
        value: field(DecimalText(), "The number to compare with, as a decimal string.", example),
      }),
    ),
    description,
  );

const whenFields = {
  tags: Values("The line has one of these tags.", "final-sale"),
  orderTags: Values("The order has one of these tags.", "marketplace"),
  productIds: Values("The line is of one of these products.", "gift-card"),
  skus: field(
    Type.Optional(
      Type.Array(Key({ pattern: "^[^*]*\\*?$", description: "an SKU, with a star at most at its end" }), {
        maxItems: MAX_VALUES,
      }),
    ),
    "The line has one of these SKUs. A `*` at the end stands for any characters.",
    ["SALE-*"],
  ),
  countries: field(
    Type.Optional(
      Type.Array(Type.String({ format: "country", pattern: "^[A-Z]{2}$" }), { maxItems: MAX_VALUES }),
    ),
    "The order is shipped to one of these countries (ISO 3166, two letters). An order without a known country is in none.",
    ["DE", "AT"],
  ),
  currency: field(Type.Optional(Currency("The order's currency.")), "The order is in this currency.", "EUR"),
  pricePaid: Compared("What was paid per unit, after discounts and with tax.", "20.00"),
  discountPercent: Compared("The discount on the line, in percent of its price.", "50"),
  orderedFrom: field(
    Type.Optional(Day("A day.", "2026-11-01")),
    "The order is of this day or a later one.",
    "2026-11-01",
  ),
  orderedUntil: field(
    Type.Optional(Day("A day.", "2026-12-24")),
    "The order is of this day or an earlier one.",
    "2026-12-24",
  ),
  segment: field(Type.Optional(Key()), "The customer is in this saved segment.", "loyal"),
};

export type When = Static<typeof When>;
const When = Type.Object(
  {
    ...whenFields,
    reasonCodes: Values(
      "The shopper's reason is one of these. Without a reason such a rule doesn't match.",
      "damaged",
    ),
  },
  { title: "Policy rule condition" },
);

const ReasonWhen = Type.Object(whenFields, { title: "Policy reason condition" });

export type Window = Static<typeof Window>;
const Window = Type.Union([
  Type.Object(
    {
      days: field(
        Type.Integer({ minimum: 0, maximum: 10_000 }),
        "The last day is this many days after the day of `from`.",
        30,
      ),
      from: field(
        OneOf(["delivered", "fulfilled", "ordered"]),
        "What the days are counted from. Of several parcels of a line the last one counts.",
      ),
    },
    { title: "Return window in days" },
  ),
  Type.Object(
    { until: Day("The last day.", "2027-01-31") },
    { title: "Return window up to a day", description: "A window that ends with a day, whenever it began." },
  ),
]);

const feeOf = field(
  OneOf(["unit", "line", "return"]),
  "What it is taken from: each unit, each line, or once the return.",
);

export type Fee = Static<typeof Fee>;
export const Fee = Type.Union([
  Type.Object(
    {
      amount: field(
        Type.Union([DecimalText(), Type.Number({ minimum: 0, maximum: 1_000_000 })]),
        "The amount, in the order's currency.",
        "4.90",
      ),
      of: feeOf,
    },
    { title: "Return fee as an amount" },
  ),
  Type.Object(
    { percent: Percent("Percent of the value, 0 to 100.", 15), of: feeOf },
    { title: "Return fee in percent" },
  ),
]);

export type Bonus = Static<typeof Bonus>;
export const Bonus = Type.Object(
  { percent: Percent("Percent of the value after the fee, 0 to 100.", 10) },
  { title: "Store credit bonus", description: "What is added to store credit." },
);

const parts = {
  window: field(Type.Optional(Nullable(Window)), "How long a line may be returned; null is for ever."),
  outcomes: field(
    Type.Optional(Type.Array(OneOf(OUTCOMES), { minItems: 1, maxItems: OUTCOMES.length, uniqueItems: true })),
    "What the shopper may choose to get.",
    ["refund", "exchange"],
  ),
  fee: field(Type.Optional(Nullable(Fee)), "What a return costs; null is nothing."),
  bonus: field(Type.Optional(Nullable(Bonus)), "What store credit has beyond the value; null is nothing."),
  label: field(Type.Optional(OneOf(["merchant", "shopper"])), "Who pays the parcel back."),
  keepItem: field(Type.Optional(Type.Boolean()), "Whether the shopper keeps the item."),
  review: field(Type.Optional(Type.Boolean()), "Whether people look at the return first."),
};

export type Then = Static<typeof Then>;
const Then = Type.Object(
  {
    eligible: field(Type.Optional(Type.Boolean()), "Whether the line may be returned."),
    texts: Type.Optional(Texts("Why, in words for the shopper.", "Sale items can't be returned.")),
    ...parts,
  },
  { title: "Policy rule effect", minProperties: 1 },
);

export type Rule = Static<typeof Rule>;
const Rule = Type.Object(
  {
    when: field(
      Type.Optional(When),
      "All that is given must hold; of a list one is enough. Absent or empty, the rule matches every line.",
    ),
    then: field(Then, "What the rule decides. A part that it doesn't have is left to later rules."),
  },
  { title: "Policy rule" },
);

export const NEEDS = ["photo", "comment"] as const;

const Reason = Type.Object(
  {
    code: field(Key(), "Unique among the reasons.", "damaged"),
    texts: Texts("What the shopper reads.", "It arrived damaged"),
    needs: field(
      Type.Optional(Type.Array(OneOf(NEEDS), { maxItems: NEEDS.length, uniqueItems: true })),
      "What the shopper must add.",
      ["photo"],
    ),
    when: field(Type.Optional(ReasonWhen), "The lines that it is offered for; by default all."),
  },
  { title: "Policy reason" },
);

export type Policy = Static<typeof Policy>;
export const Policy = Type.Object(
  {
    timeZone: field(OfFormat("time-zone", 64), "Days are those of this zone (IANA).", "Europe/Berlin"),
    window: field(Type.Optional(Nullable(Window)), "The window where no rule has one; by default for ever."),
    rules: field(
      Type.Optional(Type.Array(Rule, { maxItems: 250 })),
      "In order: for each part the first rule that matches and has it decides.",
    ),
    reasons: field(
      Type.Optional(Type.Array(Reason, { maxItems: 100 })),
      "The reasons that a shopper may choose.",
    ),
  },
  { title: "Return policy" },
);
