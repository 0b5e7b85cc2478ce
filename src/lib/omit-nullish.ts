/** The members of an object that have a value: without those that are undefined or null. */
export function omitNullish<T extends object>(members: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null),
  ) as {
    [Key in keyof T]?: NonNullable<T[Key]>;
  };
}
