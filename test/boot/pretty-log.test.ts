import { expect, test } from "bun:test";
import { createLog } from "../../src/boot/create-log.ts";
import { prettyLog } from "../../src/boot/pretty-log.ts";

test("on a terminal a line has time, level, message and members, and an error its stack", () => {
  let text = "";
  const log = createLog(
    "info",
    prettyLog((line) => (text += line)),
  );
  log.info({ path: "/orders", status: 200 }, "request");
  log.error({ err: new Error("no disk") }, "a request failed");
  const [first = "", second = "", ...stack] = Bun.stripANSI(text).split("\n");
  expect(first).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info request path=\/orders status=200$/);
  expect(second).toMatch(/ error a request failed$/);
  expect(stack.join("\n")).toContain("Error: no disk");
});

test("what a client has sent can't command the terminal", () => {
  let text = "";
  createLog(
    "info",
    prettyLog((line) => (text += line)),
  ).info({ path: "/\x1b[2J\x07\n" }, "request");
  expect(text).not.toContain("\x1b[2J");
  expect(text).not.toContain("\x07");
});
