import { Kind, type Static, Type } from "@sinclair/typebox";
import { DateTime, Key, OneOf } from "../../lib/schema-types.ts";
import { Customer } from "../customers/schema.ts";
import { ConditionSchema } from "./condition-schema.ts";

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
