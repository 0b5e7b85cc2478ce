import { expect, test } from "bun:test";
import { createApp } from "../../../src/app.ts";
import type { Ctx } from "../../../src/core/ctx.ts";
import { connect } from "../../../src/platform/db/connect.ts";
import { answerOf, problemAnswer } from "../../support/returns.ts";
import { startService, type TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

test.each(["/api/v1", "/api/v1/", "/api/v1/warehouse/nothing", "/api/v1/warehouse/return/1/nothing"])(
  "an unknown path below the compatible API is 404 in its error format: %s",
  async (path) => {
    expect(await answerOf(service.fetch(path))).toEqual({
      status: 404,
      type: "application/json",
      body: { message: `There is nothing at ${path}.` },
    });
  },
);

test("an unknown path that only begins like the compatible API is a problem", async () => {
  const answer = await answerOf(service.fetch("/api/v12"));
  expect(answer).toEqual(problemAnswer(404, "There is nothing at /api/v12."));
});

test("requests over the limit per minute and store are 429 with Retry-After", async () => {
  const limited = await startService({
    databaseUrl: service.ctx.config.databaseUrl,
    warehouseRateLimit: 3,
  });
  const [store, other] = [await limited.newStore(), await limited.newStore()];
  const ask = ({ secret }: TestStore, path: string) =>
    limited.fetch(`/api/v1/warehouse/return/${path}`, { headers: { "X-Authorization": secret } });
  const paths = ["list", "details", "list", "details", "list"];
  const answers = await Promise.all(paths.map((path) => ask(store, path)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
  const refused = answers.filter(({ status }) => status === 429);
  for (const answer of refused) {
    const wait = Number(answer.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect(answer.headers.get("RateLimit-Policy")).toBe('"requests";q=3;w=60');
    expect(await answer.json()).toEqual({
      message: `At most 3 requests in 60 seconds are allowed; try again in ${wait} seconds.`,
    });
  }
  expect((await ask(other, "list")).status).toBe(200);
  await limited.stop();
});

test("without a rate limit there are no RateLimit headers", async () => {
  const { secret } = await service.newStore();
  const path = "/api/v1/warehouse/return/list";
  const answer = await service.fetch(path, { headers: { "X-Authorization": secret } });
  expect([...answer.headers.keys()].filter((name) => name.startsWith("ratelimit"))).toEqual([]);
});

test("an unsupported method is 405 with the supported ones in Allow", async () => {
  const answer = await service.fetch("/api/v1/warehouse/return/list", { method: "DELETE" });
  expect(answer.headers.get("allow")).toBe("GET, HEAD");
  expect(await answerOf(answer)).toEqual({
    status: 405,
    type: "application/json",
    body: { message: "/api/v1/warehouse/return/list allows GET, HEAD." },
  });
});

test("an internal error is 500 without details, an unavailable database is 503", async () => {
  const { secret } = await service.newStore();
  const ask = (db: Ctx["db"]) =>
    createApp({ ...service.ctx, db }, { ready: true, stopping: false }).fetch(
      new Request("http://localhost/api/v1/warehouse/return/list", {
        headers: { "X-Authorization": secret },
      }),
    );
  const fails = new Proxy(service.ctx.db, {
    get: () => {
      throw new Error("a bug");
    },
  });
  expect(await answerOf(ask(fails))).toEqual({
    status: 500,
    type: "application/json",
    body: { message: "Server Error" },
  });
  const { db, pool } = connect("postgres://postgres@127.0.0.1:1/nowhere", () => {});
  const away = await ask(db);
  expect(away.headers.get("Retry-After")).toBe("1");
  expect(await answerOf(away)).toEqual({
    status: 503,
    type: "application/json",
    body: { message: "The database is not available; try again." },
  });
  await pool.end();
});
