import { errorCodesTable } from "../../src/core/openapi/error-codes.ts";

/** Returns `docs/errors.md`: the catalogue of error codes. */
export function errorsPage(): string {
  return `${HEAD}\n\n${errorCodesTable()}\n`;
}

const HEAD = `# Error codes

Written by \`bun run openapi\` from the catalogue in \`src/lib/problem-codes.ts\`. Every problem of the main API has one of these words in \`code\`.
A code is never renamed and never gets another meaning; new ones may be added. \`detail\` is for people and may change.`;
