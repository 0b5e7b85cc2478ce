import { join } from "node:path";
import { pino } from "pino";
import typescript from "typescript-api";
import { createApp } from "../../src/app.ts";
import type { Ctx } from "../../src/core/ctx.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { errorsPage } from "./errors-page.ts";
import { alertsPage, metricsPage } from "./operate-pages.ts";
import { operationsPage } from "./operations-page.ts";

const NOTICE = "// Made from openapi.json by `bun run openapi`; not written by hand.\n";

/** Returns the service's OpenAPI description as formatted JSON. */
export async function describe(fetch: (request: Request) => Promise<Response>): Promise<string> {
  const answer = await fetch(new Request("http://localhost/docs/json"));
  return `${JSON.stringify(await answer.json(), null, 2)}\n`;
}

/** Returns the TypeScript types of a description for openapi-fetch. */
export async function typesOf(description: string): Promise<string> {
  // The generator needs the JavaScript API of the compiler, which the compiler of this repository doesn't
  // have.
  Bun.plugin({
    name: "typescript-api",
    setup: (build) => {
      build.module("typescript", () => ({
        exports: { default: typescript, ...typescript },
        loader: "object",
      }));
    },
  });
  const { astToString, default: generate } = await import("openapi-typescript");
  // A request may omit a field that has a default.
  const nodes = await generate(JSON.parse(description), { defaultNonNullable: false });
  return NOTICE + astToString(nodes);
}

if (import.meta.main) {
  // The description depends only on the routes: no database is queried.
  const config = readConfig({
    DATABASE_URL: "postgres://localhost/none",
    ENCRYPTION_KEY: "for no secret at all",
  });
  const ctx = {
    config,
    log: pino({ level: "silent" }),
    metrics: { requestStarted() {}, requestFinished() {} },
  } as unknown as Ctx;
  const description = await describe(createApp(ctx, { ready: true, stopping: false }).fetch);
  await Bun.write(join(import.meta.dir, "openapi.json"), description);
  await Bun.write(join(import.meta.dir, "openapi.d.ts"), await typesOf(description));
  await Bun.write(join(import.meta.dir, "../../docs/operations.md"), operationsPage(description));
  await Bun.write(join(import.meta.dir, "../../docs/errors.md"), errorsPage());
  const operate = join(import.meta.dir, "../../docs/operate");
  await Bun.write(join(operate, "metrics.md"), await metricsPage());
  await Bun.write(join(operate, "alerts.md"), await alertsPage());
}
