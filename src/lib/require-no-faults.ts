import { type Fault, invalid } from "./problem.ts";

/** Throws 400 with all faults, unless there are none. */
export function requireNoFaults([first, ...rest]: Fault[]): void {
  if (first) throw invalid(first, ...rest);
}
