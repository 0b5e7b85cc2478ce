type End = { until: Date | undefined; cursor: string[] | undefined };

/**
 * Whether the rest of a list, newest first, ends at its cursor (a time and an id) rather than at an earlier
 * `until`, which is exclusive. A statement gets only that one bound: of two on one side, an index scan may
 * begin at the wider one and walk over every row of the pages before.
 */
export function endsAtCursor({ until, cursor }: End): boolean {
  const [at] = cursor ?? [];
  return at !== undefined && !(until && until.getTime() <= Date.parse(at));
}
