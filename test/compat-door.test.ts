import { afterAll, beforeAll, expect, test } from "bun:test";
import { answerOf, problemAnswer } from "./support/returns.ts";
import { startService, type TestService } from "./support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test.each(["/api/v1", "/api/v1/", "/api/v1/warehouse/nothing", "/api/v1/warehouse/return/1/nothing"])(
  "what has no route below the compatible API is 404 in its form: %s",
  async (path) => {
    expect(await answerOf(service.fetch(path))).toEqual({
      status: 404,
      type: "application/json",
      body: { message: `There is nothing at ${path}.` },
    });
  },
);

test("a path that only begins like it is a problem", async () => {
  const answer = await answerOf(service.fetch("/api/v12"));
  expect(answer).toEqual(problemAnswer(404, "There is nothing at /api/v12."));
});
