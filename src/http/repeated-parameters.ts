/**
 * Makes a repeated parameter an array, so that a schema of a single value rejects it. The framework keeps the
 * last value.
 */
export function keepRepeatedParameters(url: string, query: Record<string, unknown>): void {
  const start = url.indexOf("?");
  if (start < 0) return;
  const parameters = new URLSearchParams(url.slice(start));
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    if (values.length > 1) query[name] = values;
  }
}
