import { type TSchema, Type } from "@sinclair/typebox";
import { AnyNumber, DateTime, field, OneOf, Text } from "../../lib/schema-types.ts";
import { COMPARISONS, OPERATORS } from "./condition.ts";

export const MAX_CONDITIONS = 50;
export const MAX_DEPTH = 5;
export const MAX_VALUES = 100;
export const MAX_TIMES = 1_000_000;
export const MAX_TEXT_CHARACTERS = 10_000;
/** The names of which a condition has exactly one. */
export const KINDS = ["all", "any", "not", "customer", "event"] as const;
export const LAST = /^[1-9][0-9]{0,4}[mhd]$/;

const Last = (rule: string) =>
  Text({
    maxLength: 6,
    pattern: LAST.source,
    examples: ["30d"],
    description: `Minutes (\`m\`), hours (\`h\`) or days of 24 hours (\`d\`) up to \`at\`.${rule}`,
  });

/** What a date of a profile may be compared with instead of a date. */
const RelativeDate = () =>
  Type.Object(
    { last: Last("") },
    {
      title: "Relative date",
      description:
        "For dates: `=` is within this time, `!=` isn't; `>` and the others compare with its beginning.",
    },
  );

const Scalar = () => Type.Union([Text(), AnyNumber(), Type.Boolean()]);
const ComparedValue = (...more: TSchema[]) =>
  Type.Union(
    [
      Text(),
      AnyNumber(),
      Type.Boolean(),
      Type.Array(Scalar(), { minItems: 1, maxItems: MAX_VALUES }),
      ...more,
    ],
    { description: "An array with `in`, a boolean (true by default) with `exists`.", examples: ["gold"] },
  );

const CustomerConditionSchema = Type.Object(
  {
    customer: field(
      Text({ minLength: 1 }),
      "A field of the profile: `id`, `email`, `phoneNumber`, `firstName`, `lastName`, `createdAt`, `updatedAt`, `location.city` and the other fields of the location, or `customFields.` and a name.",
      "customFields.plan",
    ),
    is: field(
      Type.Optional(Type.Union([Text(), AnyNumber(), Type.Boolean(), RelativeDate()])),
      "Short for `=`.",
    ),
    op: field(Type.Optional(OneOf(OPERATORS)), "Required without `is`."),
    value: Type.Optional(ComparedValue(RelativeDate())),
  },
  { title: "Customer condition" },
);

const EventConditionSchema = Type.Object(
  {
    event: field(Text({ minLength: 1 }), "The `eventName`.", "ordered"),
    data: field(
      Type.Optional(
        Type.Array(
          Type.Object(
            {
              key: field(Text({ minLength: 1 }), "A top-level key of the event's `data`.", "total"),
              op: field(OneOf(OPERATORS), "The comparison."),
              value: Type.Optional(ComparedValue()),
            },
            { title: "Event data comparison" },
          ),
          { minItems: 1, maxItems: MAX_CONDITIONS },
        ),
      ),
      "All of them hold for one and the same event.",
    ),
    value: field(
      Type.Optional(
        Type.Object(
          {
            op: field(OneOf(OPERATORS.filter((op) => op !== "startsWith")), "The comparison."),
            value: field(
              Type.Optional(
                Type.Union([
                  AnyNumber(),
                  Type.Boolean(),
                  Type.Array(AnyNumber(), { minItems: 1, maxItems: MAX_VALUES }),
                ]),
              ),
              "An array with `in`, a boolean (true by default) with `exists`.",
              50,
            ),
          },
          {
            title: "Event value comparison",
            description: "The event's `value`, whatever its currency is.",
          },
        ),
      ),
      "A monetary or conversion value.",
    ),
    within: field(
      Type.Optional(
        Type.Object(
          {
            last: Type.Optional(Last(" Without `since` and `until`.")),
            since: field(Type.Optional(DateTime()), "Inclusive."),
            until: field(Type.Optional(DateTime()), "Exclusive."),
          },
          { title: "Event time range", description: "When the event happened, by its `eventTimestamp`." },
        ),
      ),
      "When the events happened: a time up to now, or a range.",
    ),
    times: field(
      Type.Optional(
        Type.Object(
          {
            op: field(OneOf(COMPARISONS), "The comparison."),
            value: field(Type.Integer({ minimum: 0, maximum: MAX_TIMES }), "The number to compare with.", 3),
          },
          { title: "Event count", description: "How many such events; at least one by default." },
        ),
      ),
      "How often the event happened; by default at least once.",
    ),
  },
  { title: "Event condition" },
);

/** The depth is written out, so that every schema is finite. */
function conditionOf(depth: number): TSchema {
  if (depth === 1) return Type.Union([CustomerConditionSchema, EventConditionSchema]);
  const inner = conditionOf(depth - 1);
  const list = () => Type.Array(inner, { minItems: 1, maxItems: MAX_CONDITIONS });
  const title = (words: string) => ({ title: depth === MAX_DEPTH ? words : `${words} level ${depth}` });
  return Type.Union([
    Type.Object({ all: field(list(), "Conditions that must all be met.") }, title("All conditions")),
    Type.Object({ any: field(list(), "Conditions of which one must be met.") }, title("Any condition")),
    Type.Object({ not: field(inner, "A condition that must not be met.") }, title("Not condition")),
    CustomerConditionSchema,
    EventConditionSchema,
  ]);
}

export const ConditionSchema = conditionOf(MAX_DEPTH);
