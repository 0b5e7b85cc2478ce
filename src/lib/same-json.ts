type Members = Record<string, unknown>;

/** Whether two JSON values are equal, whatever the order of their members. What is undefined counts as absent. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((value, i) => sameJson(value, b[i]));
  }
  if (typeof a !== "object" || a === null) return a === b;
  if (typeof b !== "object" || b === null || Array.isArray(b)) return false;
  const names = namesIn(a);
  return (
    names.length === namesIn(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson((a as Members)[name], (b as Members)[name]))
  );
}

function namesIn(object: object): string[] {
  return Object.keys(object).filter((name) => (object as Members)[name] !== undefined);
}
