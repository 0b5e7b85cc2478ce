import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { EVENT_NAMES } from "../../../src/features/storefront/schema.ts";
import { createPlanner } from "../../support/plans.ts";
import { anInstant, answerOf, invalidAnswer, ok } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const PATH = "/stores/:store/storefront/events";
const COUNT = 40;
const at = (seconds: number) => new Date(Date.parse("2026-05-01T00:00:00Z") + seconds * 1000).toISOString();

type Sent = { eventId: string; eventName: string; source: string; timestamp: string; more: object };

/** The events don't arrive in the order of their timestamps; some have the same timestamp. */
const sent: Sent[] = Array.from({ length: COUNT }, (_, i) => ({
  eventId: `event ${String(i).padStart(2, "0")}`,
  eventName: EVENT_NAMES[i % 5] ?? "",
  source: "storefront",
  timestamp: at((i * 7) % 20),
  more: { __proto__: null, i },
}));

beforeAll(async () => {
  for (const event of sent) expect((await store.post(PATH, event)).status).toBe(204);
  const other = await service.newStore();
  for (const event of sent.slice(0, 3)) await other.post(PATH, event);
});

/** Returns the events of all pages. */
async function listed(of: TestStore, query: Record<string, string>, size = 500): Promise<unknown[]> {
  const events: unknown[] = [];
  let next: string | null = null;
  do {
    const headers: Record<string, string> = next === null ? {} : { "X-Page-Continue": next };
    const response: Response = await of.get(`${PATH}?${new URLSearchParams(query)}`, {
      "X-Page-Size": `${size}`,
      ...headers,
    });
    expect(response.status).toBe(200);
    events.push(...((await response.json()) as { events: unknown[] }).events);
    next = response.headers.get("X-Page-Next");
  } while (next !== null);
  return events;
}

describe("GET storefront events: lists the events that match every filter as they were sent, newest first", () => {
  test.each<[Record<string, string>, (event: Sent) => boolean]>([
    [{}, () => true],
    [{ eventName: "product_viewed" }, ({ eventName }) => eventName === "product_viewed"],
    [{ eventName: "collection_viewed" }, () => false],
    [{ since: at(5) }, ({ timestamp }) => timestamp >= at(5)],
    [{ until: at(5) }, ({ timestamp }) => timestamp < at(5)],
    [
      { eventName: "product_added_to_cart", since: at(3), until: at(12) },
      ({ eventName, timestamp }) =>
        eventName === "product_added_to_cart" && timestamp >= at(3) && timestamp < at(12),
    ],
  ])("%j", async (query, matches) => {
    const wanted = sent
      .filter(matches)
      .toSorted((a, b) => b.timestamp.localeCompare(a.timestamp) || b.eventId.localeCompare(a.eventId))
      .map((event) => ({ ...event, receivedAt: anInstant }));
    expect(await listed(store, query)).toEqual(wanted);
    expect(await listed(store, query, 3)).toEqual(wanted);
  });
});

test("an event was received when the service received it, whatever the event says", async () => {
  const own = await service.newStore();
  const [event] = sent;
  const before = Date.now() - 60_000;
  await own.post(PATH, { ...event, receivedAt: "2001-01-01T00:00:00.000Z" });
  const [shown] = (await listed(own, {})) as { receivedAt: string }[];
  expect(shown).toEqual({ ...event, receivedAt: anInstant });
  expect(Date.parse(shown?.receivedAt ?? "")).toBeGreaterThan(before);
});

test("an event whose body was deleted is omitted, and a store without events has an empty list", async () => {
  const own = await service.newStore();
  for (const event of sent.slice(0, 2)) await own.post(PATH, event);
  await own.ctx.db.execute(
    sql`update storefront_events set body = null where store_id = ${own.id} and event_id = 'event 00'`,
  );
  expect(await listed(own, {})).toEqual([{ ...sent[1], receivedAt: anInstant }]);
  expect(await answerOf((await service.newStore()).get(PATH))).toEqual(ok({ events: [] }));
});

test.each([
  ["eventName", "viewed"],
  ["since", "yesterday"],
  ["until", "2026-02-30T00:00:00Z"],
])("GET storefront events with ?%s=%s is 400", async (parameter, value) => {
  expect(await answerOf(store.get(`${PATH}?${parameter}=${value}`))).toEqual(invalidAnswer({ parameter }));
});

test("a page reads at most one page of rows per event name, from the index", async () => {
  const large = await service.newStore();
  await large.ctx.db.execute(sql`
    insert into storefront_events (store_id, event_id, event_name, timestamp, body, received_at)
    select ${large.id}, 'e' || n, (${sql.param([...EVENT_NAMES])}::text[])[n % 8 + 1],
      timestamptz '2026-01-01' + n * interval '1 second', '{"eventId":"e"}', now() from generate_series(1, 30000) n`);
  await large.ctx.db.execute(sql`analyze storefront_events`);
  const planner = createPlanner(large, ["storefront_events"], { isByKey: true });
  for (const query of [
    "",
    "?eventName=page_viewed",
    "?since=2026-01-01T01:00:00Z",
    "?until=2026-01-01T01:00:00Z",
  ]) {
    const { walked, indexes, most } = await planner.plansOf({ path: PATH + query });
    expect([query, walked, indexes.has("storefront_events_name")]).toEqual([query, [], true]);
    expect(most).toBeLessThanOrEqual(21);
  }
  await planner.stop();
});
