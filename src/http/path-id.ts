import { invalid } from "../lib/problem.ts";
import { fieldName } from "./validation-errors.ts";

/**
 * Throws 400 for an id that can't be a segment of a URL path: `.` or `..`. Clients resolve them, escaped or
 * not, before they send a request (RFC 3986, section 5.2.4; the URL standard reads `%2e` in the same way).
 */
export function requirePathId(id: string | null | undefined, pointer: string): void {
  if (id !== "." && id !== "..") return;
  throw invalid({
    detail: `${fieldName("body", pointer)} can't be . or .., which can't be part of a URL path.`,
    pointer,
  });
}
