import { afterAll, beforeAll, expect, test } from "bun:test";
import { event, postBulk, postEvent, storedCustomer, taken } from "./support/events.ts";
import type { Json } from "./support/orders.ts";
import { type DrainManner, startService, type TestService } from "./support/service.ts";

const CUSTOMERS = 20;
const REQUESTS = 500;

let service: TestService;
beforeAll(async () => {
  service = await startService({ eventRateLimit: 0 });
});
afterAll(() => service.stop());

/** A worker that fetches many jobs, does them one by one in any order, and is slow at times. */
const ERRATIC: DrainManner = {
  fetched: 30,
  parts: (jobs) => jobs.toSorted(() => Math.random() - 0.5).map((job) => [job]),
  pause: () => Bun.sleep(Math.random() * 20),
};

/** What the nth request says of a customer: not everything every time. */
function said(n: number, customer: number): Json {
  const mixed = n * 31 + customer * 7;
  return {
    id: `c${customer}`,
    ...(mixed % 2 === 0 && { firstName: `first ${n}` }),
    ...(mixed % 3 === 0 && { lastName: `last ${n}` }),
    ...(mixed % 5 === 0 && { email: `c${customer}-${n}@example.test` }),
    ...(mixed % 7 === 0 && { phoneNumber: `+1201${1_000_000 + n * CUSTOMERS + customer}` }),
    location: { [["city", "country", "state", "street1"][mixed % 4] ?? ""]: `place ${n}` },
    customFields: { [`f${mixed % 11}`]: n },
  };
}

function after(profile: Json, { location, customFields, ...replaced }: Json): Json {
  return {
    ...profile,
    ...replaced,
    location: { ...(profile.location as Json), ...(location as Json) },
    customFields: { ...(profile.customFields as Json), ...(customFields as Json) },
  };
}

test.each([
  ["bulk requests", () => false],
  ["bulk requests, with single ones in between,", (n: number) => n % 10 === 3],
  ["orders of requests by chance", () => Math.random() < 0.3],
])("4 erratic workers leave each of 20 profiles as the last of 500 %s left it", async (_, isSingle) => {
  const store = await service.newStore();
  const nobody = { email: null, phoneNumber: null, firstName: null, lastName: null };
  const expected = Array.from({ length: CUSTOMERS }, (_, i): Json => ({ id: `c${i}`, ...nobody }));
  const all = expected.map((_, i) => i);
  let working: Promise<unknown> = Promise.resolve();
  const drainAll = () => Promise.all(Array.from({ length: 4 }, () => service.drain(ERRATIC)));

  for (let n = 0; n < REQUESTS; n++) {
    if (n % 125 === 100) {
      await working;
      working = drainAll();
    }
    const single = isSingle(n);
    const patched = single ? [n % CUSTOMERS] : all;
    for (const i of patched) expected[i] = after(expected[i] ?? {}, said(n, i));
    const events = patched.map((i) => event({ customer: said(n, i) }));
    expect(await (single ? postEvent(store, events[0]) : postBulk(store, events))).toEqual(taken);
  }
  await working;
  await drainAll();
  const profiles = await Promise.all(all.map((i) => storedCustomer(service, store, `c${i}`)));
  expect(profiles).toEqual(expected);
});
