import { beforeAll, describe, expect, test } from "bun:test";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { event, ingest } from "../../support/events.ts";
import { useService, useStore } from "../../support/use-service.ts";

const SEGMENTS = ":store/segments";
const service = useService({ eventRateLimit: 0 });
const store = useStore(service);
let owner: TestBrowser;
beforeAll(async () => {
  owner = await newPerson(service, store, "owner");
  const bought = (id: string, total: number, more: object = {}) =>
    event({ eventName: "ordered", data: { total }, customer: { id, ...more } });
  await ingest(
    service,
    store,
    "bulk",
    bought("ann", 60, { firstName: "نور", lastName: "الدين", customFields: { plan: "gold", level: 5 } }),
    bought("ann", 10),
    bought("bob", 70, { firstName: "Bob" }),
    bought("cy", 5, { customFields: { plan: "free" } }),
  );
});

type Fields = Record<string, string>;

const form = (fields: Fields): Fields => ({
  _act: "save",
  as: "rows",
  match: "all",
  next: "save",
  ...fields,
});
const create = (key: string, fields: Fields, next = "save") =>
  owner.post(`${SEGMENTS}/new`, form({ key, ...fields, next }));
const ORDERED = { "kind-0": "event", "name-0": "ordered" };
const TOTAL = { "dataKey-0-0": "total", "dataOp-0-0": ">=", "dataValue-0-0": "50", "dataType-0-0": "number" };

async function whereOf(key: string): Promise<unknown> {
  const response = await store.get(`/stores/:store/segments/${encodeURIComponent(key)}`);
  return ((await response.json()) as { segment: { where: unknown } }).segment.where;
}

const textOf = (html: string) =>
  html
    .slice(html.indexOf("<main"))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

const pageOf = async (path: string) => (await owner.get(path)).text();

