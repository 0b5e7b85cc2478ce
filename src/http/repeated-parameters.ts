/** A parameter given twice stays a list, so that a schema of one value refuses it instead of taking the last. */
export function keepRepeatedParameters(url: string, query: Record<string, unknown>): void {
  const start = url.indexOf("?");
  if (start < 0) return;
  const given = new URLSearchParams(url.slice(start));
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name);
    if (values.length > 1) query[name] = values;
  }
}
