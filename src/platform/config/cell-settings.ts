type Env = Record<string, string | undefined>;

/** The cells that a process serves: those named, or all of the directory; undefined for a service of one database. */
export type ServedCells = readonly string[] | "all" | undefined;

/** Returns the cells that an environment names and adds its errors to `faults`. */
export function readCells(env: Env, faults: string[]): ServedCells {
  const text = env.CELLS?.trim();
  if (!text) return undefined;
  if (!env.DATABASE_URL) faults.push("CELLS requires DATABASE_URL: the database that holds the directory");
  if (text === "*") return "all";
  const names = text.split(",").map((name) => name.trim());
  if (names.some((name) => name === "")) faults.push(`CELLS must be * or names of cells, not "${text}"`);
  return [...new Set(names)];
}
