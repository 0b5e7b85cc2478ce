import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, Nullable, OneOf } from "../../../../lib/schema-types.ts";
import { CreatedAt } from "../../../../lib/shared-fields.ts";
import { LineDecision } from "../../../policy/decision-schema.ts";
import { Policy } from "../../../policy/schema.ts";

export const MAX_RETURNS = 100_000;
/** More are decided in the background. */
export const MAX_AT_ONCE = 1_000;
/** The latest of a store. */
export const MAX_KEPT = 20;

export const DryRunBody = Type.Object(
  {
    policy: field(Policy, "The policy to try. It isn't saved."),
    last: field(
      Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_RETURNS })),
      `How many of the latest returns are decided; ${MAX_AT_ONCE} by default. More are decided in the background.`,
      500,
    ),
  },
  { title: "Policy dry run input" },
);

const Counts = Type.Object(
  {
    returns: field(Type.Integer(), "The returns that were decided. Deleted ones are not.", 500),
    eligible: field(Type.Integer(), "Those that the policy would allow as they are.", 471),
    refused: field(Type.Integer(), "Those of which it would refuse an item.", 29),
    changed: field(
      Type.Integer(),
      "Those of which an item would be decided differently by the policy in force: eligible or not, outcomes, fee, bonus, label, keeping, or review.",
      12,
    ),
  },
  { title: "Policy dry run counts" },
);

const Decided = Type.Omit(LineDecision, ["lineItemId", "returnable", "reasons"], {
  title: "Policy dry run decision",
});

const Example = Type.Object(
  {
    returnId: field(Type.String(), "The return's id.", "ret_01m5zk7wq10000h2v8d3c6x9ty"),
    externalOrderId: field(Type.String(), "The merchant's own id of the order.", "WEB-20418"),
    createdAt: CreatedAt,
    lineItemId: field(Type.String(), "The merchant's own id of the order's line.", "WEB-20418-1"),
    before: field(Decided, "What the policy in force says."),
    after: field(Decided, "What the policy of the request says."),
  },
  { title: "Policy dry run example" },
);

const outcome = {
  counts: field(Counts, "How many returns were decided, and how."),
  examples: field(Type.Array(Example), "The latest changed returns, each by the first item that is changed."),
};

export type DryRunOutcome = Static<typeof DryRunOutcome>;
export const DryRunOutcome = Type.Object(outcome, { title: "Policy dry run outcome" });

export const DryRunStarted = Type.Object(
  { id: field(Type.String(), "The id.", "dry_01m5zk7wq10000h2v8d3c6x9ty") },
  { title: "Policy dry run started" },
);

export type DryRun = Static<typeof DryRun>;
export const DryRun = Type.Object(
  {
    id: field(Type.String(), "The id.", "dry_01m5zk7wq10000h2v8d3c6x9ty"),
    status: field(
      OneOf(["queued", "running", "done", "failed"]),
      "`failed`: the service has given up after many attempts.",
      "running",
    ),
    total: field(Type.Integer(), "How many returns are decided in all.", 100_000),
    done: field(Type.Integer(), "How many are decided so far.", 62_000),
    ...outcome,
    createdAt: CreatedAt,
    finishedAt: field(Nullable(DateTime()), "When it was done or has failed; null before.", null),
  },
  { title: "Policy dry run" },
);
