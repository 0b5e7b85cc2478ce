/** A place in a JSON value: the members and indexes that lead to it. */
export type JsonPath = (string | number)[];

/** Every place in a value, the value itself first. */
export function placesIn(value: unknown, path: JsonPath = []): JsonPath[] {
  const members = value && typeof value === "object" ? Object.entries(value) : [];
  const keyOf = (key: string) => (Array.isArray(value) ? Number(key) : key);
  return [path, ...members.flatMap(([key, member]) => placesIn(member, [...path, keyOf(key)]))];
}

export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);
}

/** A copy of the value with another one in a place. */
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
