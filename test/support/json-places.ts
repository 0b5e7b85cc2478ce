/** The path to a place in a JSON value: keys and indexes. */
export type JsonPath = (string | number)[];

/** Returns the path of every place in a value; the first is the value itself. */
export function placesIn(value: unknown, path: JsonPath = []): JsonPath[] {
  const members = value && typeof value === "object" ? Object.entries(value) : [];
  const keyOf = (key: string) => (Array.isArray(value) ? Number(key) : key);
  return [path, ...members.flatMap(([key, member]) => placesIn(member, [...path, keyOf(key)]))];
}

export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);
}

/** Returns a copy of the value with the value at `path` replaced. */
export function withAt(value: unknown, path: JsonPath, replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((member, i) => (i === key ? withAt(member, rest, replacement) : member));
  const members = value as Record<string | number, unknown>;
  return { ...members, [key]: withAt(members[key], rest, replacement) };
}

export function pointerTo(path: JsonPath): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
