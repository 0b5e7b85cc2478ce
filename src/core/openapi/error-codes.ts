import { PROBLEM_CODES } from "../../lib/problem-codes.ts";

/** Returns the catalogue of error codes as a Markdown table, by status. */
export function errorCodesTable(): string {
  const rows = Object.entries(PROBLEM_CODES)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, cause, cure }]) => `| \`${code}\` | ${status} | ${cause} | ${cure} |`);
  return ["| code | status | cause | cure |", "|---|---|---|---|", ...rows].join("\n");
}
