import { type Static, Type } from "@sinclair/typebox";
import { Key } from "../../../lib/schema-types.ts";

export const MergeBody = Type.Object(
  {
    into: Key({
      description:
        "The id of the customer that stays. One that was merged itself leads to the customer that is left.",
      examples: ["cus_01m5fk20va0000z8d3h6k9t1vw"],
    }),
  },
  { title: "Customer to merge into" },
);

export type CustomerMerge = Static<typeof CustomerMerge>;
export const CustomerMerge = Type.Object(
  {
    customerId: Type.String({ description: "The id of the customer that was merged." }),
    into: Type.String({
      description: "The id of the customer that it leads to.",
      examples: ["cus_01m5fk20va0000z8d3h6k9t1vw"],
    }),
  },
  { title: "Customer merge" },
);
