import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Nullable, OneOf } from "../../../lib/schema-types.ts";

/** What waits is counted up to this number. */
export const MAX_COUNTED = 10_000;

export const KINDS = [
  "events",
  "deliveries",
  "backfills",
  "replays",
  "exports",
  "imports",
  "erasures",
  "merges",
] as const;

/** Failures in a response. */
export const MAX_FAILURES = 100;

export type StoreQueue = Static<typeof StoreQueue>;
export const StoreQueue = Type.Object(
  {
    kind: OneOf(KINDS),
    waiting: Type.Integer({ minimum: 0, maximum: MAX_COUNTED, description: "What is not done yet." }),
    isAtLeast: Type.Boolean({ description: `True when there are more than ${MAX_COUNTED}.` }),
    oldest: Nullable(DateTime({ description: "Since when the oldest of them waits." })),
    failing: Type.Integer({
      minimum: 0,
      description:
        "How many of them have failed at least once and are tried again, or, of exports and imports, are given up.",
    }),
    perMinute: Type.Number({
      description: "How much was done per minute in the last hour, rounded to two digits.",
      examples: [12.5],
    }),
  },
  { title: "Queue of a store" },
);

export const StoreQueues = Type.Object({ queues: Type.Array(StoreQueue) }, { title: "Queues of a store" });

export type JobFailure = Static<typeof JobFailure>;
export const JobFailure = Type.Object(
  {
    kind: OneOf(KINDS),
    id: Type.String({
      description:
        "The id of the bulk request, webhook, export, import, erasure or merged customer that the job is about.",
      examples: ["asn_01m5zk7wq10000h2v8d3c6x9ty"],
    }),
    since: DateTime({ description: "Since when the job waits." }),
    reason: Nullable(
      Type.String({
        description: "Why it has failed last, without values; null if that isn't known.",
        examples: ["Database error 53100: its disk is full."],
      }),
    ),
    isGivenUp: Type.Boolean({ description: "Whether it isn't tried again by itself." }),
  },
  { title: "Failed job" },
);

export const JobFailures = Type.Object(
  {
    failures: Type.Array(JobFailure, {
      description: `The failures of each kind, the oldest first; at most ${MAX_FAILURES} of a kind.`,
    }),
  },
  { title: "Failed jobs of a store" },
);
