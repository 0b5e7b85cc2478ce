import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Money, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { Status } from "../../returns/schema.ts";

/** What is counted is counted up to this number; events up to the other. */
export const MAX_COUNTED = 10_000;
export const MAX_COUNTED_EVENTS = 100_000;
/** Returns of an hour or a day are counted up to this number. */
export const MAX_COUNTED_PER_INTERVAL = 2_000;
/** Reasons are listed, the most frequent first, up to this number. */
export const MAX_REASONS = 10;

/** The hours of an interval, and how many of them a period has. */
export const PERIODS = { "24h": { hours: 1, intervals: 24 }, "30d": { hours: 24, intervals: 30 } } as const;

export type Period = keyof typeof PERIODS;

export const SummaryQuery = Type.Object({
  last: Type.Optional(
    OneOf(["24h", "30d"], { default: "24h", description: "The period that ends with the request." }),
  ),
});

export type Counted = Static<typeof Counted>;
const Counted = Type.Object(
  {
    count: Type.Integer({ minimum: 0 }),
    isAtLeast: Type.Boolean({ description: "True when there are more than could be counted." }),
  },
  { title: "Count" },
);

export type ReturnsSummary = Static<typeof ReturnsSummary>;
const ReturnsSummary = Type.Object(
  {
    byStatus: Type.Array(
      Type.Object(
        { status: Status, count: Type.Integer(), isAtLeast: Type.Boolean() },
        { title: "Count of a return status" },
      ),
      { description: "Each status, in the order of the specification." },
    ),
    perInterval: Type.Array(
      Type.Object(
        { since: DateTime(), count: Type.Integer(), isAtLeast: Type.Boolean() },
        { title: "Returns of an interval" },
      ),
      {
        description: `The returns created in each hour of 24, or in each 24 hours of 30 days, the oldest first; counted up to ${MAX_COUNTED_PER_INTERVAL}.`,
      },
    ),
    reasons: Type.Array(
      Type.Object({ reason: Type.String(), units: Type.Integer() }, { title: "Units of a reason" }),
      { description: `Returned units by reason, the most frequent ${MAX_REASONS}.` },
    ),
    refunds: Type.Array(Money, { description: "The refunds of the returns, per currency." }),
    storeCredits: Type.Array(Money, { description: "The same for store credit." }),
    exchanges: Type.Array(Money, { description: "What the exchange items cost, the same way." }),
    isPartial: Type.Boolean({
      description: `True when \`reasons\`, \`refunds\`, \`storeCredits\` and \`exchanges\` are those of the newest ${MAX_COUNTED} returns alone.`,
    }),
  },
  { title: "Summary of returns" },
);

export type DeliveriesSummary = Static<typeof DeliveriesSummary>;
const DeliveriesSummary = Type.Object(
  {
    delivered: Counted,
    discarded: Counted,
    pending: Counted,
    p95Ms: Nullable(
      Type.Integer({
        description: `The time from a change to its receipt, of 95 of 100 deliveries of the newest ${MAX_COUNTED} of each webhook; null without deliveries.`,
      }),
    ),
  },
  { title: "Summary of deliveries" },
);

export type Summary = Static<typeof Summary>;
export const Summary = Type.Object(
  {
    since: DateTime({ description: "The beginning of the period." }),
    until: DateTime(),
    returns: Type.Optional(ReturnsSummary),
    events: Type.Optional(Counted),
    rejections: Type.Optional(Counted),
    deliveries: Type.Optional(DeliveriesSummary),
  },
  { title: "Summary" },
);

export const SummaryAnswer = Type.Object({ summary: Summary });
