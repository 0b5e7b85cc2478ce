import { storableText } from "../../lib/storable-text.ts";

/**
 * The headers of a receiver's response that are stored: what its servers say of themselves and of the request. Any other may
 * hold a cookie, an address or a person.
 */
const KEPT = [
  ...["content-type", "content-length", "date", "server", "via", "retry-after", "allow", "www-authenticate"],
  ...["x-request-id", "cf-ray", "x-amzn-requestid"],
];
const MAX_CHARACTERS = 200;

/** Returns the headers that are stored of a response, as JSON; undefined without any. */
export function keptHeaders(headers: Record<string, string> | undefined): string | undefined {
  const kept = KEPT.flatMap((name) => {
    const value = headers?.[name];
    return value ? [[name, storableText(value, MAX_CHARACTERS)]] : [];
  });
  return kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : undefined;
}
