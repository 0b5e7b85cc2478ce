import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { Condition } from "../../../src/features/segments/condition.ts";
import { parseWhere } from "../../../src/features/segments/parse-query.ts";
import type { Json } from "../../support/orders.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { type Happening, meets, type Person } from "./evaluate.ts";

const CONDITIONS = 1_000;
const SEED = 20_260_401;
const AT = new Date("2026-04-01T12:00:00Z");

const service = useService({ eventRateLimit: 0 });
const store = useStore(service);
const other = useStore(service);

const NAMES = ["visited", "ordered", "returned"];
const KEYS = ["a", "b", "page"];
const FIELDS = ["plan", "n", "b"];
const CITIES = ["Berlin", "Bern", "Åarhus", "berlin"];
const EMAILS = Array.from({ length: 60 }, (_, i) => `Person${i}@Example.test`);

/** Few values of each type, so that they meet; 5 and "5", a date and a text like one, and texts that sort oddly. */
const VALUES = [
  ...[5, -5, 0.1, 1e21, 19.99, 7, true, false, "5", "gold", "goldfish", "Gold", "ä", "😀", "\uffee"],
  ...["2026-03-01T12:00:00Z", "2026-03-01T14:00:00+02:00", "2026-03-31T00:00:00.001Z", "2026-03-01"],
];
const AMOUNTS = [0, -1.5, 19.99, 20, 1e300, Number.MIN_VALUE];
const value = fc.constantFrom<string | number | boolean>(...VALUES);
const DAYS_MS = 86_400_000;
const instant = fc
  .integer({ min: -60 * 24, max: 2 * 24 })
  .map((hours) => new Date(AT.getTime() + (hours * DAYS_MS) / 24).toISOString());

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 3 });
const person = fc.record({
  email: maybe(fc.constantFrom(...EMAILS)),
  firstName: maybe(fc.constantFrom("Ada", "ada", "Bob", "2026-03-01T12:00:00Z")),
  city: maybe(fc.constantFrom(...CITIES)),
  latitude: maybe(fc.constantFrom(52.5, 46.9, -1)),
  createdAt: instant,
  customFields: maybe(
    fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(value, fc.constantFrom(0, "")), { minKeys: 1 }),
  ),
});
const happening = fc.record({
  who: fc.nat({ max: 59 }),
  name: fc.constantFrom(...NAMES),
  at: instant,
  value: maybe(fc.constantFrom(...AMOUNTS)),
  data: fc.dictionary(fc.constantFrom(...KEYS), fc.oneof(value, fc.constantFrom(0, "")), { maxKeys: 3 }),
});

