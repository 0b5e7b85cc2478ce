import { describe, expect, test } from "bun:test";
import type { Return } from "../../../src/features/returns/schema.ts";
import { type Answer, newReturn, readReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";
import {
  everythingOf,
  json,
  listenedTo,
  publishedEventsOf,
  readInEachVersion,
  unitIdsIn,
  VERSION_PATHS,
  warehouse,
} from "../../support/warehouse.ts";

const service = useService();
const store = useStore(service);

type Line = Record<string, unknown>;
type Operation = "grade" | "assess";

function send(of: TestStore, operation: Operation, items: unknown, version = "/api/v1"): Promise<Answer> {
  return warehouse(service, of, `POST /../dispositioning/${operation}`, {
    body: { items } as object,
    version,
  });
}

/** Returns the 422 with faults in these fields. */
function refused(...fields: string[]): Answer {
  const errors = Object.fromEntries(fields.map((field) => [field, [expect.any(String)]]));
  return json(422, { message: "The given data was invalid.", errors });
}

/** Creates a return of units of two lines, and returns it with the ids of its units. */
async function opened(of: TestStore = store, quantity = 2): Promise<{ made: Return; units: number[] }> {
  const items = [
    { lineItemId: "line-1", quantity, reason: "" },
    { lineItemId: "line-2", quantity: 1, reason: "" },
  ];
  const lineItems = ["line-1", "line-2"].map((id) => ({
    id,
    productId: id,
    title: id,
    quantity: 200,
    price: 5,
  }));
  const made = await newReturn(of, { items }, { lineItems });
  return { made, units: await unitIdsIn(of, made.id) };
}

type Shown = { line_item_id: number | string; condition: Line | null; disposition: Line | null };

/** Returns what the details show of each unit, in each version, and what the list shows too. */
async function shownOf(of: TestStore, { id }: Return): Promise<Shown[]> {
  const path = `GET /return/details?service_return_id=${id}`;
  const { body } = await readInEachVersion(service, of, path);
  const details = (body as { line_items: Shown[] }).line_items;
  const listed = await warehouse(service, of, "GET /return/list?paginate=true&pageSize=750");
  const { returns } = listed.body as { returns: { service_id: string; line_items: Shown[] }[] };
  const inList = returns.find(({ service_id }) => service_id === id)?.line_items ?? details;
  const findings = ({ condition, disposition }: Shown) => ({ condition, disposition });
  expect(inList.map(findings)).toEqual(details.map(findings));
  return details;
}

const NOTHING = { condition: null, disposition: null };
const BY = { return_processor: "kim@shop.example", note: "Seam torn", inspected_at: "2026-03-04 12:00:00" };
const UNSIGNED = { return_processor: null, note: null, inspected_at: null };

test("a graded and assessed line item shows both in list and details, and in the main API", async () => {
  const own = await listenedTo(service);
  const { made, units } = await opened(own);
  const [first, second] = units;
  const images = ["https://shop.example/1.png", "http://shop.example/2.png"];
  const graded = {
    line_item_id: first,
    description: "Worn once",
    condition_category: "grade_b",
    ...BY,
    images,
  };
  expect(await send(own, "grade", [graded])).toEqual(json(200, [graded]));
  const assessed = { line_item_id: first, disposition_outcome: "resale_hold", ...BY, note: "Ask" };
  expect(await send(own, "assess", [assessed])).toEqual(json(200, [assessed]));

  const { line_item_id: _, ...condition } = graded;
  const { line_item_id: __, ...disposition } = assessed;
  expect(await shownOf(own, made)).toMatchObject([
    { line_item_id: first, condition, disposition },
    { line_item_id: second, ...NOTHING },
    NOTHING,
  ]);
  const [item, other] = (await readReturn(own, made.id)).return.items;
  const user = { assignedUser: { email: BY.return_processor } };
  const at = { type: "inspected_at", value: "2026-03-04T12:00:00.000Z" };
  expect(item).toMatchObject({
    grade: "grade_b",
    outcome: "resale_hold",
    assessments: [
      {
        ...user,
        responses: [
          { type: "line_item_id", value: String(first) },
          { type: "grade", value: "grade_b" },
          { type: "description", value: "Worn once" },
          ...images.map((value) => ({ type: "image", value })),
          { type: "short_text", value: "Seam torn" },
          at,
        ],
      },
      {
        ...user,
        responses: [
          { type: "line_item_id", value: String(first) },
          { type: "disposition", value: "resale_hold" },
          { type: "short_text", value: "Ask" },
          at,
        ],
      },
    ],
  });
  expect(other).not.toHaveProperty("grade");
  const events = await publishedEventsOf(own, made.id);
  expect(events.map(({ type, return: { items } }) => [type, items[0]?.grade, items[0]?.outcome])).toEqual([
    ["created", undefined, undefined],
    ["updated", "grade_b", undefined],
    ["updated", "grade_b", "resale_hold"],
  ]);
});

describe("a category", () => {
  const OBJECT = { subject: "Item condition grade", title: "Grade A", grade: "grade_a" };
  const FULL = { ...OBJECT, category_name: "Shirts", category_parent: "Clothing" };
  const NONE = { category_name: null, category_parent: null };

  /** Grades a unit in a version, and returns its category in each. */
  async function categories(category: unknown, version: string) {
    const { made, units } = await opened();
    const line = { line_item_id: units[0], description: "d", condition_category: category };
    expect(await send(store, "grade", [line], version)).toEqual(json(200, [line]));
    const shown: unknown[] = [];
    for (const path of VERSION_PATHS) {
      const { body } = await warehouse(service, store, `GET /return/details?service_return_id=${made.id}`, {
        version: path,
      });
      shown.push((body as { line_items: Shown[] }).line_items[0]?.condition?.condition_category);
    }
    expect([shown[1], shown[3]]).toEqual([shown[0], shown[2]]);
    const { grade } = (await readReturn(store, made.id)).return.items[0] ?? {};
    return { word: shown[0], object: shown[2], grade };
  }

  test.each([
    ["grade_a", "Grade A"],
    ["grade_b", "Grade B"],
    ["grade_c", "Grade C"],
    ["grade_d", "Grade D"],
    ["incorrect_item", "Incorrect item"],
    ["missing", "Missing"],
    ["junk", "Junk"],
  ])("%s is a word up to 2026-07, and an object with a title from 2026-10 on", async (grade, title) => {
    const object = { ...OBJECT, grade, title, ...NONE };
    expect(await categories(grade, "/api/2026-07")).toEqual({ word: grade, object, grade });
  });

  test("that is an object is shown whole, and earlier as its grade", async () => {
    for (const version of ["/api/2026-10", "/api/latest"]) {
      expect(await categories(FULL, version)).toEqual({ word: "grade_a", object: FULL, grade: "grade_a" });
    }
  });

  test("without a grade is shown earlier as its title", async () => {
    const { grade: _, ...object } = OBJECT;
    const shown = { ...object, grade: null, ...NONE };
    expect(await categories(object, "/api/latest")).toEqual({
      word: "Grade A",
      object: shown,
      grade: "Grade A",
    });
  });

  test("may be left out: then a condition has only its description, and the item no grade", async () => {
    for (const version of VERSION_PATHS) {
      expect(await categories(null, version)).toEqual({ word: null, object: null, grade: undefined });
    }
  });

  const FIELD = "items.0.condition_category";
  test.each([
    ["/api/v1", "A", FIELD],
    ["/api/v1", OBJECT, FIELD],
    ["/api/2026-07", OBJECT, FIELD],
    ["/api/2026-10", "grade_a", FIELD],
    ["/api/latest", "grade_a", FIELD],
    ["/api/2026-10", [], FIELD],
    ["/api/2026-10", { subject: "s" }, `${FIELD}.title`],
    ["/api/2026-10", { title: "t" }, `${FIELD}.subject`],
    ["/api/2026-10", { ...OBJECT, title: "t".repeat(101) }, `${FIELD}.title`],
    ["/api/2026-10", { ...OBJECT, grade: 1 }, `${FIELD}.grade`],
    ["/api/2026-10", { ...OBJECT, category_parent: "c".repeat(101) }, `${FIELD}.category_parent`],
  ])("in %s, %p is 422", async (version, condition_category, field) => {
    const { units } = await opened();
    const line = { line_item_id: units[0], description: "d", condition_category };
    expect(await send(store, "grade", [line], version)).toEqual(refused(field));
  });

  test("that the main API gave is a word, or an object with it as grade and title", async () => {
    const { made } = await opened();
    await store.patch(`/returns/${made.id}`, { items: [{ id: made.items[0]?.id, grade: "B" }] });
    const [unit] = await shownOf(store, made);
    expect(unit?.condition).toMatchObject({ description: "B", condition_category: "B" });
  });
});

const LINE: Record<Operation, Line> = {
  grade: { description: "d", condition_category: "grade_a" },
  assess: { disposition_outcome: "donate" },
};
const OPERATIONS: Operation[] = ["grade", "assess"];

describe.each(OPERATIONS)("%s refuses with 422 and the field", (operation) => {
  const cases: [what: string, items: (unit: number) => unknown, field: string][] = [
    ["no items", () => undefined, "items"],
    ["an empty array", () => [], "items"],
    [
      "more than 20",
      (unit) => Array.from({ length: 21 }, (_, i) => ({ line_item_id: unit + i, ...LINE[operation] })),
      "items",
    ],
    ["a line without an id", () => [LINE[operation]], "items.0.line_item_id"],
    ["an id that isn't a number", () => [{ line_item_id: "x", ...LINE[operation] }], "items.0.line_item_id"],
    ["a fraction", (unit) => [{ line_item_id: unit + 0.5, ...LINE[operation] }], "items.0.line_item_id"],
    ["a negative id", () => [{ line_item_id: -1, ...LINE[operation] }], "items.0.line_item_id"],
    [
      "a line without its own field",
      (unit) => [{ line_item_id: unit }],
      operation === "grade" ? "items.0.description" : "items.0.disposition_outcome",
    ],
    [
      "a processor who is no e-mail address",
      (unit) => [{ line_item_id: unit, ...LINE[operation], return_processor: "Kim" }],
      "items.0.return_processor",
    ],
    [
      "a processor of more than 100 characters",
      (unit) => [
        {
          line_item_id: unit,
          ...LINE[operation],
          return_processor: `${"k".repeat(60)}@${"s".repeat(40)}.example`,
        },
      ],
      "items.0.return_processor",
    ],
    [
      "a note of more than 65,535 characters",
      (unit) => [{ line_item_id: unit, ...LINE[operation], note: "n".repeat(65_536) }],
      "items.0.note",
    ],
    [
      "a date that isn't there",
      (unit) => [{ line_item_id: unit, ...LINE[operation], inspected_at: "2026-02-30" }],
      "items.0.inspected_at",
    ],
    ["an unknown id", () => [{ line_item_id: 1, ...LINE[operation] }], "items.0.line_item_id"],
    [
      "an id that no number of 64 bits is",
      () => [{ line_item_id: "9999999999999999", ...LINE[operation] }],
      "items.0.line_item_id",
    ],
    [
      "the same id twice",
      (unit) => [
        { line_item_id: unit, ...LINE[operation] },
        { line_item_id: String(unit), ...LINE[operation] },
      ],
      "items.1.line_item_id",
    ],
    [
      "an id beside the units",
      (unit) => [
        { line_item_id: unit, ...LINE[operation] },
        { line_item_id: unit + 2, ...LINE[operation] },
      ],
      "items.1.line_item_id",
    ],
  ];
  test.each(cases)("%s", async (_, itemsOf, field) => {
    const { made, units } = await opened();
    expect(await send(store, operation, itemsOf(units[0] ?? 0))).toEqual(refused(field));
    expect(await shownOf(store, made)).toMatchObject([NOTHING, NOTHING, NOTHING]);
  });

  test("another store's line item, that of a cancelled return, and everything with it", async () => {
    const other = await service.newStore();
    const strange = await opened(other);
    const cancelled = await opened();
    await store.put(`/returns/${cancelled.made.id}/status`, { status: "deleted" });
    const { made, units } = await opened();
    const ids = [units[0], strange.units[0], cancelled.units[0]];
    const before = [await everythingOf(store), await everythingOf(other)];
    const items = ids.map((line_item_id) => ({ line_item_id, ...LINE[operation] }));
    expect(await send(store, operation, items)).toEqual(
      refused("items.1.line_item_id", "items.2.line_item_id"),
    );
    expect([await everythingOf(store), await everythingOf(other)]).toEqual(before);
    expect(await shownOf(store, made)).toMatchObject([NOTHING, NOTHING, NOTHING]);
  });
});

test("description and images have their bounds", async () => {
  const { units } = await opened();
  const image = (length: number) => `https://shop.example/${"i".repeat(length - 21)}`;
  const graded = (fields: Line) =>
    send(store, "grade", [{ line_item_id: units[0], description: "d", ...fields }]);
  expect(await graded({ description: "é".repeat(255), images: Array(5).fill(image(2_048)) })).toMatchObject({
    status: 200,
  });
  expect(await graded({ note: "n".repeat(65_535) })).toMatchObject({ status: 200 });
  expect(await graded({ description: "d".repeat(256) })).toEqual(refused("items.0.description"));
  expect(await graded({ description: "" })).toEqual(refused("items.0.description"));
  expect(await graded({ images: Array(6).fill(image(30)) })).toEqual(refused("items.0.images"));
  expect(await graded({ images: [image(2_049)] })).toEqual(refused("items.0.images.0"));
  for (const no of ["1.png", "javascript:alert(1)", "https://a b"]) {
    expect(await graded({ images: [no] })).toEqual(refused("items.0.images.0"));
  }
});

test("twenty line items may have the longest note each, until their return is full", async () => {
  const { units } = await opened(store, 40);
  const noted = (from: number) =>
    units
      .slice(from, from + 20)
      .map((line_item_id) => ({ line_item_id, description: "d", note: "n".repeat(65_535) }));
  expect(await send(store, "grade", noted(0))).toMatchObject({ status: 200 });
  expect(await send(store, "grade", noted(20))).toEqual(refused("items"));
});

test.each([
  ["2024-03-31 23:59:59", "2024-03-31 23:59:59"],
  ["2024-03-31T23:59:59+02:00", "2024-03-31 21:59:59"],
  ["2024-03-31T23:59:59.123Z", "2024-03-31 23:59:59"],
  ["2024-03-31", "2024-03-31 00:00:00"],
])("inspected_at may be %s, which is shown as %s in UTC", async (inspected_at, shown) => {
  const { made, units } = await opened();
  for (const operation of OPERATIONS) {
    await send(store, operation, [{ line_item_id: units[0], ...LINE[operation], inspected_at }]);
  }
  expect((await shownOf(store, made))[0]).toMatchObject({
    condition: { inspected_at: shown },
    disposition: { inspected_at: shown },
  });
});

test("line items of twenty returns are graded at once, in any order, by ids as numbers or strings", async () => {
  const all = [];
  for (let i = 0; i < 20; i++) all.push(await opened());
  const lines = all.toReversed().map(({ units }, i) => ({
    line_item_id: i % 2 === 0 ? units[2] : String(units[2]),
    description: `d${i}`,
  }));
  expect(await send(store, "grade", lines)).toMatchObject({ status: 200 });
  for (const [i, { made }] of all.toReversed().entries()) {
    const [, , third] = await shownOf(store, made);
    expect(third?.condition).toEqual({
      description: `d${i}`,
      condition_category: null,
      ...UNSIGNED,
      images: [],
    });
  }
});

test("a return that is closed, or in review, can be graded and assessed", async () => {
  for (const status of ["complete", "rejected", "flagged"]) {
    const { made, units } = await opened();
    await store.put(`/returns/${made.id}/status`, { status });
    for (const operation of OPERATIONS) {
      const line = { line_item_id: units[0], ...LINE[operation] };
      expect(await send(store, operation, [line])).toMatchObject({ status: 200 });
    }
    expect((await readReturn(store, made.id)).return).toMatchObject({
      status,
      items: [{ grade: "grade_a", outcome: "donate" }, {}],
    });
  }
});

test("the same again changes nothing and tells no webhook; anything else replaces what was found", async () => {
  const own = await listenedTo(service);
  const { made, units } = await opened(own);
  const lines = { grade: LINE.grade, assess: LINE.assess };
  const record = async (operation: Operation, fields: Line = {}) =>
    expect(
      await send(own, operation, [{ line_item_id: units[0], ...lines[operation], ...fields }]),
    ).toMatchObject({ status: 200 });
  const count = async () => (await publishedEventsOf(own, made.id)).length;
  for (let i = 0; i < 2; i++) for (const operation of OPERATIONS) await record(operation, BY);
  expect(await count()).toBe(3);
  await record("grade", { condition_category: "grade_d" });
  expect(await count()).toBe(4);
  expect((await shownOf(own, made))[0]).toMatchObject({
    condition: { description: "d", condition_category: "grade_d", ...UNSIGNED },
    disposition: { disposition_outcome: "donate", ...BY },
  });
  await record("grade", { condition_category: null });
  const { grade, outcome, assessments } = (await readReturn(own, made.id)).return.items[0] ?? {};
  expect({ grade, outcome, count: assessments?.length }).toEqual({
    grade: undefined,
    outcome: "donate",
    count: 2,
  });
});

describe("units of one item", () => {
  const graded = (units: number[], grades: string[]) =>
    send(
      store,
      "grade",
      grades.map((condition_category, i) => ({
        line_item_id: units[i],
        description: "d",
        condition_category,
      })),
    );
  const gradesOf = async (made: Return) =>
    (await shownOf(store, made)).map(({ condition }) => condition?.condition_category ?? null);
  const gradeOf = async (made: Return) => (await readReturn(store, made.id)).return.items[0]?.grade;
  const patch = (made: Return, fields: Line) =>
    store.patch(`/returns/${made.id}`, { items: [{ id: made.items[0]?.id, ...fields }] });

  test("have their own grades, which the item names together", async () => {
    const { made, units } = await opened(store, 3);
    await graded(units, ["grade_c", "grade_a", "grade_c"]);
    expect(await gradesOf(made)).toEqual(["grade_c", "grade_a", "grade_c", null]);
    expect(await gradeOf(made)).toBe("grade_c, grade_a");
  });

  test("that aren't graded keep the item's grade of before", async () => {
    const { made, units } = await opened(store, 2);
    await patch(made, {
      grade: "B",
      assessments: [{ assignedUser: { name: "Sam" }, responses: [{ type: "short_text", value: "A stain" }] }],
    });
    await graded(units, ["grade_a"]);
    expect(await gradesOf(made)).toEqual(["grade_a", "B", null]);
    expect((await shownOf(store, made))[1]?.condition).toMatchObject({
      return_processor: "Sam",
      note: "A stain",
    });
    await graded(units, ["grade_a", "grade_d"]);
    expect(await gradesOf(made)).toEqual(["grade_a", "grade_d", null]);
    expect(await gradeOf(made)).toBe("grade_a, grade_d");
  });

  test("have a grade that the item gets afterwards, and no one's when it is withdrawn", async () => {
    const { made, units } = await opened(store, 2);
    await graded(units, ["grade_a"]);
    await patch(made, { grade: "B" });
    expect(await gradesOf(made)).toEqual(["B", "B", null]);
    await graded(units.slice(1), ["grade_d"]);
    expect(await gradesOf(made)).toEqual(["B", "grade_d", null]);
    await patch(made, { grade: null });
    expect(await gradesOf(made)).toEqual([null, null, null]);
  });

  test("keep theirs when others are removed from the return, whose grade goes along", async () => {
    const { made, units } = await opened(store, 3);
    await graded(units, ["grade_a", "grade_b", "grade_c"]);
    await send(store, "assess", [{ line_item_id: units[1], disposition_outcome: "recycle" }]);
    await warehouse(
      service,
      store,
      `POST /return/x/remove?service_return_id=${made.id}&line_item_id=${units[1]}`,
    );
    expect(await gradesOf(made)).toEqual(["grade_a", "grade_c", null]);
    const { grade, outcome } = (await readReturn(store, made.id)).return.items[0] ?? {};
    expect({ grade, outcome }).toEqual({ grade: "grade_a, grade_c", outcome: undefined });
  });

  test("are found among hundreds, and what was found of all can be written back", async () => {
    const { made, units } = await opened(store, 120);
    for (let from = 0; from < 120; from += 20) {
      const lines = units
        .slice(from, from + 20)
        .map((line_item_id, i) => ({ line_item_id, description: `${from + i}` }));
      expect(await send(store, "grade", lines)).toMatchObject({ status: 200 });
    }
    const shown = await shownOf(store, made);
    expect(shown.map(({ condition }) => condition?.description)).toEqual(
      [...Array(120).keys(), undefined].map((n) => n?.toString()),
    );
    const { assessments } = (await readReturn(store, made.id)).return.items[0] ?? {};
    expect((await patch(made, { assessments })).status).toBe(200);
  });
});

test("two requests at once about the same line items both happen, one after the other", async () => {
  const [a, b] = [await opened(), await opened()];
  const lines = (description: string, units: (number | undefined)[]) =>
    units.map((line_item_id) => ({ line_item_id, description }));
  const answers = await Promise.all([
    send(store, "grade", lines("first", [a.units[0], b.units[0]])),
    send(store, "grade", lines("second", [b.units[0], a.units[0]])),
    send(store, "assess", [{ line_item_id: a.units[0], disposition_outcome: "missing" }]),
    send(store, "grade", lines("beside", [a.units[1]])),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const [first, beside] = await shownOf(store, a.made);
  const [other] = await shownOf(store, b.made);
  expect(first?.condition?.description).toBe(other?.condition?.description as string);
  expect(first?.disposition?.disposition_outcome).toBe("missing");
  expect(beside?.condition?.description).toBe("beside");
});
