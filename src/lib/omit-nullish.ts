/** Returns an object without its undefined and null properties. */
export function omitNullish<T extends object>(object: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  const present: Record<string, unknown> = {};
  for (const key in object) {
    const value: unknown = object[key];
    if (value !== undefined && value !== null) present[key] = value;
  }
  return present as { [Key in keyof T]?: NonNullable<T[Key]> };
}
