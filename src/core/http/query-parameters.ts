import { nearest } from "../../lib/nearest.ts";
import { type Fault, problem } from "../../lib/problem.ts";

const MAX_FAULTS = 20;

export type CheckQuery = (url: string, query: Record<string, unknown>) => void;

/**
 * Returns a check of the query of requests. It makes a repeated parameter an array, because the framework keeps
 * the last value; a schema of a single value then rejects it. Throws 400 for names that are not in `known`,
 * unless `known` is undefined.
 */
export function createQueryCheck(known: ReadonlySet<string> | undefined): CheckQuery {
  /** Whether each parameter has a name of its own, a known one: most requests need no second parser. */
  function isPlain(url: string, start: number, query: Record<string, unknown>): boolean {
    let parameters = 0;
    for (let at = start; at >= 0; at = url.indexOf("&", at + 1)) parameters++;
    for (const name in query) {
      if (known && !known.has(name)) return false;
      parameters--;
    }
    return parameters === 0;
  }

  return (url, query) => {
    const start = url.indexOf("?");
    if (start < 0 || isPlain(url, start, query)) return;
    const parameters = Map.groupBy(new URLSearchParams(url.slice(start)), ([name]) => name);
    const names = new Set(parameters.keys());
    for (const [name, values] of parameters) {
      if (values.length > 1) query[name] = values.map(([, value]) => value);
    }
    if (!known || names.isSubsetOf(known)) return;
    const errors = [...names.difference(known)].slice(0, MAX_FAULTS).map((name) => faultOf(name, known));
    throw problem("unknown_parameter", errors[0]?.detail ?? "", { errors });
  };
}

function faultOf(parameter: string, known: ReadonlySet<string>): Fault {
  const similar = nearest(parameter, known);
  const hint = similar
    ? `did you mean ${similar}?`
    : known.size === 0
      ? "this operation has none."
      : `the parameters are ${[...known].join(", ")}.`;
  return { detail: `There is no query parameter ${parameter}: ${hint}`, parameter };
}
