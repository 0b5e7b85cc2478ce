import { TO_BE_ERASED } from "./customer-verbs.ts";
import type { Lab } from "./lab.ts";

/** What must be true of a store at rest, whatever has happened: each query returns the rows that break its rule. */
const RULES: Record<string, string> = {
  "the change feed has a gap or an unnumbered change": `
    select last, count from (
      select last, removed, (select count(*) from changes where store_id = $1 and sequence > removed) as count
      from change_feeds where store_id = $1
    ) as feed where last - removed <> count
    union all select id, 0 from unnumbered_changes where store_id = $1`,
  "the events of a stream have a gap, or its counts are wrong": `
    select stream.return_id, last_seq, pending from webhook_streams as stream
    left join webhook_events as event using (store_id, webhook_id, return_id)
    where store_id = $1 group by store_id, webhook_id, stream.return_id
    having max(seq) <> last_seq or max(seq) - min(seq) + 1 <> count(seq)
      or pending <> count(*) filter (where state = 'pending')`,
  "an event of a stream was left undelivered": `
    select event.id from webhook_events as event join webhooks as webhook
      on webhook.store_id = event.store_id and webhook.id = event.webhook_id
    where event.store_id = $1 and state = 'pending' and disabled_at is null and deleted_at is null`,
  "the quantity of an item is not the sum of its levels": `
    select item.id, item.quantity, sum(level.quantity) from inventory_items as item
    left join inventory_levels as level on level.store_id = item.store_id and level.item_id = item.id
    where item.store_id = $1 group by item.store_id, item.id having item.quantity <> coalesce(sum(level.quantity), 0)`,
  "the last line of a level's history is not what the level has": `
    select level.id from inventory_levels as level join lateral (
      select quantity_after, reserved_after from inventory_level_history as line
      where line.store_id = level.store_id and line.level_id = level.id order by at desc limit 1
    ) as last on true
    where level.store_id = $1 and (quantity_after, reserved_after) is distinct from (quantity, reserved)`,
  "a place that was deleted has stock": `
    select level.id from inventory_levels as level join locations as place
      on place.store_id = level.store_id and place.id = level.location_id
    where level.store_id = $1 and removed_at is not null and level.quantity > 0`,
  "a store has several default places, or none": `
    select count(*) from locations where store_id = $1 having count(*) > 0 and count(*) filter (where is_default) <> 1`,
  "a store has several payees": `
    select count(*) from integrations where store_id = $1 and integration_kind = 'refunds' and removed_at is null having count(*) > 1`,
  "units of an order are in two returns": `
    select item.order_id, line_item_id from return_items as item
    join returns on returns.store_id = item.store_id and returns.id = item.return_id and returns.status <> 'deleted'
    cross join json_array_elements(units) as range
    where item.store_id = $1 group by 1, 2
    having sum((range->>1)::int - (range->>0)::int) <> (
      select sum(upper(one) - lower(one)) from unnest(range_agg(int4range((range->>0)::int, (range->>1)::int))) as one)`,
  "the history of a return does not lead to its status": `
    select id from (
      select returns.id, status, "to", "from", lag("to") over entries as before,
        row_number() over (partition by returns.id order by entry.number desc) as behind
      from returns join return_history as entry on entry.store_id = returns.store_id and entry.return_id = returns.id
      where returns.store_id = $1 window entries as (partition by returns.id order by entry.number)
    ) as chain where "from" is distinct from before or (behind = 1 and "to" <> status)`,
  "an event, an order or a return belongs to a customer that there is not": `
    select row.customer_id from (
      select store_id, customer_id from events union all select store_id, customer_id from orders
      union all select store_id, customer_id from returns
    ) as row left join customers on customers.store_id = row.store_id and customers.id = row.customer_id
    where row.store_id = $1 and row.customer_id is not null and customers.id is null
      and not exists (select from erasures where store_id = $1 and erasures.id = row.customer_id)`,
  "a unique id was stored twice, or is claimed without its event": `
    select unique_id from events where store_id = $1 and unique_id is not null group by unique_id having count(*) > 1`,
  "a batch, an erasure or a merge is left": `
    select id::text from event_batches where store_id = $1 union all select id from erasures where store_id = $1
    union all select merged_id from customer_merges where store_id = $1`,
  "the numbers of withdrawals have a gap": `
    select max(number) from withdrawals where store_id = $1 having max(number) - min(number) + 1 <> count(*)`,
  "what an erasure was to take is left": `
    select id::text, customer_id from events where store_id = $1 and event_name = '${TO_BE_ERASED}'`,
  "a payout was made twice": `
    select return_id from payouts where store_id = $1 group by return_id, key having count(*) > 1`,
};

