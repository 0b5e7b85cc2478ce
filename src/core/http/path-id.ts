import type { Fault } from "../../lib/problem.ts";
import { requireNoFaults } from "../../lib/require-no-faults.ts";
import { fieldName } from "./errors/validation-errors.ts";

/**
 * Returns the fault of an id that can't be a segment of a URL path: `.` or `..`; none for any other. Clients resolve
 * them, escaped or not, before they send a request (RFC 3986, section 5.2.4; the URL standard reads `%2e` in the
 * same way).
 */
export function faultsOfPathId(id: string | null | undefined, pointer: string): Fault[] {
  if (id !== "." && id !== "..") return [];
  const name = fieldName("body", pointer);
  return [{ detail: `${name} can't be . or .., which can't be part of a URL path.`, pointer }];
}

/** Throws 400 for an id that can't be a segment of a URL path. */
export function requirePathId(id: string | null | undefined, pointer: string): void {
  requireNoFaults(faultsOfPathId(id, pointer));
}
