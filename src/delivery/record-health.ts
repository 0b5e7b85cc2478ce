import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { NOW } from "../db/now.ts";
import { webhookHistory } from "../db/tables/webhooks.ts";
import { inSlice } from "../jobs/in-slice.ts";
import { newId } from "../lib/ids.ts";
import type { AttemptOfLease } from "./record-attempts.ts";

/** How long a webhook has to fail until it is disabled. */
const DISABLED_AFTER = "3 days";

/** What attempts say about a webhook; `gave up` also when an event was discarded. */
type Finding = { storeId: string; webhookId: string; finding: "works" | "fails" | "gave up" };

type Row = { storeId: string; webhookId: string; failingSince: string; disabledAt: string | null };

/**
 * Keeps since when a webhook's attempts have all failed, and disables it when an event is discarded after
 * three days of that. Only what changes is written, so an attempt like the one before costs nothing. To be
 * called before the attempts are recorded, because that statement reads the next event's webhook. An error is
 * logged: the next attempt finds the same.
 */
export async function recordHealth(ctx: Ctx, attempts: AttemptOfLease[]): Promise<void> {
  const findings = findingsIn(attempts);
  if (findings.length === 0) return;
  try {
    const disabled = await inSlice(ctx, (tx) => write(tx, findings));
    for (const { storeId, webhookId, failingSince } of disabled) {
      ctx.metrics.webhookDisabled();
      ctx.log.error(
        { storeId, webhookId, failingSince },
        "a webhook was disabled: it has failed for three days",
      );
    }
  } catch (error) {
    ctx.log.warn({ err: error }, "can't record the health of webhooks yet");
  }
}

/** Returns what is new about each webhook. One success counts more than any number of failures. */
function findingsIn(attempts: AttemptOfLease[]): Finding[] {
  const found = new Map<string, Finding & { isNew: boolean }>();
  for (const { lease, attempt } of attempts) {
    if (!attempt || !lease.nextEvent) continue;
    const { storeId, webhookId, nextEvent } = lease;
    const { isFailing } = nextEvent;
    const key = `${storeId} ${webhookId}`;
    if (attempt.outcome === "delivered") {
      found.set(key, { storeId, webhookId, finding: "works", isNew: isFailing });
    } else if (found.get(key)?.finding !== "works") {
      const hasGivenUp = isFailing && attempt.outcome === "discarded";
      if (hasGivenUp) found.set(key, { storeId, webhookId, finding: "gave up", isNew: true });
      else if (!found.has(key)) found.set(key, { storeId, webhookId, finding: "fails", isNew: !isFailing });
    }
  }
  return [...found.values()].filter(({ isNew }) => isNew).map(({ isNew, ...finding }) => finding);
}

/** Returns the webhooks that it has disabled. */
async function write(tx: Ctx, findings: Finding[]): Promise<Row[]> {
  const now = sql.raw(NOW);
  const { rows } = await tx.db.execute<Row>(sql`
    with found as (
      select * from json_to_recordset(${JSON.stringify(findings)}::json)
        as found("storeId" text, "webhookId" text, finding text)
    ), locked as materialized (
      select hook.store_id, hook.id, finding from found
      join webhooks as hook on hook.store_id = "storeId" and hook.id = "webhookId"
      where deleted_at is null and disabled_at is null and case finding
        when 'works' then failing_since is not null
        when 'fails' then failing_since is null
        else failing_since <= clock_timestamp() - ${DISABLED_AFTER}::interval end
      order by hook.store_id, hook.id for no key update of hook
    )
    update webhooks as hook
    set failing_since = case finding when 'works' then null when 'fails' then ${now} else failing_since end,
      disabled_at = case when finding = 'gave up' then ${now} end
    from locked where hook.store_id = locked.store_id and hook.id = locked.id
    returning hook.store_id as "storeId", hook.id as "webhookId", failing_since as "failingSince",
      disabled_at as "disabledAt"`);
  const disabled = rows.filter(({ disabledAt }) => disabledAt !== null);
  if (disabled.length > 0) {
    await tx.db.insert(webhookHistory).values(
      disabled.map(({ storeId, webhookId, failingSince, disabledAt }) => ({
        ...{ storeId, webhookId, id: newId("whh"), type: "disabled" as const },
        at: sql`${disabledAt}::timestamptz`,
        failingSince: sql`${failingSince}::timestamptz`,
      })),
    );
  }
  return disabled;
}
