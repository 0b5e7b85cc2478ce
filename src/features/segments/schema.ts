import { Kind, type Static, Type } from "@sinclair/typebox";
import { DateTime, field, Key, OneOf } from "../../lib/schema-types.ts";
import { CreatedAt, UpdatedAt } from "../../lib/shared-fields.ts";
import { Customer } from "../customers/schema.ts";
import { ConditionSchema } from "./condition-schema.ts";
import { CUSTOMER_SORTS, MAX_COUNT_UP_TO } from "./parse-query.ts";

const Include = Type.Optional(
  Type.Array(OneOf(["count"]), {
    maxItems: 1,
    description: "`count`: also count all customers of the segment.",
  }),
);

export const SegmentQuery = Type.Object(
  {
    where: field(ConditionSchema, "The condition."),
    include: Include,
    countUpTo: field(
      Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_COUNT_UP_TO })),
      "Also count customers of the segment, up to so many; `isAtLeast` says whether there are more.",
      10_000,
    ),
    sort: Type.Optional(
      OneOf(CUSTOMER_SORTS, {
        description: "The order: by creation, with a `-` the latest first; by default that of the ids.",
      }),
    ),
    at: field(
      Type.Optional(DateTime()),
      "The moment that `last` counts back from; by default the time of the request.",
    ),
  },
  { title: "Segment query" },
);

export const SegmentBody = Type.Object(
  { where: field(ConditionSchema, "The condition.") },
  { title: "Segment input" },
);

export const NewSegment = Type.Object(
  {
    key: field(Key(), "The merchant's own key, which no other segment has.", "loyal"),
    where: field(ConditionSchema, "The condition."),
  },
  { title: "New segment" },
);

export const SegmentKey = Key({
  description: "The merchant's own key of the segment; not `.` or `..`, which no URL can contain.",
});

export type SegmentCustomers = Static<typeof SegmentCustomers>;
export const SegmentCustomers = Type.Object(
  {
    customers: field(Type.Array(Customer), "The customers."),
    count: field(
      Type.Optional(Type.Integer()),
      "How many customers meet the condition, with `include` or `countUpTo`.",
      1,
    ),
    isAtLeast: field(
      Type.Optional(Type.Boolean()),
      "With `countUpTo`: true when more meet the condition than were counted.",
    ),
  },
  { title: "Segment customers" },
);

export type Segment = Static<typeof Segment>;
export const Segment = Type.Object(
  {
    key: field(Type.String(), "The merchant's own key.", "loyal"),
    // As it was sent: the framework rebuilds no `allOf`. To prepare that for all alternatives took 150 ms.
    where: field(Type.Unsafe<unknown>({ [Kind]: "Any", allOf: [ConditionSchema] }), "The condition."),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: "Segment" },
);

export type ListedSegment = Static<typeof ListedSegment>;
export const ListedSegment = Type.Object(
  {
    key: field(Type.String(), "The merchant's own key.", "loyal"),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: "Listed segment" },
);

export const SegmentAnswer = Type.Object({ segment: field(Segment, "The segment.") });
