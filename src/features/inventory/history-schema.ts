import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, Nullable } from "../../lib/schema-types.ts";
import { ById } from "../../lib/shared-fields.ts";

const Counts = Type.Object(
  {
    quantity: field(Type.Integer(), "How many pieces.", 48),
    committed: field(Type.Integer(), "How many pieces are promised to orders.", 6),
    reserved: field(Type.Integer(), "How many pieces are held back.", 2),
    buildable: field(Type.Integer(), "How many pieces can be assembled from parts.", 0),
  },
  { title: "Counts of an inventory level" },
);

export type LevelChange = Static<typeof LevelChange>;
export const LevelChange = Type.Object(
  {
    at: field(DateTime(), "When the level was changed: its `updated_at` from then on."),
    by: field(Type.String(), "The name of the API client or person who has changed it.", "warehouse"),
    by_id: ById,
    request_id: field(
      Type.String(),
      "The request that has changed it.",
      "019aabf5-2d9c-7c1e-8a55-0f6f3f1f2a01",
    ),
    return_id: field(
      Type.Optional(Type.String()),
      "The return whose change has changed it: what came back, or what is sent in exchange. Absent for any other change.",
      "ret_01m5zk7wq00000f3r6n8k2j4hd",
    ),
    from: field(Nullable(Counts), "The counts before; null at the creation."),
    to: field(Counts, "The counts after.", { quantity: 40, committed: 6, reserved: 2, buildable: 0 }),
  },
  { title: "Change of an inventory level" },
);

export const LevelHistory = Type.Object(
  { history: field(Type.Array(LevelChange), "The changes, newest first.") },
  { title: "History of an inventory level" },
);
