import { newId } from "../../lib/ids.ts";
import { NOW } from "../../platform/db/now.ts";
import { prepared } from "../../platform/db/prepared.ts";
import type { Ctx } from "../ctx.ts";
import type { AttemptOfLease } from "./record-attempts.ts";

/** How long a webhook has to fail until it is disabled. */
const DISABLED_AFTER = "3 days";

/** What attempts say about a webhook; `gave up` also when an event was discarded. */
type Finding = { storeId: string; webhookId: string; finding: "works" | "fails" | "gave up" };

type Disabled = { storeId: string; webhookId: string; failingSince: string };

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
    const rows = findings.map((finding) => ({ ...finding, historyId: newId("whh") }));
    const disabled = await write(ctx.backgroundDb, JSON.stringify(rows));
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

/**
 * Returns the webhooks that it has disabled, whose history it adds to. A row that another transaction has locked
 * is skipped: other webhooks' attempts wait to be recorded.
 */
const write = prepared<Disabled>(
  "webhooks_record_health",
  `with found as (
    select * from json_to_recordset($1::json)
      as found("storeId" text, "webhookId" text, finding text, "historyId" text)
  ), locked as materialized (
    select hook.store_id, hook.id, finding, "historyId" from found
    join webhooks as hook on hook.store_id = "storeId" and hook.id = "webhookId"
    where deleted_at is null and disabled_at is null and case finding
      when 'works' then failing_since is not null
      when 'fails' then failing_since is null
      else failing_since <= clock_timestamp() - interval '${DISABLED_AFTER}' end
    for no key update of hook skip locked
  ), written as (
    update webhooks as hook
    set failing_since = case finding when 'works' then null when 'fails' then ${NOW} else failing_since end,
      disabled_at = case when finding = 'gave up' then ${NOW} end
    from locked where hook.store_id = locked.store_id and hook.id = locked.id
    returning hook.store_id, hook.id, "historyId", failing_since, disabled_at
  ), logged as (
    insert into webhook_history (store_id, webhook_id, id, type, at, failing_since)
    select store_id, id, "historyId", 'disabled', disabled_at, failing_since
    from written where disabled_at is not null
  )
  select store_id as "storeId", id as "webhookId", failing_since as "failingSince"
  from written where disabled_at is not null`,
);
