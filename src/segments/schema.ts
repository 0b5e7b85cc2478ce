import { Kind, type Static, type TSchema, Type } from "@sinclair/typebox";
import { Customer } from "../customers/schema.ts";
import { AnyNumber, DateTime, Key, OneOf, Text } from "../lib/schema-types.ts";
import { COMPARISONS, OPERATORS } from "./condition.ts";

export const MAX_CONDITIONS = 50;
export const MAX_DEPTH = 5;
export const MAX_VALUES = 100;
export const MAX_TIMES = 1_000_000;
export const MAX_TEXT_CHARACTERS = 10_000;
/** The names of which a condition has exactly one. */
export const KINDS = ["all", "any", "not", "customer", "event"] as const;
export const LAST = /^[1-9][0-9]{0,4}[mhd]$/;

const Scalar = () => Type.Union([Text(), AnyNumber(), Type.Boolean()]);
const ComparedValue = () =>
  Type.Union(
    [Text(), AnyNumber(), Type.Boolean(), Type.Array(Scalar(), { minItems: 1, maxItems: MAX_VALUES })],
    {
      description: "An array with `in`, a boolean (true by default) with `exists`.",
    },
  );

const CustomerConditionSchema = Type.Object(
  {
    customer: Text({
      minLength: 1,
      description:
        "A field of the profile: `id`, `email`, `phoneNumber`, `firstName`, `lastName`, `createdAt`, `updatedAt`, `location.city` and the other fields of the location, or `customFields.` and a name.",
    }),
    is: Type.Optional(Type.Union([Text(), AnyNumber(), Type.Boolean()], { description: "Short for `=`." })),
    op: Type.Optional(OneOf(OPERATORS, { description: "Required without `is`." })),
    value: Type.Optional(ComparedValue()),
  },
  { title: "Customer condition" },
);

const EventConditionSchema = Type.Object(
  {
    event: Text({ minLength: 1, description: "The `eventName`." }),
    data: Type.Optional(
      Type.Array(
        Type.Object(
          {
            key: Text({ minLength: 1, description: "A top-level key of the event's `data`." }),
            op: OneOf(OPERATORS),
            value: Type.Optional(ComparedValue()),
          },
          { title: "Event data comparison" },
        ),
        {
          minItems: 1,
          maxItems: MAX_CONDITIONS,
          description: "All of them hold for one and the same event.",
        },
      ),
    ),
    within: Type.Optional(
      Type.Object(
        {
          last: Type.Optional(
            Text({
              maxLength: 6,
              pattern: LAST.source,
              examples: ["30d"],
              description:
                "Minutes (`m`), hours (`h`) or days of 24 hours (`d`) up to `at`. Without `since` and `until`.",
            }),
          ),
          since: Type.Optional(DateTime({ description: "Inclusive." })),
          until: Type.Optional(DateTime({ description: "Exclusive." })),
        },
        { title: "Event time range", description: "When the event happened, by its `eventTimestamp`." },
      ),
    ),
    times: Type.Optional(
      Type.Object(
        { op: OneOf(COMPARISONS), value: Type.Integer({ minimum: 0, maximum: MAX_TIMES }) },
        { title: "Event count", description: "How many such events; at least one by default." },
      ),
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
    Type.Object({ all: list() }, title("All conditions")),
    Type.Object({ any: list() }, title("Any condition")),
    Type.Object({ not: inner }, title("Not condition")),
    CustomerConditionSchema,
    EventConditionSchema,
  ]);
}

const ConditionSchema = conditionOf(MAX_DEPTH);

const Include = Type.Optional(
  Type.Array(OneOf(["count"]), {
    maxItems: 1,
    description: "`count`: also count all customers of the segment.",
  }),
);

export const SegmentQuery = Type.Object(
  {
    where: ConditionSchema,
    include: Include,
    at: Type.Optional(
      DateTime({
        description: "The moment that `last` counts back from; by default the time of the request.",
      }),
    ),
  },
  { title: "Segment query" },
);

export const SegmentBody = Type.Object({ where: ConditionSchema }, { title: "Segment input" });

export const NewSegment = Type.Object(
  {
    key: Key({ description: "The merchant's own key, which no other segment has." }),
    where: ConditionSchema,
  },
  { title: "New segment" },
);

export const SegmentKey = Key({
  description: "The merchant's own key of the segment; not `.` or `..`, which no URL can contain.",
});

export type SegmentCustomers = Static<typeof SegmentCustomers>;
export const SegmentCustomers = Type.Object(
  {
    customers: Type.Array(Customer),
    count: Type.Optional(
      Type.Integer({ description: "How many customers meet the condition, with `include`." }),
    ),
  },
  { title: "Segment customers" },
);

export type Segment = Static<typeof Segment>;
export const Segment = Type.Object(
  {
    key: Type.String(),
    // As it was sent: the framework rebuilds no `allOf`. To prepare that for all alternatives took 150 ms.
    where: Type.Unsafe<unknown>({ [Kind]: "Any", allOf: [ConditionSchema] }),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { title: "Segment" },
);

export type ListedSegment = Static<typeof ListedSegment>;
export const ListedSegment = Type.Object(
  { key: Type.String(), createdAt: DateTime(), updatedAt: DateTime() },
  { title: "Listed segment" },
);

export const SegmentAnswer = Type.Object({ segment: Segment });
