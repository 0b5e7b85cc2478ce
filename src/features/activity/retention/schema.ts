import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { RETAINED, RETENTION_NAMES } from "../../../platform/config/retention-settings.ts";

export type StoreRetention = Static<typeof StoreRetention>;
export const StoreRetention = Type.Object(
  {
    kind: OneOf(RETAINED, { description: "What is removed." }),
    setting: OneOf(RETENTION_NAMES, {
      description: "The setting of the service that says for how long it is kept.",
    }),
    keptForSeconds: Nullable(
      Type.Integer({ description: "For how long it is kept; null if forever.", examples: [2_592_000] }),
    ),
    lastRun: Nullable(
      Type.Object(
        {
          endedAt: DateTime({ description: "When it ended." }),
          removed: Type.Integer({
            minimum: 0,
            description: "How many it has removed of the store.",
            examples: [1_204],
          }),
        },
        { title: "Retention run" },
      ),
    ),
  },
  { title: "Retention of a store" },
);

export const StoreRetentions = Type.Object(
  { retention: Type.Array(StoreRetention) },
  { title: "Retentions of a store" },
);
