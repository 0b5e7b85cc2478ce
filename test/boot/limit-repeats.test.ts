import { expect, test } from "bun:test";
import { pino } from "pino";
import { limitRepeats } from "../../src/boot/limit-repeats.ts";

const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

function logOfTest() {
  const lines: { msg: string; leftOut?: number; cell?: string }[] = [];
  let now = 0;
  const log = pino({ hooks: limitRepeats(() => now) }, { write: (line) => lines.push(JSON.parse(line)) });
  return { log, lines, pass: (ms: number) => (now += ms) };
}

test("what background work says of an unavailable database is written once a minute, whatever store it is about", () => {
  const { log, lines, pass } = logOfTest();
  for (let second = 0; second < 180; second++) {
    for (const storeId of ["a", "b", "c"]) log.error({ err: away, storeId }, "a slice failed");
    log.warn({ err: away }, "can't look for jobs");
    pass(1_000);
  }
  expect(lines.map(({ msg, leftOut }) => [msg, leftOut])).toEqual([
    ["a slice failed", undefined],
    ["can't look for jobs", undefined],
    ["a slice failed", 179],
    ["can't look for jobs", 59],
    ["a slice failed", 179],
    ["can't look for jobs", 59],
  ]);
});

test("each cell has its own lines", () => {
  const { log, lines } = logOfTest();
  for (const cell of ["eu", "us", "eu"]) log.child({ cell }).error({ err: away }, "can't deliver");
  for (const cell of ["eu", "us", "eu"]) log.error({ err: away, cell }, "can't open");
  expect(lines.map(({ cell }) => cell)).toEqual(["eu", "us", "eu", "us"]);
});

test("lines of requests, of other errors and without an error are all written", () => {
  const { log, lines } = logOfTest();
  for (let i = 0; i < 3; i++) {
    log.error({ err: away, requestId: "one" }, "the database is not available");
    log.error({ err: new TypeError("x is undefined"), storeId: "a" }, "a slice failed");
    log.info("the service has started");
    log.info({ applied: 1 }, "migrations applied");
  }
  expect(lines).toHaveLength(12);
});
