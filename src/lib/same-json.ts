/** Whether two JSON values are equal, whatever the order of their members. */
export function sameJson(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, member) =>
    member && typeof member === "object" && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([x], [y]) => (x < y ? -1 : 1)))
      : member,
  );
}
