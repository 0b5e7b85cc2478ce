import type { Ctx } from "../../../core/ctx.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import type { PolicyVersion } from "../../policy/decide.ts";
import type { Policy } from "../../policy/schema.ts";

/** A version of a store's policy, and when it was saved. */
export type PolicyMark = [version: number, savedAt: string];

export type SavedPolicy = PolicyVersion & { version: number };

/** SQL for the mark of the policy in force of the store `$1`; null for none. */
export const POLICY_MARK = `(select json_build_array(version, saved_at) from policies
    where store_id = $1 order by version desc limit 1)`;

/** Returns the policy in force of a store; undefined for none. */
export async function currentPolicy(ctx: Ctx, storeId: string): Promise<SavedPolicy | undefined> {
  const [row] = await findMark(ctx.db, storeId);
  return row?.mark ? policyOf(ctx, storeId, row.mark) : undefined;
}

/** Returns a version of a store's policy, which was read from the store before. */
export async function policyOfVersion(ctx: Ctx, storeId: string, version: number): Promise<SavedPolicy> {
  const [row] = await findVersion(ctx.db, storeId, version);
  if (!row) throw missing(version);
  return policyOf(ctx, storeId, row.mark);
}

const findMark = preparedByKey<{ mark: PolicyMark | null }>("policy_mark", `select ${POLICY_MARK} as mark`);

const findVersion = preparedByKey<{ mark: PolicyMark }>(
  "policy_version_mark",
  "select json_build_array(version, saved_at) as mark from policies where store_id = $1 and version = $2",
);

/** Of all documents that are kept parsed. */
const MAX_KEPT_CHARACTERS = 16_000_000;
/** What an entry takes beside its document, so that small ones are bounded too. */
const OF_ENTRY = 500;

type Kept = { policy: Promise<SavedPolicy>; characters: number };

/** By store and mark, the least recently used first: a version that is saved never changes. */
const kept = new Map<string, Kept>();
let characters = 0;

/** Returns a store's policy of a mark, which this process reads and parses once. */
export function policyOf(ctx: Ctx, storeId: string, [version, savedAt]: PolicyMark): Promise<SavedPolicy> {
  const key = JSON.stringify([storeId, version, savedAt]);
  const entry = kept.get(key) ?? { policy: load(ctx, storeId, { version, key }), characters: 0 };
  kept.delete(key);
  kept.set(key, entry);
  return entry.policy;
}

async function load(
  ctx: Ctx,
  storeId: string,
  { version, key }: { version: number; key: string },
): Promise<SavedPolicy> {
  try {
    const [row] = await read(ctx.db, storeId, version);
    if (!row) throw missing(version);
    keep(key, OF_ENTRY + row.document.length);
    return { version, policy: JSON.parse(row.document) as Policy };
  } catch (error) {
    kept.delete(key);
    throw error;
  }
}

/** Counts a document, and drops those that were not used for longest. */
function keep(key: string, added: number): void {
  const entry = kept.get(key);
  if (!entry) return;
  entry.characters = added;
  characters += added;
  for (const [other, { characters: size }] of kept) {
    if (characters <= MAX_KEPT_CHARACTERS) return;
    kept.delete(other);
    characters -= size;
  }
}

const read = preparedByKey<{ document: string }>(
  "policy_document",
  "select document::text as document from policies where store_id = $1 and version = $2",
);

function missing(version: number): Error {
  return new Error(`version ${version} of a policy is missing`);
}
