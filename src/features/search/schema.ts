import { type Static, Type } from "@sinclair/typebox";
import { field, NonBlankText, OneOf } from "../../lib/schema-types.ts";

export const MAX_RESULTS = 20;

export const SearchText = () => NonBlankText(255, { rule: "; blanks around them are ignored" });

export type SearchResult = Static<typeof SearchResult>;
export const SearchResult = Type.Object(
  {
    type: field(OneOf(["order", "return", "customer", "withdrawal"]), "What kind of object it is."),
    id: field(
      Type.String(),
      "The service's id of the order, return or withdrawal; the id of the customer.",
      "cus_01m5fk20va0000z8d3h6k9t1vw",
    ),
    title: field(Type.String(), "For people, on one line.", "Ada Byron"),
    subtitle: field(Type.String(), "The same; may be empty.", "ada@example.com"),
    url: field(
      Type.String(),
      "Where the object is read, with a secret.",
      "https://aftersale.example/v2.2/stores/demo/orders/A-1",
    ),
  },
  { title: "Search result" },
);

export const SearchResults = Type.Object(
  { results: field(Type.Array(SearchResult, { maxItems: MAX_RESULTS }), "The results.") },
  { title: "Search results" },
);