const tests = fc.oneof(
  fc.record({ op: fc.constantFrom("=", "!="), value }),
  fc.record({
    op: fc.constantFrom(">", ">=", "<", "<="),
    value: value.filter((one) => typeof one !== "boolean"),
  }),
  fc.record({ op: fc.constant("exists"), value: fc.boolean() }),
  fc.record({ op: fc.constant("in"), value: fc.array(value, { minLength: 1, maxLength: 4 }) }),
  fc.record({ op: fc.constant("startsWith"), value: fc.constantFrom("g", "G", "gold", "2026", "5", "😀") }),
);
const strings = (of: string[]) =>
  fc.oneof(
    fc.record({ op: fc.constantFrom("=", "!=", ">", ">=", "<", "<="), value: fc.constantFrom(...of) }),
    fc.record({ op: fc.constant("exists"), value: fc.boolean() }),
    fc.record({
      op: fc.constant("in"),
      value: fc.array(fc.constantFrom(...of), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ op: fc.constant("startsWith"), value: fc.constantFrom(...of).map((one) => one.slice(0, 3)) }),
  );
/** Dates of profiles lie on the ends of these times too. */
const last = fc.constantFrom("12h", "31d", "7d", "90m", "99999d").map((text) => ({ last: text }));
const relative = fc.oneof(
  last.map((is) => ({ is })),
  fc.record({ op: fc.constantFrom("=", "!=", ">", ">=", "<", "<="), value: last }),
);
const amounts = fc.oneof(
  fc.record({ op: fc.constantFrom("=", "!=", ">", ">=", "<", "<="), value: fc.constantFrom(...AMOUNTS, 7) }),
  fc.record({ op: fc.constant("exists"), value: fc.boolean() }),
  fc.record({ op: fc.constant("in"), value: fc.array(fc.constantFrom(...AMOUNTS), { minLength: 1 }) }),
);
const on = (customer: string, how: fc.Arbitrary<object>) => how.map((one) => ({ customer, ...one }));
const customerCondition = fc.oneof(
  fc
    .tuple(fc.constantFrom(...FIELDS), tests)
    .map(([name, one]): Json => ({ customer: `customFields.${name}`, ...one })),
  on("email", strings(EMAILS.map((one) => one.toUpperCase()))),
  on("firstName", strings(["Ada", "ada", "Bob", "2026-03-01T12:00:00Z"])),
  on("location.city", strings(CITIES)),
  on("id", strings(["c1", "c10", "c20", "c5"])),
  on(
    "location.latitude",
    fc.record({ op: fc.constantFrom("=", "!=", ">", "<="), value: fc.constantFrom(46.9, 0) }),
  ),
  fc.record({ customer: fc.constant("customFields.plan"), is: value }),
  fc
    .tuple(fc.constantFrom("createdAt", ...FIELDS.map((name) => `customFields.${name}`)), relative)
    .map(([customer, how]) => ({ customer, ...how })),
);
const eventCondition = fc.record(
  {
    event: fc.constantFrom(...NAMES, "never"),
    data: fc.array(
      fc.tuple(fc.constantFrom(...KEYS), tests).map(([key, one]) => ({ key, ...one })),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
    value: amounts,
    within: fc.oneof(
      fc.constantFrom<object>({ last: "30d" }, { last: "36h" }, { last: "90m" }),
      fc.record({ since: instant, until: instant }, { requiredKeys: ["since"] }),
    ),
    times: fc.record({ op: fc.constantFrom("=", "!=", ">", ">=", "<", "<="), value: fc.nat({ max: 4 }) }),
  },
  { requiredKeys: ["event"] },
);
const leaf: fc.Arbitrary<Json> = fc.oneof(customerCondition, eventCondition) as fc.Arbitrary<Json>;
const conditionOf = (depth: number): fc.Arbitrary<Json> => {
  if (depth === 1) return leaf;
  const inner = conditionOf(depth - 1);
  const several = fc.array(inner, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    leaf,
    several.map((all) => ({ all })),
    several.map((any) => ({ any })),
    inner.map((not) => ({ not })),
  );
};
/** Few enough conditions in each. */
const condition = conditionOf(4).filter((one) => JSON.stringify(one).split('"op"').length < 40);

const { people, happenings } = sample();
beforeAll(fill);

test(`${CONDITIONS} random conditions find the customers that a plain evaluation finds, and count them`, async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(condition, async (where) => {
      const wanted = expected(parseWhere({ where }));
      const response = await store.post(
        "/stores/:store/segments/query",
        { where, include: ["count"], at: AT.toISOString() },
        { "X-Page-Size": "500" },
      );
      const body = (await response.json()) as { customers: { id: string }[]; count: number };
      expect([response.status, body.customers?.map(({ id }) => id).sort(), body.count]).toEqual([
        200,
        wanted,
        wanted.length,
      ]);
      if (wanted.length > 0 && wanted.length < people.length) found++;
    }),
    { numRuns: CONDITIONS, seed: SEED },
  );
  // Conditions that all or no customers meet would show little.
  expect(found).toBeGreaterThan(CONDITIONS * 0.4);
}, 300_000);

function expected(where: Condition): string[] {
  return people
    .filter((one) => meets(one, happenings, where, AT))
    .map(({ id }) => id)
    .sort();
}

function sample(): { people: Person[]; happenings: Happening[] } {
  const [given = []] = fc.sample(fc.array(person, { minLength: 60, maxLength: 60 }), {
    numRuns: 1,
    seed: SEED,
  });
  const emails = new Set<string>();
  const all = given.map(({ city, latitude, email, ...one }, i): Person => {
    const isFree = email !== undefined && !emails.has(email);
    if (isFree) emails.add(email);
    const location = { ...(city && { city }), ...(latitude !== undefined && { latitude }) };
    return JSON.parse(
      JSON.stringify({
        id: `c${i}`,
        ...one,
        ...(isFree && { email }),
        ...(Object.keys(location).length > 0 && { location }),
      }),
    );
  });
  const [events = []] = fc.sample(fc.array(happening, { minLength: 400, maxLength: 400 }), {
    numRuns: 1,
    seed: SEED,
  });
  return {
    people: all,
    happenings: events.map(({ who, ...one }) => JSON.parse(JSON.stringify({ ...one, customer: `c${who}` }))),
  };
}

/** Every customer exists, also those without events of these names; another store has the same. */
async function fill(): Promise<void> {
  const profiles = people.map(({ createdAt: _, ...customer }) => ({ eventName: "known", customer }));
  const events = happenings.map(({ customer, name, at, data, value }) => ({
    eventName: name,
    customer: { id: customer },
    eventTimestamp: at,
    data,
    value,
  }));
  for (const [owner, all] of [
    [store, [...profiles, ...events]],
    [other, [...events.slice(0, 100), ...profiles.map((one) => ({ ...one, eventName: "ordered" }))]],
  ] as const) {
    for (let i = 0; i < all.length; i += 100) {
      const sent = await owner.post("/stores/:store/events/bulk", { events: all.slice(i, i + 100) });
      expect(sent.status).toBe(202);
    }
  }
  await service.drain();
  for (const { id, createdAt } of people) {
    await store.ctx.db.execute(
      sql`update customers set created_at = ${createdAt} where store_id = ${store.id} and id = ${id}`,
    );
  }
}
