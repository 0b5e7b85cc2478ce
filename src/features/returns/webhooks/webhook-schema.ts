import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, OneOf } from "../../../lib/schema-types.ts";
import { Return, ReturnOrder } from "../schema.ts";

/** The payload that subscribers receive. */
export type ReturnWebhook = Static<typeof ReturnWebhook>;
export const ReturnWebhook = Type.Object(
  {
    type: field(OneOf(["created", "updated", "backfill"]), "Why the event was sent."),
    at: field(DateTime(), "Unique per return and the same on every attempt."),
    merchantName: field(Type.String(), "The store's name.", "Linen & Co"),
    return: field(Return, "The return."),
    order: field(ReturnOrder, "The order."),
  },
  { title: "Return webhook" },
);
