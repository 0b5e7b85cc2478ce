import type { Change } from "../gate.ts";

/**
 * A fault of concurrency that the explorer must find: it changes a statement on its way to the driver. `verbs` should show it,
 * and with `loses` only when a session is lost; `depth`: within so many of their statements.
 */
export type Fault = { verbs: string[]; plant: Change; loses?: boolean; depth?: number };

const LOCK = / for (?:no key update|update|key share)(?: of \w+)?(?: skip locked)?/;

/** Returns a statement in one line, without comments. */
export function plain(text: string): string {
  return text.replaceAll(/--.*$/gm, "").replaceAll(/\s+/g, " ").trim();
}

/** The statement locks no rows. */
export const unlocked = (is: RegExp): Change => rewritten(is, LOCK, "");

/** The statement is left out. */
export const omitted =
  (is: RegExp): Change =>
  (text) =>
    is.test(plain(text)) ? { text: "" } : undefined;

/** A part of the statement is another one. */
export const rewritten =
  (is: RegExp, part: string | RegExp, by: string): Change =>
  (text) => {
    const before = plain(text);
    if (!is.test(before)) return undefined;
    const after = typeof part === "string" ? before.replaceAll(part, by) : before.replace(part, by);
    return after === before ? undefined : { text: after };
  };

/** What the transaction has done before is committed first. */
export const split =
  (is: RegExp): Change =>
  (text) =>
    is.test(plain(text)) ? { isSplit: true } : undefined;

export function any(...changes: Change[]): Change {
  return (text) => changes.map((change) => change(text)).find((changed) => changed !== undefined);
}

export const RETURN_ROW = /from returns where store_id = \$1 and id = \$2 for no key update/;
export const STRIPES = /pg_advisory_xact_lock\(\$1, stripe\)/;
export const CUSTOMER_ROWS = /^select from customers where .* for no key update/s;
export const NAMED_LOCK = /^select pg_advisory_xact_lock\(hashtextextended/;
