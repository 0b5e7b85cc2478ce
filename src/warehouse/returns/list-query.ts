import { type Fault, invalid } from "../../lib/problem.ts";
import type { Status } from "../../returns/status.ts";
import { STATES, type State, statusesOf } from "../state.ts";
import { readCursor } from "./cursor.ts";
import { type Window, windowOf } from "./window.ts";

/** The time that a window is about. */
export type Field = "created_at" | "updated_at";

/** Which returns are asked for. It is decided by the first page, and the cursors carry it on. */
export type ListFilter = { field: Field; state: State | undefined; window: Window };

/** When the first page was read, and what was committed by then, as the database tells it. */
export type Snapshot = { at: Date; snapshot: string };

/**
 * A place between two returns: in the window a time and the return's id, and among those that changed since
 * the first page the return's number alone. Without a key it is the beginning or, backwards, the end.
 */
export type Place = {
  part: "window" | "changed";
  key: Key | undefined;
  backwards: boolean;
  /** Only where what changes meanwhile has to come again. */
  began: Snapshot | undefined;
};

export type Key = [first: string, second: string];

export type ListRequest = {
  question: ListFilter;
  place: Place;
  size: number;
  /** Whether the answer is a page with links, or a bare list of everything. */
  paged: boolean;
};

export type ListQuery = Partial<
  Record<"from" | "to" | "filter" | "state" | "paginate" | "pageSize" | "cursor", string>
>;

const FIELDS = ["created_at", "updated_at"] as const;
const DEFAULT_SIZE = 100;
const LARGEST_SIZE = 750;
export const START: Place = { part: "window", key: undefined, backwards: false, began: undefined };

/**
 * What a list's query asks for. A cursor goes on with what its first page was asked, whatever stands beside
 * it.
 */
export function listFilterOf(query: ListQuery, now: Date): ListRequest {
  const faults: Fault[] = [];
  const asked = query.cursor ? goneOn(query.cursor, query, faults) : begun(query, now, faults);
  const [first, ...rest] = faults;
  if (first) throw invalid(first, ...rest);
  return asked;
}

/** Whether a list is asked for as a whole, or in pages of many returns. */
export function isLargeList({ paginate, pageSize }: ListQuery): boolean {
  return !isPaged(paginate) || Number(pageSize ?? 0) > DEFAULT_SIZE;
}

/** The statuses that are listed: without a state all but those under review and cancelled. */
export function statusesOfFilter({ state }: ListFilter): Status[] {
  return statusesOf(state ? [state] : ["open", "closed", "expired"]);
}

function goneOn(cursor: string, query: ListQuery, faults: Fault[]): ListRequest {
  const read = readCursor(cursor);
  if (!read) throw invalid({ detail: "The cursor is not valid.", parameter: "cursor" });
  const size = query.pageSize ? sizeOf(query.pageSize, faults) : read.size;
  return { question: read.question, place: read.place, size, paged: true };
}

function begun(query: ListQuery, now: Date, faults: Fault[]): ListRequest {
  const question = {
    window: windowOf(query, now, faults),
    field: oneOf("filter", query.filter, FIELDS, faults) ?? "created_at",
    state: oneOf("state", query.state, STATES, faults),
  };
  const paged = isPaged(query.paginate);
  return { question, place: START, size: sizeOf(query.pageSize, faults), paged };
}

function isPaged(paginate: string | undefined): boolean {
  return /^(?:true|1)$/i.test(paginate ?? "");
}

function sizeOf(text: string | undefined, faults: Fault[]): number {
  if (!text) return DEFAULT_SIZE;
  const size = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (size < 1 || size > LARGEST_SIZE) {
    faults.push({
      detail: `The pageSize must be a whole number from 1 to ${LARGEST_SIZE}.`,
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
