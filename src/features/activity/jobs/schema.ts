import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, Nullable, OneOf } from "../../../lib/schema-types.ts";

/** What waits is counted up to this number. */
export const MAX_COUNTED = 10_000;

export const KINDS = [
  "events",
  "deliveries",
  "backfills",
  "replays",
  "exports",
  "imports",
  "orderImports",
  "erasures",
  "merges",
] as const;

/** Failures in a response. */
export const MAX_FAILURES = 100;

export type StoreQueue = Static<typeof StoreQueue>;
export const StoreQueue = Type.Object(
  {
    kind: field(OneOf(KINDS), "What kind of job it is.", "exports"),
    waiting: field(Type.Integer({ minimum: 0, maximum: MAX_COUNTED }), "What is not done yet.", 3),
    isAtLeast: field(Type.Boolean(), `True when there are more than ${MAX_COUNTED}.`),
    oldest: field(Nullable(DateTime()), "Since when the oldest of them waits."),
    failing: field(
      Type.Integer({ minimum: 0 }),
      "How many of them have failed at least once and are tried again, or, of exports and imports, are given up.",
      0,
    ),
    perMinute: field(
      Type.Number(),
      "How much was done per minute in the last hour, rounded to two digits.",
      41.2,
    ),
  },
  { title: "Queue of a store" },
);

export const StoreQueues = Type.Object(
  { queues: field(Type.Array(StoreQueue), "The queues.") },
  { title: "Queues of a store" },
);

export type JobFailure = Static<typeof JobFailure>;
export const JobFailure = Type.Object(
  {
    kind: field(OneOf(KINDS), "What kind of job it is.", "exports"),
    id: field(
      Type.String(),
      "The id of the bulk request, webhook, export, import, erasure or merged customer that the job is about.",
      "asn_01m5zk7wq10000h2v8d3c6x9ty",
    ),
    since: field(DateTime(), "Since when the job waits."),
    reason: field(
      Nullable(Type.String()),
      "Why it has failed last, without values; null if that isn't known.",
      "Database error 53100: its disk is full.",
    ),
    isGivenUp: field(Type.Boolean(), "Whether it isn't tried again by itself."),
  },
  { title: "Failed job" },
);

export const JobFailures = Type.Object(
  {
    failures: field(
      Type.Array(JobFailure),
      `The failures of each kind, the oldest first; at most ${MAX_FAILURES} of a kind.`,
    ),
  },
  { title: "Failed jobs of a store" },
);
