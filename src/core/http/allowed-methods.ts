/** Returns the methods of the routes that match a path, sorted. A route with GET also allows HEAD. */
export function allowedMethods(
  routes: readonly { method: string; path: string }[],
  pathname: string,
): string[] {
  const methods = new Set<string>();
  for (const route of routes) {
    if (!matches(route.path, pathname)) continue;
    methods.add(route.method);
    if (route.method === "GET") methods.add("HEAD");
  }
  return [...methods].sort();
}

function matches(pattern: string, pathname: string): boolean {
  const expected = segments(pattern);
  const actual = segments(pathname);
  if (expected.length !== actual.length) return false;
  return expected.every((part, i) => (part.startsWith(":") ? actual[i] !== "" : part === actual[i]));
}

function segments(path: string): string[] {
  return path.replace(/\/$/, "").split("/");
}
