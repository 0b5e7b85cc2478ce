import { type Static, Type } from "@sinclair/typebox";
import { DateTime, OneOf } from "../../lib/schema-types.ts";
import { Return, ReturnOrder } from "./schema.ts";

/** The payload that subscribers receive. */
export type ReturnWebhook = Static<typeof ReturnWebhook>;
export const ReturnWebhook = Type.Object(
  {
    type: OneOf(["created", "updated", "backfill"]),
    at: DateTime({ description: "Unique per return and the same on every attempt." }),
    merchantName: Type.String({ description: "The store's name." }),
    return: Return,
    order: ReturnOrder,
  },
  { title: "Return webhook" },
);
