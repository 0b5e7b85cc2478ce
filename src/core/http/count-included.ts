import { Type } from "@sinclair/typebox";
import { field, OneOf } from "../../lib/schema-types.ts";

/** The query parameter that asks a list for the number of its items. */
export const CountIncluded = {
  include: Type.Optional(OneOf(["count"], { description: "Also count all items that match, as `count`." })),
};

/** How many rows match; at least so many where not all were counted. */
export type Total = { count: number; isAtLeast: boolean };

/** Returns the number as the last fields of an object in JSON; nothing where it wasn't asked for. */
export function totalJson(total: Total | undefined): string {
  return total ? `,"count":${total.count},"isAtLeast":${total.isAtLeast}` : "";
}

/** The fields of a response that was asked for the number. */
export const Counted = {
  count: field(
    Type.Optional(Type.Integer({ minimum: 0 })),
    "How many match, with `include`: up to 10,000, and with several filters of at most 2,000 that are compared.",
    154,
  ),
  isAtLeast: field(Type.Optional(Type.Boolean()), "True when more may match than were counted."),
};
