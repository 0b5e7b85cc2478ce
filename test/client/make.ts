import { createHash } from "node:crypto";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { $ } from "bun";
import { pino } from "pino";
import typescript from "typescript-api";
import { createApp } from "../../src/app.ts";
import type { Ctx } from "../../src/core/ctx.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { erasurePage, retentionPage } from "./erasure-page.ts";
import { errorsPage } from "./errors-page.ts";
import { goldenOf } from "./golden.ts";
import { alertsPage, metricsPage } from "./operate-pages.ts";
import { operationsPage } from "./operations-page.ts";

/** One line for each operation, which stays in the repository; what it is made from does not. */
export const GOLDEN_FILE = "operations.txt";

const NOTICE = "// Made from the description by `bun run openapi`; not written by hand.\n";

/** Returns the service's OpenAPI description as formatted JSON. */
export async function describe(fetch: (request: Request) => Promise<Response>): Promise<string> {
  const answer = await fetch(new Request("http://localhost/docs/json"));
  return `${JSON.stringify(await answer.json(), null, 2)}\n`;
}

/** Returns the TypeScript types of a description for openapi-fetch. */
async function typesOf(description: string): Promise<string> {
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

/** Writes the client's types, unless those that are there are of this description and of this generator. */
async function makeTypes(description: string): Promise<void> {
  const path = fileOf("openapi.d.ts");
  const packages = await Bun.file(fileOf("../../bun.lock")).text();
  const madeFrom = `// ${createHash("sha256").update(description).update(packages).digest("hex")}\n`;
  const kept = Bun.file(path);
  if ((await kept.exists()) && (await kept.text()).startsWith(madeFrom)) return;
  await Bun.write(path, madeFrom + (await typesOf(description)));
}

/** Writes the description, and prints in what it differs from the one that was written before. */
async function makeDescription(description: string): Promise<void> {
  const [path, next] = [fileOf("openapi.json"), fileOf("openapi.next.json")];
  await Bun.write(next, description);
  if (await Bun.file(path).exists()) await $`git diff --no-index ${path} ${next}`.nothrow();
  else process.stdout.write("There was no description to compare this one with.\n");
  await rename(next, path);
}

async function makePages(description: string): Promise<void> {
  await Bun.write(fileOf(GOLDEN_FILE), goldenOf(description));
  await Bun.write(fileOf("../../docs/operations.md"), operationsPage(description));
  await Bun.write(fileOf("../../docs/errors.md"), errorsPage());
  const erasure = Bun.file(fileOf("../../docs/decisions/erasure.md"));
  await erasure.write(erasurePage(await erasure.text()));
  const retention = Bun.file(fileOf("../../docs/retention.md"));
  await retention.write(retentionPage(await retention.text()));
  await Bun.write(fileOf("../../docs/operate/metrics.md"), await metricsPage());
  await Bun.write(fileOf("../../docs/operate/alerts.md"), await alertsPage());
}

function fileOf(name: string): string {
  return join(import.meta.dir, name);
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
  const isMissing = !(await Bun.file(fileOf("openapi.json")).exists());
  const all = process.argv[2] !== "types";
  if (all || isMissing) await makeDescription(description);
  if (all) await makePages(description);
  await makeTypes(description);
}
