import { type Static, Type } from "@sinclair/typebox";
import { field, Key } from "../../../lib/schema-types.ts";

export const MergeBody = Type.Object(
  {
    into: field(
      Key(),
      "The id of the customer that stays. One that was merged itself leads to the customer that is left.",
      "cus_01m5fk20va0000z8d3h6k9t1vw",
    ),
  },
  { title: "Customer to merge into" },
);

export type CustomerMerge = Static<typeof CustomerMerge>;
export const CustomerMerge = Type.Object(
  {
    customerId: field(Type.String(), "The id of the customer that was merged.", "guest-1815"),
    into: field(Type.String(), "The id of the customer that it leads to.", "cus_01m5fk20va0000z8d3h6k9t1vw"),
  },
  { title: "Customer merge" },
);
