/** Whether a statement failed because a value is taken that this unique index lets be there once. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && error.code === "23505") return "constraint" in error && error.constraint === index;
  return isUniqueViolation(error.cause, index);
}
