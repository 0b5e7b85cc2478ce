import type { Operation } from "./document.ts";

type Found = {
  /** The operation that answers, if the description has it. */
  operation: Operation | undefined;
  /** The methods that the description has for this path. */
  methods: string[];
};

/** Finds the described operation of a request; a path with fewer names in it is meant before one with more. */
export function createFinder(operations: Operation[]): (method: string, pathname: string) => Found {
  const routes = Map.groupBy(operations, ({ path }) => path)
    .entries()
    .map(([path, described]) => ({ pattern: patternOf(path), names: path.split("{").length, described }))
    .toArray()
    .sort((a, b) => a.names - b.names);
  return (method, pathname) => {
    const route = routes.find(({ pattern }) => pattern.test(pathname));
    const meant = method === "HEAD" ? "GET" : method;
    return {
      operation: route?.described.find((one) => one.method === meant),
      methods: route?.described.map((one) => one.method) ?? [],
    };
  };
}

function patternOf(path: string): RegExp {
  const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal(path).replace(/\{\w+\}/g, "[^/]+")}/?$`);
}