describe("a segment", () => {
  test("is created with conditions on profiles and events, shown with its customers, changed and deleted", async () => {
    const key = `كبار <b> ${"long ".repeat(30)}end`;
    const path = `${SEGMENTS}/saved/${encodeURIComponent(key)}`;
    const fields = {
      ...{ ...ORDERED, ...TOTAL, "timesOp-0": ">=", "times-0": "1", "last-0": "30", "lastUnit-0": "d" },
      ...{ "kind-1": "custom", "name-1": "level", "op-1": "in", "value-1": "5, 6", "type-1": "number" },
      ...{ "kind-2": "customer", "not-2": "on", "name-2": "firstName", "op-2": "=", "value-2": "Bob" },
      ...{ "kind-3": "customer", "name-3": "createdAt", "op-3": ">", "value-3": "2020-01-31" },
      ...{ "kind-4": "customer", "name-4": "email", "op-4": "absent" },
    };
    expect((await create(key, fields)).status).toBe(303);
    const where = {
      all: [
        {
          event: "ordered",
          data: [{ key: "total", op: ">=", value: 50 }],
          within: { last: "30d" },
          times: { op: ">=", value: 1 },
        },
        { customer: "customFields.level", op: "in", value: [5, 6] },
        { not: { customer: "firstName", op: "=", value: "Bob" } },
        { customer: "createdAt", op: ">", value: "2020-01-31T00:00:00Z" },
        { customer: "email", op: "exists", value: false },
      ],
    };
    expect(await whereOf(key)).toEqual(where);
    const listed = await pageOf(SEGMENTS);
    expect(listed).toContain("كبار &lt;b&gt;");
    expect(listed).not.toContain("<b>");
    // The conditions are there at once, the customers with a second request.
    const shown = await pageOf(path);
    expect(textOf(shown)).toContain(
      "Did ordered at least once in the last 30 days, where total is at least 50",
    );
    expect(shown).toContain('hx-trigger="load"');
    expect(shown).not.toContain("نور");
    const customers = await pageOf(`${path}?customers`);
    expect(textOf(customers)).toContain("1 customer meets the conditions now.");
    expect(customers).toMatch(/customers\/ann"><bdi>نور الدين</);

    // The form shows what is saved, so that saving it unchanged changes nothing.
    const edit = await pageOf(`${path}/edit`);
    const values = [...edit.matchAll(/<input value="([^"]*)"[^>]* name="([^"]*)"/g)].map(
      ([, value = "", name = ""]) => [name, value],
    );
    expect(Object.fromEntries(values)).toMatchObject({
      "name-0": "ordered",
      "dataValue-0-0": "50",
      "value-1": "5, 6",
    });
    expect((await owner.post(`${path}/edit`, form(fields))).status).toBe(303);
    expect(await whereOf(key)).toEqual(where);
    expect((await owner.post(`${path}/edit`, form({ ...ORDERED, match: "any" }))).status).toBe(303);
    expect(await whereOf(key)).toEqual({ any: [{ event: "ordered" }] });
    expect(textOf(await pageOf(`${path}?customers`))).toContain("3 customers meet the conditions now.");
    expect((await owner.post(path, { _act: "delete" })).status).toBe(303);
    expect((await owner.get(path)).status).toBe(404);
  });

  test("compares dates with a time up to now, and an event's value", async () => {
    const date = (i: number, name: string, op: string, value: string, kind = "customer") => ({
      ...{ [`kind-${i}`]: kind, [`name-${i}`]: name, [`op-${i}`]: op, [`value-${i}`]: value },
    });
    const fields = {
      ...{ ...ORDERED, "amountOp-0": ">=", "amount-0": "19.99" },
      ...{ ...date(1, "createdAt", "within", "7 days"), ...date(2, "updatedAt", "longerAgo", "90 minutes") },
      ...date(3, "since", "notWithin", "12h", "custom"),
    };
    expect((await create("lately", fields)).status).toBe(303);
    const where = {
      all: [
        { event: "ordered", value: { op: ">=", value: 19.99 } },
        { customer: "createdAt", op: "=", value: { last: "7d" } },
        { customer: "updatedAt", op: "<", value: { last: "90m" } },
        { customer: "customFields.since", op: "!=", value: { last: "12h" } },
      ],
    };
    expect(await whereOf("lately")).toEqual(where);
    const path = `${SEGMENTS}/saved/lately`;
    const shown = textOf(await pageOf(path));
    for (const words of [
      "Did ordered , with a value that is at least 19.99",
      "Created is in the last 7 days",
      "Changed is longer ago than 90 minutes",
      "since is not in the last 12 hours",
    ]) {
      expect(shown).toContain(words);
    }
    const edit = await pageOf(`${path}/edit`);
    for (const control of ['value="19.99"', 'value="7 days"', 'value="90 minutes"', 'value="12 hours"']) {
      expect(edit).toContain(control);
    }
    for (const [words, last] of [
      ["7", "7d"],
      ["2 Days", "2d"],
      ["1 hour", "1h"],
      ["30min", "30m"],
    ] as const) {
      expect((await owner.post(`${path}/edit`, form(date(0, "createdAt", "within", words)))).status).toBe(
        303,
      );
      expect(await whereOf("lately")).toEqual({ all: [{ customer: "createdAt", op: "=", value: { last } }] });
    }
  });

  test.each<[object, string]>([
    [{ customer: "createdAt", op: ">=", value: { last: "7d" } }, "Created is at most 7 days ago, or later"],
    [{ event: "ordered", value: { op: "exists" } }, "with a value that is there"],
    [{ event: "ordered", value: { op: "in", value: [1, 2] } }, "with a value that is one of 1 , 2"],
  ])("that the form has no words for is edited as JSON: %j", async (where, words) => {
    await store.put("/stores/:store/segments/json", { where });
    expect(textOf(await pageOf(`${SEGMENTS}/saved/json`))).toContain(words);
    const edit = await pageOf(`${SEGMENTS}/saved/json/edit`);
    expect(edit).toContain('name="json"');
    expect(edit).not.toContain("[object");
  });

  test("that exists isn't replaced by a new one", async () => {
    expect((await create("twice", ORDERED)).status).toBe(303);
    const again = await create("twice", { "kind-0": "event", "name-0": "other" });
    const page = await again.text();
    expect([again.status, page.includes('id="field-key-fault"'), page.includes('value="other"')]).toEqual([
      409,
      true,
      true,
    ]);
    expect(await whereOf("twice")).toEqual({ all: [{ event: "ordered" }] });
  });

  test("nested deeper than the form can show is edited as JSON", async () => {
    const where = { any: [{ all: [{ event: "ordered" }, { customer: "email", is: "a, b" }] }] };
    await store.put("/stores/:store/segments/nested", { where });
    const path = `${SEGMENTS}/saved/nested/edit`;
    expect(await pageOf(path)).toContain("form doesn&#39;t show all");
    const save = (json: string) => owner.post(path, form({ as: "json", json }));
    const broken = await save("{");
    const page = await broken.text();
    expect([broken.status, page.includes('id="field-json-fault"'), page.includes(">{</textarea>")]).toEqual([
      400,
      true,
      true,
    ]);
    expect((await save(JSON.stringify({ not: where }))).status).toBe(303);
    expect(await whereOf("nested")).toEqual({ not: where });
  });
});

describe("the form", () => {
  test("names each fault beside its field, and keeps what was typed", async () => {
    const faults: [Fields, string][] = [
      [{ ...ORDERED, "name-0": "" }, "name-0"],
      [{ ...ORDERED, ...TOTAL, "dataValue-0-0": "many" }, "dataValue-0-0"],
      [{ ...ORDERED, ...TOTAL, "dataKey-0-0": "" }, "dataKey-0-0"],
      [{ ...ORDERED, "last-0": "0" }, "last-0"],
      [{ ...ORDERED, "amount-0": "much" }, "amount-0"],
      [{ "kind-0": "customer", "name-0": "createdAt", "op-0": "within", "value-0": "a week" }, "value-0"],
      [{ "kind-0": "customer", "name-0": "email", "op-0": "within", "value-0": "7d" }, "value-0"],
      [{ ...ORDERED, "since-0": "soon" }, "since-0"],
      [{ ...ORDERED, "times-0": "1.5", "not-0": "on" }, "times-0"],
      [{ "kind-0": "customer", "name-0": "createdAt", "op-0": ">", "value-0": "soon" }, "value-0"],
      [{ "kind-0": "customer", "name-0": "location.latitude", "op-0": "in", "value-0": "1, x" }, "value-0"],
      [{ "kind-0": "custom", "name-0": "paid", "value-0": "maybe", "type-0": "boolean" }, "value-0"],
    ];
    for (const [fields, control] of faults) {
      const response = await create("faulty", fields);
      const page = await response.text();
      expect([control, response.status, page.includes(`id="${control}-fault"`)]).toEqual([
        control,
        400,
        true,
      ]);
      expect(page).toContain('value="faulty"');
      const typed = fields[control] ?? "";
      expect(page).toContain(`value="${typed}"`);
    }
    expect((await store.get("/stores/:store/segments/faulty")).status).toBe(404);
  });

  test("counts without saving, and works by buttons alone", async () => {
    const counted = await create("draft", { ...ORDERED, ...TOTAL }, "count");
    expect([
      counted.status,
      textOf(await counted.text()).includes("2 customers meet these conditions now."),
    ]).toEqual([200, true]);
    const unfinished = await create("draft", { ...ORDERED, "amount-0": "much" }, "count");
    const said = await unfinished.text();
    expect([unfinished.status, said.includes('id="amount-0-fault"'), said.includes('value="much"')]).toEqual([
      200,
      true,
      true,
    ]);
    expect(textOf(said)).toContain("Not counted:");
    const press = async (next: string) => (await create("draft", { ...ORDERED, ...TOTAL }, next)).text();
    const more = await press("add:customer");
    expect([more.includes('id="value-1"'), more.includes('value="draft"')]).toEqual([true, true]);
    expect(await press("addData:0")).toContain('id="dataKey-0-1"');
    expect(await press("removeData:0:0")).not.toContain('id="dataKey-0-0"');
    expect(await press("remove:0")).not.toContain('name="kind-0"');
    const none = await create("draft", {});
    expect([none.status, (await none.text()).includes("needs a condition")]).toEqual([400, true]);
    expect((await store.get("/stores/:store/segments/draft")).status).toBe(404);
  });
});

test("a person who may only look has no buttons; another store's segment is unknown", async () => {
  await store.put("/stores/:store/segments/seen", { where: { event: "ordered" } });
  const path = `${SEGMENTS}/saved/seen`;
  const reader = await newPerson(service, store, "read_only");
  const page = await (await reader.get(path)).text();
  expect([page.includes("/edit"), page.includes('name="_act"')]).toEqual([false, false]);
  expect((await reader.post(path, { _act: "delete" })).status).toBe(403);
  expect((await reader.get(`${path}/edit`)).status).toBe(403);
  const foreign = await newPerson(service, await service.newStore(), "owner");
  for (const [each, act] of [
    [path, "delete"],
    [`${path}/edit`, "save"],
  ] as const) {
    expect((await foreign.get(each)).status).toBe(404);
    expect((await foreign.post(each, form({ ...ORDERED, _act: act }))).status).toBe(404);
  }
  expect(await whereOf("seen")).toEqual({ event: "ordered" });
});
