import { type Static, Type } from "@sinclair/typebox";
import { NonBlankText, OneOf } from "../../lib/schema-types.ts";

export const MAX_RESULTS = 20;

export const SearchText = () => NonBlankText(255, "; blanks around them are ignored");

export type SearchResult = Static<typeof SearchResult>;
export const SearchResult = Type.Object(
  {
    type: OneOf(["order", "return", "customer"]),
    id: Type.String({ description: "The service's id of the order or return; the id of the customer." }),
    title: Type.String({ description: "For people, on one line." }),
    subtitle: Type.String({ description: "The same; may be empty." }),
    url: Type.String({ description: "Where the object is read, with a secret." }),
  },
  { title: "Search result" },
);

export const SearchResults = Type.Object(
  { results: Type.Array(SearchResult, { maxItems: MAX_RESULTS }) },
  { title: "Search results" },
);
