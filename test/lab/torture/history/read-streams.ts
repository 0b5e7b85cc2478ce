import type pg from "pg";
import type { Receiver } from "./receiver.ts";
import type { Shop } from "./shop.ts";
import type { State, StreamState } from "./state.ts";

type EventRow = { webhook_id: string; return_id: string; seq: number; state: string; at: string };

/** Returns the events of a database's existing webhooks and what the receiver got of them. */
export async function readStreams(
  client: pg.Client,
  shops: Shop[],
  receiver: Receiver,
): Promise<StreamState[]> {
  const { rows } = await client.query<EventRow>(`
    select event.webhook_id, event.return_id, event.seq, event.state, event.at::text
    from webhook_events as event
    join webhooks as hook on hook.store_id = event.store_id and hook.id = event.webhook_id and hook.deleted_at is null
    order by event.webhook_id, event.return_id, event.seq`);
  const known = new Map(
    shops.flatMap((shop) =>
      [shop.untouched, ...shop.webhooks].map((webhook) => [webhook.id, { shop, webhook }] as const),
    ),
  );
  const byStream = Map.groupBy(rows, (row) => `${row.webhook_id} ${row.return_id}`);
  return [...byStream.values()].flatMap((events): StreamState[] => {
    const [first] = events;
    const owner = first && known.get(first.webhook_id);
    if (!first || !owner) return [];
    const { shop, webhook } = owner;
    return [
      {
        ...{ store: shop.index, webhookId: webhook.id, returnId: first.return_id },
        isUntouched: webhook === shop.untouched,
        events: events.map(({ seq, state, at }) => ({ sequence: seq, state, at })),
        arrivals: receiver.streams.get(`${webhook.token} ${first.return_id}`)?.arrivals ?? [],
      },
    ];
  });
}

/** Returns the names of merchants that the receiver got, and which it should have got. */
export function readMerchants(shops: Shop[], { merchants }: Receiver): State["merchants"] {
  return [...merchants].map(([token, seen]) => ({
    ...{ token, seen: [...seen] },
    expected: shops.find(({ sign }) => token.includes(`${sign}-`))?.name ?? "no store",
  }));
}
