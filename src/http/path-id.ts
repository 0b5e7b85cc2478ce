import { invalid } from "../lib/problem.ts";
import { fieldName } from "./validation-errors.ts";

/**
 * Throws 400 for an id that the path of a URL can't have. `.` and `..`, as they stand or escaped, lead elsewhere: clients
 * resolve them before they send a request (RFC 3986, section 5.2.4; the URL standard reads `%2e` in the same way).
 */
export function requirePathId(id: string | null | undefined, pointer: string): void {
  if (id !== "." && id !== "..") return;
  throw invalid({
    detail: `${fieldName("body", pointer)} can't be . or .., which no URL can name.`,
    pointer,
  });
}
