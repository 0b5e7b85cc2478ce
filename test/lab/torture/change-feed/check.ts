import { isDeepStrictEqual } from "node:util";
import type { FeedChange, JournalLine } from "./journal.ts";
import type { Count } from "./tally.ts";

/** Everything that the check compares: the reader's journal, a second read from the start, and the lists. */
export type Observed = {
  journal: JournalLine[];
  reread: FeedChange[];
  /** By `type id`, the objects in the lists. Items out of stock are in no list. */
  listed: Map<string, unknown>;
  counts: Map<string, Count>;
};

/** Objects of these kinds have one creation, which is their first change. */
const CREATED = ["order", "return", "customer"];
/**
 * Each request that changes an object of these kinds writes one change, because such requests are never
 * batched.
 */
const COUNTED = ["order", "return"];

/** Returns every violation of the feed's guarantees. */
export function violationsOf(observed: Observed): string[] {
  const { journal, reread } = observed;
  const changes = journal.flatMap((line) => ("changes" in line ? line.changes : []));
  const byObject = Map.groupBy(changes, (change) => `${kindOf(change)} ${change.id}`);
  return [
    ...journal.flatMap((line) => ("fault" in line ? [`the reader was answered ${line.fault}`] : [])),
    ...faultsOfNumbers(journal),
    ...faultsOfRereading(changes, reread),
    ...[...byObject].flatMap(([key, own]) => faultsOfObject(key, own, observed.counts.get(key))),
    ...[...observed.counts].flatMap(([key, { answered }]) =>
      answered > 0 && !byObject.has(key) ? [`${key} has no change`] : [],
    ),
    ...faultsOfState(byObject, observed.listed),
  ];
}

function kindOf({ type }: FeedChange): string {
  return type.slice(0, type.indexOf("."));
}

/**
 * Sequence numbers run 1, 2, 3 … without a gap or a repeat over all pages, also after kills of the reader.
 */
function faultsOfNumbers(journal: JournalLine[]): string[] {
  let last = 0;
  return journal.flatMap((line) => {
    if ("fault" in line) return [];
    const faults =
      line.after === last ? [] : [`a page begins after ${line.after}, the last one ended at ${last}`];
    for (const { sequence } of line.changes) {
      if (sequence !== last + 1) faults.push(`${sequence} follows ${last}`);
      last = sequence;
    }
    if (line.next !== last) faults.push(`next is ${line.next} after ${last}`);
    return faults;
  });
}

function faultsOfRereading(changes: FeedChange[], reread: FeedChange[]): string[] {
  const shown = (all: FeedChange[]) =>
    all.map(({ sequence, type, id, at }) => [sequence, type, id, at].join(" "));
  const [first, second] = [shown(changes), shown(reread)];
  const differing = Array.from({ length: Math.max(first.length, second.length) }, (_, i) => i).filter(
    (i) => first[i] !== second[i],
  );
  return differing.slice(0, 5).map((i) => `read as ${first[i]}, and later as ${second[i]}`);
}

function faultsOfObject(key: string, changes: FeedChange[], count: Count | undefined): string[] {
  const [kind = ""] = key.split(" ");
  const faults: string[] = [];
  const creations = changes.filter(({ type }) => type.endsWith(".created")).length;
  if (CREATED.includes(kind) && (creations !== 1 || !changes[0]?.type.endsWith(".created"))) {
    faults.push(`${key} is created ${creations} times, its first change is ${changes[0]?.type}`);
  }
  if (count && COUNTED.includes(kind)) {
    const { answered, unknown } = count;
    if (changes.length < answered || changes.length > answered + unknown) {
      faults.push(
        `${key} has ${changes.length} changes, ${answered} were answered and ${unknown} are unknown`,
      );
    }
  }
  if (count && kind === "level" && changes.length < count.answered) {
    faults.push(`${key} has ${changes.length} changes, ${count.answered} were answered`);
  }
  for (const [i, change] of changes.entries()) {
    const [before, after] = [versionOf(changes[i - 1]), versionOf(change)];
    if (before !== undefined && after !== undefined && after < before) {
      faults.push(`${key} goes back from ${before} to ${after} at ${change.sequence}`);
    }
  }
  return faults;
}

/** Returns the time of the state, for kinds whose times follow the order of their changes on any clock. */
function versionOf(change: FeedChange | undefined): string | undefined {
  const { return: own, updated_at } = (change?.data ?? {}) as {
    return?: { updatedAt: string };
    updated_at?: string;
  };
  return own?.updatedAt ?? updated_at;
}

/** The reader's final state equals that of the lists. */
function faultsOfState(byObject: Map<string, FeedChange[]>, listed: Map<string, unknown>): string[] {
  const faults: string[] = [];
  for (const [key, data] of listed) {
    const last = byObject.get(key)?.at(-1);
    if (!last) faults.push(`${key} is listed, and no change names it`);
    else if (!isDeepStrictEqual(last.data, data)) {
      faults.push(`${key} is held as ${JSON.stringify(last.data)}, and listed as ${JSON.stringify(data)}`);
    }
  }
  for (const [key, changes] of byObject) {
    if (listed.has(key) || isOutOfStock(changes.at(-1))) continue;
    faults.push(`${key} is held, and not listed`);
  }
  return faults;
}

function isOutOfStock(change: FeedChange | undefined): boolean {
  return change?.type === "item.updated" && (change.data as { quantity: number }).quantity === 0;
}
