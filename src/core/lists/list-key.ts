import { parseDateTime } from "../../lib/date-time.ts";
import type { KeyPart } from "../http/paging.ts";

/**
 * The sort key of a list, by which it is read from the last row on unless it ascends: an id, or a time and an id.
 * `end`, which a list by a text alone needs, sorts after every such text.
 */
export type ListKey = {
  columns: [column: string, type: ListKeyPart][];
  isAscending?: true;
  end?: string;
};
/** The key of a list whose latest row comes first. */
export const BY_CREATION: ListKey = {
  columns: [
    ["created_at", "instant"],
    ["id", "text"],
  ],
};

/** The key of a list of what was changed last. */
export const BY_CHANGE: ListKey = {
  columns: [
    ["updated_at", "instant"],
    ["id", "text"],
  ],
};

type ListKeyPart = Exclude<KeyPart, "instant?">;

/** Which part of a list is read, by the key's first column. `from` is inclusive, `until` exclusive. */
export type ListRange = { from?: string | undefined; until?: string | undefined };

/** Returns the range between two times of a request. */
export function timesBetween(from: string | undefined, until: string | undefined): ListRange {
  const instant = (text: string | undefined) => text && parseDateTime(text)?.toISOString();
  return { from: instant(from) || undefined, until: instant(until) || undefined };
}

/** The first parameters of every statement of a list: the store, and the most rows to read. */
export const STORE = "$1";
export const COUNT = "$2::bigint";
const FIRST_BOUND = 3;

const SQL_TYPES = { text: "text", uuid: "uuid", number: "bigint", instant: "timestamptz" };
const FIRST = { text: "", uuid: "00000000-0000-0000-0000-000000000000", number: "-1", instant: "-infinity" };
const LAST = {
  text: "",
  uuid: "ffffffff-ffff-ffff-ffff-ffffffffffff",
  number: "9223372036854775807",
  instant: "infinity",
};

/** Returns SQL for keys of a list, whose columns a stream calls `at`, if the list has times, and `id`. */
export function keySql(key: ListKey) {
  const { columns, isAscending } = key;
  const types = columns.map(([, type]) => SQL_TYPES[type]);
  const bounds = types.map((type, i) => `$${FIRST_BOUND + i}::${type}`);
  const far = `$${FIRST_BOUND + columns.length}::${types[0]}`;
  const own = columns.map(([column]) => column);
  const names = ["at", "id"].slice(-columns.length);
  return {
    own,
    names,
    isAscending: isAscending === true,
    /** The number of the first parameter after those of the range. */
    firstFree: FIRST_BOUND + columns.length + (hasFarBound(key) ? 1 : 0),
    select: (columns = own) => columns.map((column, i) => `${column} as ${names[i]}`).join(", "),
    order: (columns = own) => columns.map((column) => `${column} ${isAscending ? "asc" : "desc"}`).join(", "),
    /** The condition that a row is in the range and after the cursor. */
    within: (columns = own) => {
      const after = `(${columns.join(", ")}) ${isAscending ? ">" : "<"} (${bounds.join(", ")})`;
      if (!hasFarBound(key)) return after;
      return `${columns[0]} ${isAscending ? "<" : ">="} ${far} and ${after}`;
    },
  };
}

/** Whether the range of a list has an end on the side where it ends: not that of a text after which nothing is known to sort. */
function hasFarBound({ columns, isAscending, end }: ListKey): boolean {
  return !isAscending || end !== undefined || columns[0]?.[1] !== "text";
}

/**
 * Returns the parameters of a range and a cursor. A statement gets only one bound on the side where it begins: of
 * two, an index scan may begin at the wider one and walk over every row of the pages before.
 */
export function boundsOf(key: ListKey, { from, until }: ListRange, cursor: string[] | undefined): string[] {
  const { columns, isAscending, end } = key;
  const first = columns.map(([, type]) => FIRST[type]);
  const [leading = ""] = cursor ?? [];
  const [, type] = columns[0] ?? ["", "instant"];
  if (isAscending) {
    if (!hasFarBound(key)) return cursor ?? first;
    const isPast = cursor && !(from !== undefined && from > leading);
    const begin = isPast ? cursor : [from ?? first[0] ?? "", ...first.slice(1)];
    return [...begin, until ?? end ?? LAST[type]];
  }
  const far = from ?? first[0] ?? "";
  if (cursor && !(until !== undefined && until <= leading)) return [...cursor, far];
  return [until ?? end ?? LAST[type], ...first.slice(1), far];
}

/** Returns the key of a row in a cursor. */
export function cursorOf({ columns }: ListKey, values: unknown[]): string[] {
  return columns.map(([, type], i) =>
    type === "instant" ? new Date(String(values[i])).toISOString() : String(values[i]),
  );
}
