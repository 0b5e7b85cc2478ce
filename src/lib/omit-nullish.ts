/** Returns an object without its undefined and null properties. */
export function omitNullish<T extends object>(object: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== null),
  ) as {
    [Key in keyof T]?: NonNullable<T[Key]>;
  };
}
