import { type Static, Type } from "@sinclair/typebox";
import { asResponse, DateTime, field } from "../../lib/schema-types.ts";
import { ById } from "../../lib/shared-fields.ts";
import { Policy } from "./schema.ts";

export type SavedPolicy = Static<typeof SavedPolicy>;
export const SavedPolicy = Type.Object(
  {
    version: field(Type.Integer(), "1 for the first; one more for each that is saved.", 3),
    policy: field(asResponse(Policy), "The document, as it was sent."),
  },
  { title: "Saved return policy" },
);

export type ListedPolicy = Static<typeof ListedPolicy>;
export const ListedPolicy = Type.Object(
  {
    version: field(Type.Integer(), "The version's number.", 3),
    at: field(DateTime(), "When it was saved."),
    by: field(Type.String(), "The name of the API client or person who has saved it.", "web shop"),
    byId: ById,
  },
  { title: "Return policy version" },
);