const ALL = Object.entries(RULES).map(
  ([rule, text]) =>
    `select '${rule.replaceAll("'", "''")}' as rule, (select to_json(broken)::text from (${text} limit 1) as broken) as row`,
);

/** Returns the rules that a store at rest breaks, with a row that shows it. */
export async function brokenRules({ monitor }: Pick<Lab, "monitor">, storeId: string): Promise<string[]> {
  const { rows } = await monitor.query<{ rule: string; row: string | null }>({
    ...{ name: "rules", text: ALL.join(" union all ") },
    values: [storeId],
  });
  return rows.flatMap(({ rule, row }) => (row === null ? [] : [`${rule}: ${row}`]));
}

/** Work that a job must be queued for, by the query of a store that has some, and the job. */
const AWAKENED: Record<string, string> = {
  "webhooks.deliver": `select from webhook_streams as stream join webhooks as hook
    on hook.store_id = stream.store_id and hook.id = stream.webhook_id
    where stream.store_id = $1 and pending > 0 and leased_until is null and stream.due_at <= now()
      and disabled_at is null and deleted_at is null`,
  "payouts.send": `select from payout_streams where store_id = $1 and leased_until is null and due_at <= now()
    and (exists (select from connectors where store_id = $1) or exists (select from integrations
      where store_id = $1 and integration_kind = 'refunds' and removed_at is null))`,
  "mails.send": `select from mail_streams where store_id = $1 and leased_until is null and due_at <= now()`,
  "restocks.send": `select from restock_streams where store_id = $1 and leased_until is null and due_at <= now()`,
  "connectors.poll": `select from connectors where store_id = $1 and leased_until is null and due_at <= now()`,
  "customers.erase": `select from erasures where store_id = $1`,
  "customers.merge": `select from customer_merges where store_id = $1`,
  "events.record": `select from event_batches where store_id = $1`,
};

const ALL_AWAKENED = Object.entries(AWAKENED).map(
  ([job, text]) => `select '${job}' as job where exists (${text}) and not exists (
    select from pgboss.job where name = '${job}' and state in ('created', 'retry') and data->>'storeId' = $1)`,
);

/** Returns the work of which no job is queued when its transaction is over: only a sweep would find it, much later. */
export async function forgottenWork({ monitor }: Pick<Lab, "monitor">, storeId: string): Promise<string[]> {
  const { rows } = await monitor.query<{ job: string }>({
    ...{ name: "forgotten", text: ALL_AWAKENED.join(" union all ") },
    values: [storeId],
  });
  return rows.map(({ job }) => `work waits that no job was queued for: ${job}`);
}

/** Returns those of the events with these unique ids that are missing, though their requests were accepted. */
export async function lostEvents(
  { monitor }: Pick<Lab, "monitor">,
  storeId: string,
  uniqueIds: string[],
): Promise<string[]> {
  if (uniqueIds.length === 0) return [];
  const { rows } = await monitor.query<{ id: string }>({
    ...{ name: "lost_events" },
    text: `select wanted as id from unnest($2::text[]) as wanted
      where not exists (select from events where store_id = $1 and unique_id = wanted)`,
    values: [storeId, uniqueIds],
  });
  return rows.map(({ id }) => `the event ${id} was accepted and is not stored`);
}
