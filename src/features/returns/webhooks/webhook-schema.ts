import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, MeaningOf } from "../../../lib/schema-types.ts";
import { Return, ReturnOrder } from "../schema.ts";

/** The payload that subscribers receive. */
export type ReturnWebhook = Static<typeof ReturnWebhook>;
export const ReturnWebhook = Type.Object(
  {
    type: field(
      MeaningOf({
        created: "The return was created.",
        updated: "Its status or something in it has changed, or it has a new comment or note.",
        backfill: "It existed before the webhook, which was created with `backfill`.",
      }),
      "Why the event was sent.",
    ),
    at: field(DateTime(), "Unique per return and the same on every attempt."),
    merchantName: field(Type.String(), "The store's name.", "Linen & Co"),
    return: field(Return, "The return."),
    order: field(ReturnOrder, "The order."),
  },
  { title: "Return webhook" },
);
