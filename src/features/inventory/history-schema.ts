import { type Static, Type } from "@sinclair/typebox";
import { ById, DateTime, Nullable } from "../../lib/schema-types.ts";

const Counts = Type.Object(
  {
    quantity: Type.Integer(),
    committed: Type.Integer(),
    reserved: Type.Integer(),
    buildable: Type.Integer(),
  },
  { title: "Counts of an inventory level" },
);

export type LevelChange = Static<typeof LevelChange>;
export const LevelChange = Type.Object(
  {
    at: DateTime({ description: "When the level was changed: its `updated_at` from then on." }),
    by: Type.String({
      description: "The name of the API client or person who has changed it.",
      examples: ["warehouse"],
    }),
    by_id: ById(),
    request_id: Type.String({
      description: "The request that has changed it.",
      examples: ["019aabf5-2d9c-7c1e-8a55-0f6f3f1f2a01"],
    }),
    from: Nullable(Counts),
    to: Counts,
  },
  { title: "Change of an inventory level" },
);

export const LevelHistory = Type.Object(
  { history: Type.Array(LevelChange, { description: "The changes, newest first." }) },
  { title: "History of an inventory level" },
);
