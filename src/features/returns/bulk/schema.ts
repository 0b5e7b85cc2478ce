import { type Static, Type } from "@sinclair/typebox";
import { fromTime } from "../../../core/http/filters.ts";
import { DateTime, field, Key, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { Status, StatusReason } from "../schema.ts";

/** Returns of a queue are counted up to this number. */
export const MAX_COUNTED = 10_000;
/** The maximum number of lines in a CSV file of returns. */
export const MAX_CSV_ROWS = 50_000;
/** A return in transit is overdue when it has not changed for this many days. */
export const OVERDUE_DAYS = 14;

export type ReturnQueue = Static<typeof ReturnQueue>;
export const ReturnQueue = Type.Object(
  {
    name: field(OneOf(["needs_review", "flagged", "delivered", "overdue"]), "The name."),
    count: field(Type.Integer({ minimum: 0, maximum: MAX_COUNTED }), "How many there are.", 3),
    isAtLeast: field(Type.Boolean(), `True when there are more than ${MAX_COUNTED}.`),
    oldest: field(
      Nullable(DateTime()),
      "When the return that waits longest was last changed; null without returns.",
    ),
    query: field(
      Type.String(),
      "The query of *List returns* that has exactly these returns.",
      "status=needs_review",
    ),
  },
  { title: "Return queue" },
);

/** Of the returns that were changed since a moment, as many are looked at. */
export const MAX_CHANGED = 20_000;

export const QueuesQuery = Type.Object({ since: fromTime() });

const Progressed = (description: string) =>
  field(
    Type.Object({
      count: field(Type.Integer({ minimum: 0, maximum: MAX_COUNTED }), "How many there are.", 12),
      isAtLeast: field(Type.Boolean(), "Whether counting ended at a limit, so that there may be more."),
    }),
    description,
  );

export type ReturnProgress = Static<typeof ReturnProgress>;
const ReturnProgress = Type.Object(
  {
    received: Progressed("The returns that have become `delivered` since then, whatever they are now."),
    processed: Progressed("The returns that have become `complete` since then, and still are."),
  },
  { title: "Return progress" },
);

export const ReturnQueues = Type.Object(
  {
    queues: field(Type.Array(ReturnQueue), "The queues."),
    progress: field(Type.Optional(ReturnProgress), "What was done since `since`. Only where that is given."),
  },
  { title: "Return queues" },
);

const MAX_IDS = 100;

export type StatusChanges = Static<typeof StatusChanges>;
export const StatusChanges = Type.Object(
  {
    ids: field(Type.Array(Key(), { minItems: 1, maxItems: MAX_IDS }), "The ids of the returns.", [
      "ret_01m5zk7wq10000h2v8d3c6x9ty",
    ]),
    status: field(Status, "The status that the returns shall have."),
    reason: StatusReason(),
  },
  { title: "Status changes" },
);

export type StatusResult = Static<typeof StatusResult>;
export const StatusResult = Type.Object(
  {
    id: field(Type.String(), "The return's id.", "ret_01m5zk7wq10000h2v8d3c6x9ty"),
    status: field(Type.Integer(), "200, 404 or 409, as *Update a return's status* responds.", 200),
    code: field(
      Type.Optional(Type.String()),
      "The error code, unless the status is 200.",
      "return_transition_refused",
    ),
    detail: field(
      Type.Optional(Type.String()),
      "What went wrong, for people.",
      "A return that is rejected cannot become in_transit.",
    ),
    allowed: field(
      Type.Optional(Type.Array(Status)),
      "With 409: the statuses that the return can change to.",
    ),
  },
  { title: "Status result" },
);

export const StatusResults = Type.Object(
  { results: field(Type.Array(StatusResult), "The results.") },
  { title: "Status results" },
);
