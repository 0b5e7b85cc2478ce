type Properties = Record<string, unknown>;

/** Whether two JSON values are equal. The order of properties doesn't matter; undefined counts as missing. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((value, i) => sameJson(value, b[i]));
  }
  if (typeof a !== "object" || a === null) return a === b;
  if (typeof b !== "object" || b === null || Array.isArray(b)) return false;
  const names = namesIn(a);
  return (
    names.length === namesIn(b).length &&
    names.every(
      (name) => Object.hasOwn(b, name) && sameJson((a as Properties)[name], (b as Properties)[name]),
    )
  );
}

function namesIn(object: object): string[] {
  return Object.keys(object).filter((name) => (object as Properties)[name] !== undefined);
}
