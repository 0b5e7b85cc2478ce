import { expect, test } from "bun:test";
import { event, postBulk, postEvent, storedCustomer, taken } from "../../support/events.ts";
import type { Json } from "../../support/orders.ts";
import { useService } from "../../support/use-service.ts";

const CUSTOMERS = 20;
const REQUESTS = 200;

const service = useService({ eventRateLimit: 0 });
const other = useService({ eventRateLimit: 0, databaseOf: service });

function phoneOf(customer: number): string {
  return `+12015550${100 + customer}`;
}

/** Returns the customer of request n, identified by id, or by phone number when it has no e-mail address. */
function sent(n: number, customer: number): Json {
  const patch = fieldsOf(n, customer);
  const byPhone = !patch.email && (n * 13 + customer) % 3 === 0;
  return { ...(byPhone ? { phoneNumber: phoneOf(customer) } : { id: `c${customer}` }), ...patch };
}

/** Returns the fields that request n sets: a varying subset. */
function fieldsOf(n: number, customer: number): Json {
  const mixed = n * 31 + customer * 7;
  return {
    ...(mixed % 2 === 0 && { firstName: `first ${n}` }),
    ...(mixed % 3 === 0 && { lastName: `last ${n % 4}` }),
    ...(mixed % 5 === 0 && { email: `c${customer}-${n}@example.test` }),
    location: { [["city", "country", "state", "street1"][mixed % 4] ?? ""]: `place ${n % 7}` },
    customFields: { [`f${mixed % 11}`]: n % 5 },
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
  ["requests, single or in bulk at random,", () => Math.random() < 0.3],
])(
  `each of 20 profiles has the values of the last of ${REQUESTS} %s to two processes, before any job runs`,
  async (_, isSingle) => {
    const store = await service.newStore();
    const empty = { email: null, firstName: null, lastName: null };
    const all = Array.from({ length: CUSTOMERS }, (_, i) => i);
    const expected = all.map((i): Json => ({ id: `c${i}`, phoneNumber: phoneOf(i), ...empty }));
    const known = all.map((i) => event({ customer: { id: `c${i}`, phoneNumber: phoneOf(i) } }));
    expect(await postBulk(store, known)).toEqual(taken);

    for (let n = 0; n < REQUESTS; n++) {
      const receiver = n % 3 === 0 ? other.as(store) : store;
      const single = isSingle(n);
      const patched = single ? [n % CUSTOMERS] : all;
      for (const i of patched) expected[i] = after(expected[i] ?? {}, fieldsOf(n, i));
      const events = patched.map((i) => event({ customer: sent(n, i) }));
      expect(await (single ? postEvent(receiver, events[0]) : postBulk(receiver, events))).toEqual(taken);
    }
    const profiles = await Promise.all(all.map((i) => storedCustomer(store, `c${i}`)));
    expect(profiles).toEqual(expected);
    await service.drain();
    expect(await Promise.all(all.map((i) => storedCustomer(store, `c${i}`)))).toEqual(profiles);
  },
);
