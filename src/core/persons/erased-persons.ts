import { type SQL, sql } from "drizzle-orm";
import type { PersonDocument } from "../../platform/db/tables/erasures.ts";
import { isContact } from "./identifiers.ts";
import { namingOf, type Person, withoutPerson } from "./redact.ts";

/**
 * A customer that is being erased, with the ids of those that had been merged into it. Rows that belonged to the customer
 * have `id` in place of one of `customerIds`.
 */
export type Erasure = {
  storeId: string;
  id: string;
  customerIds: string[];
  isDetached: boolean;
  person: Person;
  lastRejection: number;
  lastVisit: number;
  by: string;
  byId: string | null;
  requestId: string;
  requestedAt: Date;
};

/** Returns what a return has in place of the customer's id once it is blank, until all rules are done. */
export function blankedId(erasureId: string): string {
  return `${erasureId}/blank`;
}

/** Returns everything that the customers of a batch are found by. */
export function identifiersOfBatch(batch: Erasure[]): Set<string> {
  return new Set(batch.flatMap(({ person }) => [...person.identifiers]));
}

/** Returns the e-mail addresses and phone numbers of the customers of a batch. */
export function contactsOfBatch(batch: Erasure[]): string[] {
  return [...identifiersOfBatch(batch)].filter(isContact);
}

/**
 * SQL for when the last of those erasures of a batch was requested that meet a condition on the table `erasures`: what was
 * stated later is a new customer's.
 */
export function requestOf({ storeId, batch }: { storeId: string; batch: Erasure[] }, condition: SQL): SQL {
  const ids = sql.param(batch.map(({ id }) => id));
  return sql`(select max(requested_at) from erasures
    where erasures.store_id = ${storeId} and erasures.id = any(${ids}::text[]) and ${condition})`;
}

/**
 * Returns a value of another customer without what identifies the persons of a batch; the value itself when it
 * names none of them. A contact of which `isOwn` is true belongs to that customer by now and stays.
 */
export function withoutMentions<T>(value: T, batch: Erasure[], isOwn: (contact: string) => boolean): T {
  let rest = value;
  for (const { person } of batch) {
    const identifiers = new Set([...person.identifiers].filter((identifier) => !isOwn(identifier)));
    const foreign = { ...person, identifiers };
    if (namingOf(rest, foreign).isNamed) rest = withoutPerson(rest, foreign, true) as T;
  }
  return rest;
}

/** Returns the person that the column `person` describes. */
export function personOf({ identifiers, names, lines, texts }: PersonDocument): Person {
  return {
    identifiers: new Set(identifiers),
    names: new Set(names),
    lines: new Set(lines),
    texts: new Set(texts),
  };
}

/** Returns the JSON of a person, for the column `person`. */
export function personDocument({ identifiers, names, lines, texts }: Person): PersonDocument {
  return { identifiers: [...identifiers], names: [...names], lines: [...lines], texts: [...texts] };
}
