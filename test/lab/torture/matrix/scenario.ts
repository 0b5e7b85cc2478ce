import { pino } from "pino";
import { createContext } from "../../../../src/boot/create-context.ts";
import { readConfig } from "../../../../src/platform/config/config.ts";
import type { Document } from "../../../contract/document.ts";
import { apiOrigins } from "../fleet.ts";
import { type Fleet, startFleet } from "../history/fleet.ts";
import type { Scenario } from "../scenario.ts";
import { runMatrix } from "./matrix.ts";
import { createTarget, type Target } from "./target.ts";

/** Headers that the HTTP server adds, not the service. */
const OF_THE_SERVER = ["date", "transfer-encoding"];
const PAUSE_MS = 20;
const IDLE_MS = 60_000;
const UNDONE = `
  select (select count(*) from pgboss.job where state < 'completed' and start_after <= now())
    + (select count(*) from webhook_events where state = 'pending') as count`;

export const matrix: Scenario = {
  options: "",
  about: `sends every operation of the OpenAPI document with no, every malformed, a revoked, another store's and a
scopeless credential to its own objects, another store's and unknown ones. Ends with 1 if a response breaks the document
or the rules for credentials, if it distinguishes another store's object from an unknown one, or if a refused request
had an effect.`,
  run: async () => {
    const receiver = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("thanks") });
    const host = `127.0.0.1:${receiver.port}`;
    const fleet = await startFleet({
      ...{ apis: 1, workers: 1, cells: 1 },
      settings: { EVENT_RATE_LIMIT: "0", WEBHOOK_ALLOWED_HOSTS: host },
    });
    try {
      const { target, close } = await openTarget(fleet, `http://${host}/`);
      const description = await target.fetch("/docs/json", {});
      const found = await runMatrix(target, (await description.json()) as Document);
      await close();
      const lines = [`${found.requests} requests to ${found.operations} operations`];
      return { differences: found.differences, lines };
    } finally {
      await fleet.close();
      receiver.stop(true);
    }
  },
};

async function openTarget(
  fleet: Fleet,
  callbackUrl: string,
): Promise<{ target: Target; close(): Promise<void> }> {
  const config = readConfig(fleet.databases.env);
  const [origin] = apiOrigins(fleet);
  const { ctx, close } = await createContext(config, pino({ level: "silent" }), "cli");
  const target = createTarget(ctx, {
    fetch: async (path, init) => {
      const { status, headers: given, body } = await fetch(`${origin}${path}`, init);
      const headers = [...given].filter(([name]) => !OF_THE_SERVER.includes(name));
      return new Response(body, { status, headers });
    },
    callbackUrl,
    waitUntilIdle: async () => {
      for (const end = Date.now() + IDLE_MS; ; await Bun.sleep(PAUSE_MS)) {
        const { rows } = await ctx.db.execute<{ count: string }>(UNDONE);
        if (rows[0]?.count === "0") return;
        if (Date.now() > end) throw new Error(`${rows[0]?.count} jobs and deliveries are not done`);
      }
    },
  });
  return { target, close };
}
