import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { RETAINED, RETENTION_NAMES } from "../../../platform/config/retention-settings.ts";

export type StoreRetention = Static<typeof StoreRetention>;
export const StoreRetention = Type.Object(
  {
    kind: field(OneOf(RETAINED), "What is removed."),
    setting: field(OneOf(RETENTION_NAMES), "The setting of the service that says for how long it is kept."),
    keptForSeconds: field(Nullable(Type.Integer()), "For how long it is kept; null if forever.", 604800),
    lastRun: field(
      Nullable(
        Type.Object(
          {
            endedAt: field(DateTime(), "When it ended."),
            removed: field(Type.Integer({ minimum: 0 }), "How many it has removed of the store.", 1_204),
          },
          { title: "Retention run" },
        ),
      ),
      "The last removal; null before the first one.",
    ),
  },
  { title: "Retention of a store" },
);

export const StoreRetentions = Type.Object(
  { retention: field(Type.Array(StoreRetention), "Each kind of rows that is removed by age.") },
  { title: "Retentions of a store" },
);
