import { expect, test } from "bun:test";
import { NEEDS_MORE_THAN_HTTP } from "../../support/fleet.ts";
import { readResults } from "./read-results.ts";

/** A test as bun's JUnit reporter writes it. */
const at = (file: string, name: string, content = "") =>
  `<testcase name="${name}" classname="" time="0.1" file="${file}" line="3" assertions="0"${
    content ? `>\n${content}\n</testcase>` : " />"
  }`;

const failure = (message: string) => `<failure type="Error" message="${message}">Error: ${message}</failure>`;
const beyond = failure(NEEDS_MORE_THAN_HTTP);

const report = (...cases: string[]) =>
  `<testsuites><testsuite name="a" file="a" tests="2">\n${cases.join("\n")}\n</testsuite></testsuites>`;

test("a test that needs more than HTTP is counted apart from one that fails", () => {
  const cases = [
    at("a.test.ts", "good"),
    at("a.test.ts", "looks in", beyond),
    at("a.test.ts", "skipped", "<skipped />"),
    at("a.test.ts", "a &lt; b &amp;&amp; b &gt; a", failure("expected 1")),
    at("b.test.ts", "slow", `<failure type="TimeoutError" message="test timed out" />`),
    at("b.test.ts", "good too"),
  ];
  expect(readResults(report(...cases))).toEqual({
    passed: 2,
    notByHttp: 1,
    notRun: [],
    failed: ["a.test.ts: a < b && b > a", "b.test.ts: slow"],
  });
});

test("a hook that needs more than HTTP explains failures of hooks in its file, and no others", () => {
  const cases = [
    at("a.test.ts", "(unnamed)", beyond),
    at("a.test.ts", "(unnamed)", failure("undefined is not an object")),
    at("a.test.ts", "wrong", failure("expected 1")),
    at("b.test.ts", "(unnamed)", failure("the hook is wrong")),
  ];
  expect(readResults(report(...cases))).toEqual({
    passed: 0,
    notByHttp: 0,
    notRun: ["a.test.ts"],
    failed: ["a.test.ts: wrong", "b.test.ts: (unnamed)"],
  });
});
