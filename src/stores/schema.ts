import { type Static, Type } from "@sinclair/typebox";
import { DateTime, OneOf } from "../lib/schema-types.ts";
import { FIRST_STATUSES } from "./create-store.ts";

export type Store = Static<typeof Store>;
export const Store = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    currency: Type.String({ description: "ISO 4217: the currency of amounts that name none." }),
    firstStatus: OneOf(FIRST_STATUSES, { description: "The status that a new return gets." }),
    createdAt: DateTime(),
  },
  { title: "Store" },
);
