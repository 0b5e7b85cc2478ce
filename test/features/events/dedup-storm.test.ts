import { expect, test } from "bun:test";
import { BULK, EVENTS, event, storedCustomer, storedEvents } from "../../support/events.ts";
import type { Json } from "../../support/orders.ts";
import { startService, type TestService, type TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ eventRateLimit: 0 });

const CLIENTS = 80;
const IDS = 2_000;
const STEP = IDS / CLIENTS;

/**
 * Returns an event with this uniqueId, of one of 50 customers, that sets a custom field to the client's
 * number.
 */
function sent(id: number, client: number): Json {
  const place = id % IDS;
  const customFields = { [`u${place}`]: client };
  return event({ uniqueId: `u${place}`, customer: { id: `c${place % 50}`, customFields }, data: { client } });
}

/**
 * Sends 400 ids in bulk and 50 singly, every fifth request twice at once; 18 clients send each id. Clients
 * are numbered from 1, because `data` drops 0.
 */
async function send(store: TestStore, client: number): Promise<void> {
  const from = (client - 1) * STEP;
  const all = Array.from({ length: 450 }, (_, i) => sent(from + i, client)).sort(() => Math.random() - 0.5);
  const requests: [string, unknown][] = [0, 100, 200, 300].map((at) => [
    BULK,
    { events: all.slice(at, at + 100) },
  ]);
  requests.push(...all.slice(400).map((one): [string, unknown] => [EVENTS, one]));
  for (const [i, [path, body]] of requests.sort(() => Math.random() - 0.5).entries()) {
    const tries = Array.from({ length: i % 5 === 0 ? 2 : 1 }, () => store.post(path, body));
    for (const { status } of await Promise.all(tries)) expect(status).toBe(202);
  }
}

/** Runs jobs until all clients have finished, then the rest. */
async function workWhile(sending: Promise<unknown>, worker: TestService): Promise<void> {
  let isOver = false;
  const ending = sending.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await worker.drain();
    await Bun.sleep(5);
  }
  await ending;
  await worker.drain();
}

test(`${CLIENTS} clients that send the same ${IDS} ids at once, and again after a restart, create ${IDS} events and patches`, async () => {
  const store = await service.newStore();
  const databaseUrl = store.ctx.config.databaseUrl;
  const other = await startService({ databaseUrl, eventRateLimit: 0 });
  const clientsOf = (instances: TestService[], first: number) =>
    Promise.all(
      Array.from({ length: CLIENTS }, (_, i) =>
        send(instances[i % instances.length]?.as(store) ?? store, first + i + 1),
      ),
    );
  const sending = clientsOf([service, other], 0);
  await Promise.all([sending, workWhile(sending, service), workWhile(sending, other)]);
  await other.stop();

  const events = await storedEvents(store);
  const sentBy = Object.fromEntries(
    events.map(({ uniqueId, data }) => [uniqueId, JSON.parse(data ?? "{}").client]),
  );
  expect([events.length, Object.keys(sentBy).length]).toEqual([IDS, IDS]);
  const profiles = await Promise.all(Array.from({ length: 50 }, (_, i) => storedCustomer(store, `c${i}`)));
  expect(Object.assign({}, ...profiles.map(({ customFields }) => customFields))).toEqual(sentBy);

  const restarted = await startService({ databaseUrl, eventRateLimit: 0 });
  await clientsOf([restarted], CLIENTS);
  await restarted.drain();
  await restarted.stop();
  expect(await storedEvents(store)).toEqual(events);
  expect(await Promise.all(profiles.map(({ id }) => storedCustomer(store, String(id))))).toEqual(profiles);
});
