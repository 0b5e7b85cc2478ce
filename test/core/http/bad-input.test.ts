import { describe, expect, test } from "bun:test";
import {
  COMMENTS,
  OPEN_BODIES,
  OPERATIONS,
  ORDERS,
  PATCH,
  rejection,
  STATUS,
  useBench,
} from "../../support/bench.ts";
import { problemAnswer } from "../../support/returns.ts";

const bench = useBench();

test("these tests cover every operation of the main API with a body", () => {
  const routes = bench.app.routes as { method: string; path: string; hooks?: { body?: unknown } }[];
  // The warehouse API accepts any body; its own tests check what it does with them.
  const bodied = routes.filter(({ path, hooks }) => hooks?.body !== undefined && path.startsWith("/v2.2/"));
  expect(bodied.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [...OPERATIONS, ...OPEN_BODIES].sort(),
  );
});

describe("the unmodified bodies of these tests are accepted", () => {
  test.each(OPERATIONS)("%s", async (operation) => {
    await bench.taken(operation, JSON.stringify(bench.body(operation)));
  });
});

describe("a body that is not JSON is 400, and the problem points at the body", () => {
  test.each(OPERATIONS)("%s", async (operation) => {
    const whole = JSON.stringify(bench.body(operation));
    const cuts = [1, 2, 3, Math.floor(whole.length / 3), Math.floor(whole.length / 2), whole.length - 1];
    const texts = [
      ...cuts.map((length) => whole.slice(0, length)),
      `${whole},`,
      `${whole}${whole}`,
      `${whole}\u0000`,
      `/* hello */${whole}`,
      whole.replaceAll('"', "'"),
      whole.replace(/\}$/, ",}"),
      whole.replace(/\}$/, ',"x":NaN}'),
      whole.replace(/\}$/, ',"x":undefined}'),
      whole.replace(/\}$/, ',"x":0x10}'),
      whole.replace(/\}$/, ',"x":"\u0001"}'),
      "data=1&more=2",
      "<order/>",
    ];
    for (const text of texts) {
      expect(await bench.send(operation, text)).toEqual(
        rejection(operation, "The body is not valid JSON.", ""),
      );
    }
  });
});

describe("a missing body is 400", () => {
  test.each(OPERATIONS)("%s", async (operation) => {
    const missing = rejection(operation, "A JSON body is required.", "");
    for (const body of ["", " \n\t ", "\uFEFF", undefined, new Uint8Array()]) {
      expect(await bench.send(operation, body)).toEqual(missing);
    }
    expect(await bench.send(operation, undefined, { "Content-Type": null })).toEqual(missing);
  });
});

describe("invalid UTF-8 is 400; a byte order mark is accepted", () => {
  test.each(OPERATIONS)("%s", async (operation) => {
    const text = JSON.stringify(bench.body(operation));
    const [bytes, utf16] = [Buffer.from(text), Buffer.from(`\uFEFF${text}`, "utf16le")];
    const corrupted = (...codes: number[]) =>
      Buffer.concat([Buffer.from('{"x":"'), Buffer.from(codes), Buffer.from('"}')]);
    for (const wrong of [
      utf16,
      corrupted(0xff),
      corrupted(0xc0, 0xaf),
      corrupted(0xed, 0xa0, 0x80),
      corrupted(0xe2, 0x82),
    ]) {
      expect(await bench.send(operation, wrong)).toEqual(
        rejection(operation, "The body is not valid UTF-8.", ""),
      );
    }
    await bench.taken(operation, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]));
  });
});

describe("a content type other than JSON is 415; any JSON type, or no content type, is accepted", () => {
  test.each(OPERATIONS)("%s", async (operation) => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/xml",
      "application/jsonp",
      "application/json-seq",
      "json",
      "*/*",
      "text/json; application/json",
    ]) {
      const headers = { "Content-Type": type };
      const answer = await bench.send(operation, JSON.stringify(bench.body(operation)), headers);
      expect(answer).toEqual(problemAnswer(415, `The body must be application/json, not ${type}.`));
    }
    for (const type of [
      "application/json; charset=utf-8",
      "APPLICATION/JSON",
      "application/vnd.shop.v1+json",
      null,
    ]) {
      await bench.taken(operation, JSON.stringify(bench.body(operation)), { "Content-Type": type });
    }
  });
});

describe("a body that is nested too deeply is 400, at any location", () => {
  test.each(OPERATIONS)("%s", async (operation) => {
    const arrays = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    const [known = ""] = Object.keys(bench.body(operation));
    const unknown = (nested: string) =>
      JSON.stringify(bench.body(operation)).replace(/\}$/, `,"unknown":${nested}}`);
    const deep = rejection(operation, "The body is nested deeper than 100 levels.", "");
    for (const text of [
      arrays(10_000),
      objects(10_000),
      "[".repeat(500_000),
      `{"${known}":${arrays(10_000)}}`,
      unknown(arrays(10_000)),
      unknown(objects(10_000)),
      unknown(`["\\\\",${arrays(10_000)}]`),
    ]) {
      expect(await bench.send(operation, text)).toEqual(deep);
    }
    await bench.takenButForUnknown(operation, unknown(arrays(99)));
    await bench.takenButForUnknown(operation, unknown(JSON.stringify(`\\"${"[{".repeat(10_000)}`)));
  });
});

test("the last value of a repeated field counts", async () => {
  const body = JSON.stringify({ status: "flagged" });
  await bench.taken(STATUS, body.replace("{", '{"status":"lost",'));
  const reversed = body.replace("}", ',"status":"lost"}');
  expect((await bench.send(STATUS, reversed)).status).toBe(400);
});

test("no request here caused a 5xx or changed a prototype", () => bench.unharmed());

describe("a body of more than 200,000 fields and elements is 400, at any location", () => {
  test.each([ORDERS, PATCH, COMMENTS])("%s", async (operation) => {
    const zeros = (count: number) => `[${Array(count).fill(0)}]`;
    const unknown = (value: string) =>
      JSON.stringify(bench.body(operation)).replace(/\}$/, `,"unknown":${value}}`);
    const many = rejection(operation, "The body has more than 200000 fields and elements.", "");
    for (const text of [
      zeros(200_001),
      `{"a":${zeros(110_000)},"b":[${Array(50_000).fill("{}")}]}`,
      `[${Array(2_100).fill("[".repeat(98) + "]".repeat(98))}]`,
      unknown(zeros(200_001)),
    ]) {
      expect(await bench.send(operation, text)).toEqual(many);
    }
    await bench.taken(operation, unknown(zeros(199_500)));
    await bench.taken(operation, unknown(JSON.stringify("[,{,".repeat(100_000))));
  });
});
