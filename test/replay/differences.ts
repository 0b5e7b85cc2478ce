const BEFORE = 20;
const BEHIND = 40;

/** Where two texts part, with what stands there in each; undefined when they are the same. */
export function textDifference(expected: string, read: string): string | undefined {
  if (expected === read) return undefined;
  let at = 0;
  while (expected[at] === read[at]) at++;
  const excerpt = (text: string) => `…${text.slice(Math.max(at - BEFORE, 0), at + BEHIND)}…`;
  return `at character ${at} expected ${excerpt(expected)}, read ${excerpt(read)}`;
}

/** Every place at which two JSON values part, as `path: expected …, read …`. */
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
