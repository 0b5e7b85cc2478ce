import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, Money, Nullable, OneOf, Text } from "../../../lib/schema-types.ts";
import { Status } from "../../returns/schema.ts";

/** What is counted is counted up to this number; events up to the other. */
export const MAX_COUNTED = 10_000;
export const MAX_COUNTED_EVENTS = 100_000;
/** Returns of an hour or a day are counted up to this number. */
export const MAX_COUNTED_PER_INTERVAL = 2_000;
/** Reasons are listed, the most frequent first, up to this number. */
export const MAX_REASONS = 10;

export type Period = "24h" | "30d";

/** The parts of a summary, with the scope that each needs, and whether it is left out unless it is asked for. */
export const PARTS = {
  orders: { scope: "orders_read", isExtra: true },
  returns: { scope: "returns_read", isExtra: false },
  events: { scope: "customers_read", isExtra: false },
  eventsPerInterval: { scope: "customers_read", isExtra: true },
  rejections: { scope: "customer_events_write", isExtra: false },
  deliveries: { scope: "webhooks_read", isExtra: false },
  requests: { scope: "store_read", isExtra: true },
} as const;

export type Part = keyof typeof PARTS;

export const PART_NAMES = Object.keys(PARTS) as Part[];
const ANY_PART = `(?:${PART_NAMES.join("|")})`;

export type SummaryQuery = Static<typeof SummaryQuery>;
export const SummaryQuery = Type.Object({
  last: Type.Optional(
    OneOf(["24h", "30d"], { default: "24h", description: "The period that ends with the request." }),
  ),
  parts: Type.Optional(
    Text({
      maxLength: 100,
      pattern: `^${ANY_PART}(?:,${ANY_PART})*$`,
      description: `Only these parts, separated by commas: ${PART_NAMES.map((part) => `\`${part}\``).join(", ")}.`,
    }),
  ),
  compare: Type.Optional(
    OneOf(["before"], {
      description:
        "Adds `before`, the same numbers of the period before: of the 24 hours before, or of the 30 days before until the same time of day.",
    }),
  ),
});

export type Counted = Static<typeof Counted>;
export const Counted = Type.Object(
  {
    count: field(Type.Integer({ minimum: 0 }), "How many there are.", 48211),
    isAtLeast: field(Type.Boolean(), "True when there are more than could be counted."),
  },
  { title: "Count" },
);

const intervalsOf = (title: string) =>
  Type.Array(
    Type.Object(
      {
        since: field(DateTime(), "The first moment, inclusive."),
        count: field(Type.Integer(), "How many there are.", 0),
        isAtLeast: field(Type.Boolean(), "Whether counting ended at a limit, so that there may be more."),
      },
      { title },
    ),
  );

export type ReturnsSummary = Static<typeof ReturnsSummary>;
const ReturnsSummary = Type.Object(
  {
    byStatus: field(
      Type.Array(
        Type.Object(
          {
            status: field(Status, "The status that is counted."),
            count: field(Type.Integer(), "How many there are.", 12),
            isAtLeast: field(Type.Boolean(), "Whether counting ended at a limit, so that there may be more."),
          },
          { title: "Count of a return status" },
        ),
      ),
      "Each status, in the order of the specification.",
    ),
    perInterval: field(
      intervalsOf("Returns of an interval"),
      `The returns created in each hour of 24, or on each of 30 days in the store's time zone, the oldest first; counted up to ${MAX_COUNTED_PER_INTERVAL}.`,
    ),
    reasons: field(
      Type.Array(
        Type.Object(
          {
            reason: field(Type.String(), "Why it is returned, in words.", "Too small"),
            units: field(Type.Integer(), "How many pieces.", 29),
          },
          { title: "Units of a reason" },
        ),
      ),
      `Returned units by reason, the most frequent ${MAX_REASONS}.`,
    ),
    refunds: field(Type.Array(Money), "The refunds of the returns, per currency."),
    storeCredits: field(Type.Array(Money), "The same for store credit."),
    exchanges: field(Type.Array(Money), "What the exchange items cost, the same way."),
    isPartial: field(
      Type.Boolean(),
      `True when \`reasons\`, \`refunds\`, \`storeCredits\` and \`exchanges\` are those of the newest ${MAX_COUNTED} returns alone.`,
    ),
  },
  { title: "Summary of returns" },
);

export type DeliveriesSummary = Static<typeof DeliveriesSummary>;
const DeliveriesSummary = Type.Object(
  {
    delivered: field(Counted, "How many were delivered."),
    discarded: field(Counted, "How many were discarded."),
    pending: field(Counted, "How many wait."),
    p95Ms: field(
      Nullable(Type.Integer()),
      `The time from a change to its receipt, of 95 of 100 deliveries of the newest ${MAX_COUNTED} of each webhook; null without deliveries.`,
      84,
    ),
  },
  { title: "Summary of deliveries" },
);

export type RequestsSummary = Static<typeof RequestsSummary>;
const RequestsSummary = Type.Object(
  {
    refused: field(Counted, "How many had a status from 400 to 499."),
    failed: field(Counted, "How many had a status from 500."),
  },
  { title: "Summary of requests" },
);

const numbers = {
  since: field(DateTime(), "The beginning of the period."),
  until: field(DateTime(), "The first moment that is no longer included."),
  orders: field(Type.Optional(Counted), "The orders."),
  returns: field(Type.Optional(ReturnsSummary), "The returns."),
  events: field(Type.Optional(Counted), "The events."),
  eventsPerInterval: field(
    Type.Optional(intervalsOf("Events of an interval")),
    `The events of each hour of 24, or of each of 30 days in the store's time zone, the oldest first; counted up to ${MAX_COUNTED}.`,
  ),
  rejections: field(Type.Optional(Counted), "The rejected events, newest first."),
  deliveries: field(Type.Optional(DeliveriesSummary), "The deliveries, newest first."),
  requests: field(Type.Optional(RequestsSummary), "The requests of the log that were refused, or failed."),
};

/** The numbers of one period. */
export type PeriodSummary = Static<typeof PeriodSummary>;
const PeriodSummary = Type.Object(numbers, { title: "Summary of a period" });

export type Summary = Static<typeof Summary>;
export const Summary = Type.Object(
  { ...numbers, before: field(Type.Optional(PeriodSummary), "The same numbers of the period before.") },
  { title: "Summary" },
);

export const SummaryAnswer = Type.Object({ summary: field(Summary, "The figures.") });
