/** The methods of the routes that match a path; HEAD comes with GET. */
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
  const wanted = segments(pattern);
  const given = segments(pathname);
  if (wanted.length !== given.length) return false;
  return wanted.every((part, i) => (part.startsWith(":") ? given[i] !== "" : part === given[i]));
}

function segments(path: string): string[] {
  return path.replace(/\/$/, "").split("/");
}
