import { invalid } from "../../../lib/problem.ts";

/** Returns an id as text. Throws 400 for a number that has lost digits when it was read. */
export function idOf(id: string | number): string {
  if (typeof id === "string" || Number.isSafeInteger(id)) return String(id);
  throw invalid({ detail: `The id ${id} was not read exactly.`, pointer: "/id" });
}
