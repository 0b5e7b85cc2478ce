import { inArray } from "drizzle-orm";
import { createBatcher } from "../../lib/batcher.ts";
import { lookupOf } from "../../lib/secret.ts";
import type { Db } from "../db/connect.ts";
import { secretStores, storeCells } from "../db/tables/cells.ts";
import type { Residence } from "./directory.ts";

/** Where stores live, as this process knows it. */
export type Residences = {
  /** Returns the store of a secret and where it lives if both are known, without waiting. */
  known(secret: string): (Residence & { storeId: string }) | undefined;
  /** Returns the store of a secret; undefined for a secret that the directory lacks, and for other texts. */
  storeOf(secret: string): Promise<string | undefined>;
  /** Returns where a store lives; undefined for an unknown store. */
  find(storeId: string): Promise<Residence | undefined>;
  /** Reads the entry of a store again and returns it. Throws when the directory is unavailable. */
  renew(storeId: string): Promise<Residence | undefined>;
  /** Makes the next request of a store, or of every store, ask again; while the directory is away the old entry counts. */
  suspect(storeId?: string): void;
  /** Makes the next request of a store whose cell has changed ask again. */
  changed(storeId: string): void;
};

type Entry = Residence & { generation: number; readAt: number };

const MAX_ENTRIES = 100_000;
/** An entry that is suspected again and again, because its cell is down, is read again this often. */
const SUSPECT_MS = 1_000;

/** Creates the memory of the directory. What it doesn't know yet it asks, several requests at a time. */
export function createResidences(db: Db): Residences {
  const storesBySecret = new Map<string, string>();
  const entries = new Map<string, Entry>();
  let generation = 0;

  const findStores = createBatcher(async (lookups: string[]) => {
    const rows = await db.select().from(secretStores).where(inArray(secretStores.secretLookup, lookups));
    const found = new Map(rows.map(({ secretLookup, storeId }) => [secretLookup, storeId]));
    return lookups.map((lookup) => found.get(lookup));
  });
  const findCells = createBatcher(async (storeIds: string[]) => {
    const current = generation;
    const rows = await db.select().from(storeCells).where(inArray(storeCells.storeId, storeIds));
    for (const { storeId, cell, epoch } of rows) {
      // An answer that was overtaken by a later one counts no more.
      const known = entries.get(storeId);
      if (!known || known.epoch <= epoch) {
        keep(entries, storeId, { cell, epoch, generation: current, readAt: performance.now() });
      }
    }
    return storeIds.map((storeId) => entries.get(storeId));
  });

  return {
    known: (secret) => {
      const storeId = storesBySecret.get(secret);
      const entry = storeId === undefined ? undefined : entries.get(storeId);
      if (storeId === undefined || entry?.generation !== generation) return undefined;
      return { storeId, cell: entry.cell, epoch: entry.epoch };
    },
    storeOf: async (secret) => {
      const lookup = lookupOf(secret);
      if (lookup === undefined) return undefined;
      const storeId = storesBySecret.get(secret) ?? (await findStores(lookup));
      if (storeId !== undefined) keep(storesBySecret, secret, storeId);
      return storeId;
    },
    find: async (storeId) => {
      const known = entries.get(storeId);
      if (known?.generation === generation) return known;
      return findCells(storeId).catch((error) => {
        if (known) return known;
        throw error;
      });
    },
    renew: findCells,
    suspect: (storeId) => {
      if (storeId === undefined) generation++;
      const known = storeId === undefined ? undefined : entries.get(storeId);
      if (known && performance.now() - known.readAt > SUSPECT_MS) known.generation = -1;
    },
    changed: (storeId) => {
      const known = entries.get(storeId);
      if (known) known.generation = -1;
    },
  };
}

/** Forgets the oldest entry of a full map. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= MAX_ENTRIES && !map.has(key)) {
    const [oldest] = map.keys();
    if (oldest !== undefined) map.delete(oldest);
  }
  map.set(key, value);
}
