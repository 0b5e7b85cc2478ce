import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { invalid, problem, requireNoFaults } from "../../lib/problem.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import { policies } from "../../platform/db/tables/policies.ts";
import { faults } from "./faults.ts";
import type { SavedPolicy } from "./saved-schema.ts";
import type { Policy } from "./schema.ts";

/** `ifMatch` is the header `If-Match`. */
type Saving = { document: unknown; ifMatch: string | undefined };

/**
 * Saves a document as the next version of a store's policy. Throws 400 with every fault of it, and 409 when the store's
 * version is none that `If-Match` names.
 */
export async function savePolicy(
  ctx: Ctx,
  { storeId, by, byId }: Pick<Caller, "storeId" | "by" | "byId">,
  { document, ifMatch }: Saving,
): Promise<SavedPolicy> {
  requireNoFaults(faults(document));
  const expected = ifMatch === undefined ? undefined : versionsIn(ifMatch);
  return inTransaction(ctx, async (tx) => {
    // Of two requests with the same If-Match one must see the version of the other.
    await lockName(tx.db, `policy ${storeId}`);
    const { rows } = await tx.db.execute<{ version: number }>(
      sql`select coalesce(max(version), 0) as version from policies where store_id = ${storeId}`,
    );
    const current = rows[0]?.version ?? 0;
    if (expected && !isExpected(expected, current)) throw changed(current);
    const version = current + 1;
    await tx.db.insert(policies).values({
      ...{ storeId, version, document, savedAt: ctx.now() },
      ...{ savedBy: by, savedById: byId },
    });
    return { version, policy: document as Policy };
  });
}

type Expected = "any" | Set<number>;

/** Returns the versions of an `If-Match`, quoted as entity tags or as they are. Throws 400. */
function versionsIn(header: string): Expected {
  if (header.trim() === "*") return "any";
  const versions = header.split(",").map((tag) => /^\s*(?:"(\d{1,9})"|(\d{1,9}))\s*$/.exec(tag));
  if (!versions.every((match) => match !== null)) {
    const detail = 'If-Match must be a version of the policy, such as 3 or "3", or *.';
    throw invalid({ detail, header: "If-Match" });
  }
  return new Set(versions.map(([, quoted, plain]) => Number(quoted ?? plain)));
}

function isExpected(expected: Expected, current: number): boolean {
  return expected === "any" ? current > 0 : expected.has(current);
}

function changed(current: number) {
  const now = current === 0 ? "The store has no policy yet." : `The policy is at version ${current}.`;
  return problem("policy_changed", `${now} If-Match names another one.`);
}
