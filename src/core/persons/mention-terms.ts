import { digest64 } from "../../lib/hash.ts";

const SEPARATOR = "\u0000";

/**
 * Returns the search term of an identifier: 16 characters, the first of which is no hexadecimal digit, so that
 * it differs from all terms of fields (see search-terms.ts).
 */
export function mentionTerm(storeId: string, identifier: string): string {
  return `m${digest64(`${storeId}${SEPARATOR}mention${SEPARATOR}${identifier}`).slice(1)}`;
}

/** Returns the identifier of the visitor of a shop who has an `anonymousId`. */
export function visitorIdentifier(anonymousId: string): string {
  return `visitor:${anonymousId}`;
}

/** Returns the lexemes of identifiers, for a tsvector column. */
export function mentionTerms(storeId: string, identifiers: Iterable<string>): string {
  return Array.from(identifiers, (identifier) => mentionTerm(storeId, identifier)).join(" ");
}

/** Returns a tsquery that matches a row which mentions any of the identifiers. */
export function mentionsAny(storeId: string, identifiers: Iterable<string>): string {
  return Array.from(identifiers, (identifier) => mentionTerm(storeId, identifier)).join(" | ");
}
