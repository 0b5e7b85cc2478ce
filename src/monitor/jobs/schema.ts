import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Nullable, OneOf } from "../../lib/schema-types.ts";

/** What waits is counted up to this number. */
export const MAX_COUNTED = 10_000;

export const KINDS = ["events", "deliveries", "backfills", "replays", "exports", "erasures"] as const;

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
        "How many of them have failed at least once and are tried again, or, of exports, are given up.",
    }),
  },
  { title: "Queue of a store" },
);

export const StoreQueues = Type.Object({ queues: Type.Array(StoreQueue) }, { title: "Queues of a store" });
