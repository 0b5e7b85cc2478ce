import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createApp } from "../../../src/app.ts";
import { codesIn } from "../../../src/core/openapi/error-responses.ts";
import { PROBLEM_CODES, type ProblemCode } from "../../../src/lib/problem-codes.ts";
import { type Document, operationsOf, readDocument } from "../../contract/document.ts";
import { startService, type TestService } from "../../support/service.ts";

/** Codes without an operation of the main API: unknown routes, logs, commands, webhooks of shops, and the warehouse API. */
const ELSEWHERE = [
  "route_not_found",
  "method_not_allowed",
  "client_closed_request",
  "store_not_found",
  "client_not_found",
  "last_owner",
  "link_not_valid",
  "person_not_found",
  "session_not_found",
  "shop_unavailable",
];

let service: TestService;
let document: Document & { info: { description: string } };
beforeAll(async () => {
  service = await startService();
  document = (await readDocument(
    createApp(service.ctx, { ready: true, stopping: false }),
  )) as typeof document;
});
afterAll(() => service.stop());

describe("the catalogue of error codes", () => {
  const entries = Object.entries(PROBLEM_CODES);

  test("has a cause and a cure in whole sentences for each code", () => {
    const incomplete = entries.filter(([, { cause, cure }]) => !cause.endsWith(".") || !cure.endsWith("."));
    expect(incomplete).toEqual([]);
    expect(entries.filter(([code]) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
  });

  test("is part of the description", () => {
    for (const [code, { status, cause, cure }] of entries) {
      expect(document.info.description).toContain(`| \`${code}\` | ${status} | ${cause} | ${cure} |`);
    }
  });

  test("contains only codes that occur in the source and in the description of an operation", async () => {
    const root = join(import.meta.dir, "../../../src");
    const paths = await Array.fromAsync(new Bun.Glob("**/*.ts").scan({ cwd: root, absolute: true }));
    const others = paths.filter((path) => !path.endsWith("problem-codes.ts"));
    const sources = await Promise.all(others.map((path) => Bun.file(path).text()));
    const unused = entries.filter(([code]) => !sources.some((text) => text.includes(`"${code}"`)));
    expect(unused).toEqual([]);

    const described = new Set(
      operationsOf(document).flatMap(({ responses }) =>
        Object.entries(responses).flatMap(([status, { description }]) =>
          codesIn(description, Number(status)),
        ),
      ),
    );
    const missing = entries.map(([code]) => code as ProblemCode).filter((code) => !described.has(code));
    expect(missing.sort()).toEqual(ELSEWHERE.sort() as ProblemCode[]);
  });

  test("has a code for each problem that an operation describes, in its text and in its example", () => {
    const without = operationsOf(document).flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { description, content }]) => {
        const problem = content?.["application/problem+json"];
        if (!problem) return [];
        const codes = codesIn(description, Number(status));
        const { code } = problem.example as { code: ProblemCode };
        return codes.includes(code) ? [] : [`${operationId} ${status}`];
      }),
    );
    expect(without).toEqual([]);
  });
});
