const BEFORE = 20;
const BEHIND = 40;

/**
 * Returns the position of the first difference of two strings with an excerpt of each; undefined when they
 * are equal.
 */
export function textDifference(expected: string, read: string): string | undefined {
  if (expected === read) return undefined;
  let at = 0;
  while (expected[at] === read[at]) at++;
  const excerpt = (text: string) => `…${text.slice(Math.max(at - BEFORE, 0), at + BEHIND)}…`;
  return `at character ${at} expected ${excerpt(expected)}, read ${excerpt(read)}`;
}

/** Returns every difference of two JSON values, as `path: expected …, read …`. */
export function differences(expected: unknown, read: unknown, path = ""): string[] {
  if (isRecord(expected) && isRecord(read)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(read)]);
    return [...names].flatMap((name) => differences(expected[name], read[name], `${path}/${name}`));
  }
  if (Object.is(expected, read)) return [];
  return [`${path || "/"}: expected ${JSON.stringify(expected)}, read ${JSON.stringify(read)}`];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
