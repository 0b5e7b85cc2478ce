import type { Operation } from "./document.ts";

type Found = {
  /** The operation of the request, if the description has it. */
  operation: Operation | undefined;
  /** The described methods of the paths that match. */
  methods: string[];
};

/**
 * Returns a function that finds the operation of a request. Of the paths that match and have the method, the
 * one with fewer parameters takes precedence.
 */
export function createFinder(operations: Operation[]): (method: string, pathname: string) => Found {
  const routes = Map.groupBy(operations, ({ path }) => path)
    .entries()
    .map(([path, described]) => ({ pattern: patternOf(path), names: path.split("{").length, described }))
    .toArray()
    .sort((a, b) => a.names - b.names);
  return (method, pathname) => {
    const described = routes
      .filter(({ pattern }) => pattern.test(pathname))
      .flatMap((route) => route.described);
    const meant = method === "HEAD" ? "GET" : method;
    return {
      operation: described.find((one) => one.method === meant),
      methods: described.map((one) => one.method),
    };
  };
}

function patternOf(path: string): RegExp {
  const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal(path).replace(/\{\w+\}/g, "[^/]+")}/?$`);
}
