import { type Fault, invalid, requireNoFaults } from "../../../lib/problem.ts";
import type { Status } from "../../returns/status.ts";
import { STATES, statusesOf } from "../state.ts";
import { type ListPosition, readCursor, type WarehouseFilter } from "./cursor.ts";
import { windowOf } from "./window.ts";

export type ListRequest = {
  filter: WarehouseFilter;
  position: ListPosition;
  size: number;
  /** Whether the response is a page with links or an array of all returns. */
  isPaged: boolean;
};

export type ListQuery = Partial<
  Record<"from" | "to" | "filter" | "state" | "paginate" | "pageSize" | "cursor", string>
>;

const FIELDS = ["created_at", "updated_at"] as const;
const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 750;
const START: ListPosition = { part: "window", key: undefined, backwards: false, start: undefined };

/**
 * Parses the query of a list. A cursor takes precedence over every other parameter but `pageSize`. Throws 422
 * for an invalid query.
 */
export function parseListQuery(query: ListQuery, now: Date): ListRequest {
  const faults: Fault[] = [];
  const request = query.cursor ? fromCursor(query.cursor, query, faults) : fromQuery(query, now, faults);
  requireNoFaults(faults);
  return request;
}

/** Whether the query requests all returns or large pages. */
export function isLargeList({ paginate, pageSize }: ListQuery): boolean {
  return !isPaged(paginate) || Number(pageSize ?? 0) > DEFAULT_PAGE_SIZE;
}

/** Returns the statuses of a filter; without a state, all but those of `review` and `cancelled`. */
export function statusesOfFilter({ state }: WarehouseFilter): Status[] {
  return statusesOf(state ? [state] : ["open", "closed", "expired"]);
}

function fromCursor(cursor: string, query: ListQuery, faults: Fault[]): ListRequest {
  const parsed = readCursor(cursor);
  if (!parsed) throw invalid({ detail: "The cursor is not valid.", parameter: "cursor" });
  const size = query.pageSize ? sizeOf(query.pageSize, faults) : parsed.size;
  return { filter: parsed.filter, position: parsed.position, size, isPaged: true };
}

function fromQuery(query: ListQuery, now: Date, faults: Fault[]): ListRequest {
  const filter = {
    window: windowOf(query, now, faults),
    field: oneOf("filter", query.filter, FIELDS, faults) ?? "created_at",
    state: oneOf("state", query.state, STATES, faults),
  };
  return { filter, position: START, size: sizeOf(query.pageSize, faults), isPaged: isPaged(query.paginate) };
}

function isPaged(paginate: string | undefined): boolean {
  return /^(?:true|1)$/i.test(paginate ?? "");
}

function sizeOf(text: string | undefined, faults: Fault[]): number {
  if (!text) return DEFAULT_PAGE_SIZE;
  const size = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (size < 1 || size > MAX_PAGE_SIZE) {
    faults.push({
      detail: `The pageSize must be a whole number from 1 to ${MAX_PAGE_SIZE}.`,
      parameter: "pageSize",
    });
  }
  return size;
}

function oneOf<T extends string>(
  name: string,
  text: string | undefined,
  allowed: readonly T[],
  faults: Fault[],
): T | undefined {
  if (!text) return undefined;
  const value = allowed.find((each) => each === text);
  if (!value) {
    faults.push({ detail: `The selected ${name} is not one of ${allowed.join(", ")}.`, parameter: name });
  }
  return value;
}
