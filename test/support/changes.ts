import { expect } from "bun:test";
import type { TestStore } from "./service.ts";

export type Change = { sequence: number; type: string; id: string; at: string; data: unknown };
export type ChangePage = { changes: Change[]; next: number };

/** Returns a page of the change feed; the response must be 200. */
export async function pageOf(store: TestStore, query = ""): Promise<ChangePage> {
  const response = await store.get(`/stores/:store/changes${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as ChangePage;
}

/** Returns the sequence number at which the feed ends. */
export async function endOf(store: TestStore): Promise<number> {
  return (await pageOf(store, "?after=latest")).next;
}

/** Reads all changes after a sequence number, in pages of `limit`. */
export async function changesAfter(store: TestStore, after = 0, limit = 500): Promise<Change[]> {
  const all: Change[] = [];
  for (let next = after; ; ) {
    const page = await pageOf(store, `?after=${next}&limit=${limit}`);
    all.push(...page.changes);
    if (page.changes.length === 0) return all;
    next = page.next;
  }
}

/** Returns the types and ids of the changes that `work` makes. */
export async function changesOf(store: TestStore, work: () => Promise<unknown>): Promise<[string, string][]> {
  const end = await endOf(store);
  await work();
  return (await changesAfter(store, end)).map(({ type, id }) => [type, id]);
}
