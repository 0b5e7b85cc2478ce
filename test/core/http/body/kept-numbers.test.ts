import { expect, test } from "bun:test";
import { isChanged } from "../../../../src/lib/changed-number.ts";
import { answerOf, problemAnswer } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService({ eventRateLimit: 0 });
const store = useStore(service);

const EVENTS = "/stores/:store/events";
const STOREFRONT = "/stores/:store/storefront/events";

const CHANGED = [
  ..."9007199254740993 -9007199254740993 12345678901234567890 0.1000000000000000055 9007199254740993.0".split(
    " ",
  ),
  ..."900719925474099.31 1.00000000000000000001 9007199254740993e0 90071992547409.93e2 29.989999999999998 1e-400 4e-324".split(
    " ",
  ),
  "1".repeat(300),
  `0.${"0".repeat(330)}1`,
];
const SAME = [
  ..."0 -0 1.0 1e3 1E+3 0.1 1.10 1.100000000000000000000 0.10000000000000000 100000000000000000000 1e22".split(
    " ",
  ),
  ..."9007199254740991 9007199254740992 9007199254740994 -9007199254740991.0 123456789.12345678 5e-324".split(
    " ",
  ),
  ..."1.7976931348623157e308 0.30000000000000004 0e999999 1e300 0.000001 1234567890123456".split(" "),
  `1${"0".repeat(300)}`,
  `0.${"0".repeat(300)}1`,
];

const event = (inner: string) => `{"eventName": "Seen", "customer": {"id": "c-1"}, "data": ${inner}}`;
const shop = (fields: string) =>
  `{"eventId": "EVENT", "eventName": "page_viewed", "source": "storefront", "timestamp": "2026-03-01T10:00:00Z", ${fields}}`;

/** Each place whose values are kept as they are sent, as the body of a request with NUMBER there. */
const PLACES: [place: string, pointer: string, path: string, body: string][] = [
  ["data", "/data/total", EVENTS, event('{"total": NUMBER}')],
  ["data, its key escaped", "/data/a~1b~0", EVENTS, event('{"a/b~": NUMBER}')],
  ["$extra", "/data/$extra/a/1/b", EVENTS, event('{"$extra": {"a": [1, {"b": NUMBER}]}}')],
  ["$extra, its key __proto__", "/data/$extra/__proto__", EVENTS, event('{"$extra": {"__proto__": NUMBER}}')],
  [
    "customFields",
    "/customer/customFields/points",
    EVENTS,
    '{"eventName": "Seen", "customer": {"id": "c-2", "customFields": {"points": NUMBER}}}',
  ],
  ...["cart", "cartLine", "checkout", "collection", "customer", "productVariant", "more"].map(
    (name): [string, string, string, string] => [
      `the storefront's ${name}`,
      `/${name}/id`,
      STOREFRONT,
      shop(`"${name}": {"id": NUMBER}`),
    ],
  ),
  ["a storefront event itself", "/more", STOREFRONT, shop('"more": NUMBER')],
];

let count = 0;
const send = (path: string, body: string, number: string) =>
  answerOf(
    service.fetch(`/v2.2${path.replace(":store", store.id)}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${store.secret}` },
      body: new TextEncoder().encode(body.replace("NUMBER", number).replace("EVENT", `e${++count}`)),
    }),
  );

test.each(PLACES)(
  "a number that would change in %s is 400, with its place",
  async (_, pointer, path, body) => {
    for (const number of CHANGED)
      expect(await send(path, body, number)).toEqual(
        problemAnswer(400, expect.anything(), [
          { detail: expect.stringContaining("a double holds exactly"), pointer },
        ]),
      );
  },
);

test.each(PLACES)("a number that stays the same in %s is accepted", async (_, __, path, body) => {
  for (const number of SAME) expect((await send(path, body, number)).status).toBeLessThan(300);
});

test("a number reads back as the number that was sent", async () => {
  for (const number of SAME) {
    expect(
      (await send(EVENTS, event('{"$extra": {"n": NUMBER}}').replace("Seen", "Kept"), number)).status,
    ).toBe(202);
  }
  const list = await store.get(`${EVENTS}?eventName=Kept`, { "X-Page-Size": "100" });
  const { events } = (await list.json()) as { events: { data: { $extra: { n: number } } }[] };
  const numbers = events.map(({ data }) => data.$extra.n + 0);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(SAME.map((n) => Number(n) + 0).toSorted((a, b) => a - b));
});

test("a bulk request drops an event with such a number alone, with the reason", async () => {
  const elements = [
    event('{"a": 1}'),
    event('{"a": 9007199254740993, "b": 9007199254740995, "c": 3}'),
    event('{"$extra": {"a": 0.1000000000000000055}}'),
    '{"eventName": "Seen", "customer": {"id": "c-1"}, "unknown": 9007199254740993}',
    event('{"text": "9007199254740993"}'),
  ];
  expect((await send(`${EVENTS}/bulk`, `{"events": [${elements.join(",")}]}`, "")).status).toBe(202);
  const { body } = await answerOf(store.get(`${EVENTS}/rejections`));
  const { rejections } = body as {
    rejections: { index: number; errors: { detail: string; pointer: string }[] }[];
  };
  const places = rejections.map(({ index, errors }) => [index, ...errors.map(({ pointer }) => pointer)]);
  expect(places.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    [1, "/data/a", "/data/b"],
    [2, "/data/$extra/a"],
  ]);
});

test("numbers elsewhere, texts of digits and repeated keys are not judged", async () => {
  const fields = '"value": 0.1000000000000000055, "other": 9007199254740993';
  expect((await send(EVENTS, event(`{"a": 1}, ${fields}`), "")).status).toBe(202);
  expect(
    (await send(EVENTS, event('{"a": "9007199254740993", "b": "\\"0.1000000000000000055"}'), "")).status,
  ).toBe(202);
  expect((await send(EVENTS, event('{"a": 9007199254740993, "a": 1}'), "")).status).toBe(202);
});

test("of many such numbers 20 are named, of a body of any size, in time that grows with it", async () => {
  const many = JSON.stringify(Array.from({ length: 40_000 }, () => "N")).replaceAll(
    '"N"',
    "9007199254740993",
  );
  const { status, body } = await send(EVENTS, event(`{"$extra": {"all": ${many}}}`), "");
  expect(status).toBe(400);
  expect((body as { errors: unknown[] }).errors).toHaveLength(20);
  const zeros = `0.${"0".repeat(900_000)}1`;
  expect((await send(EVENTS, event('{"a": NUMBER}'), zeros)).status).toBe(400);
});

test("a number changes exactly when its decimal isn't the shortest one of its double", () => {
  expect(CHANGED.filter((number) => !isChanged(number.replace(/^-/, "")))).toEqual([]);
  expect(SAME.filter((number) => isChanged(number.replace(/^-/, "")))).toEqual([]);
  for (let i = 0; i < 20_000; i++) {
    const number = Math.random() * 10 ** (Math.random() * 40 - 20);
    expect(isChanged(String(number))).toBe(false);
    expect(isChanged(number.toFixed(3).slice(0, 15))).toBe(false);
  }
});
