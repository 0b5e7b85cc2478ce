import { pino } from "pino";
import { createContext } from "../../../../src/boot/create-context.ts";
import type { Ctx } from "../../../../src/core/ctx.ts";
import { readConfig } from "../../../../src/platform/config/config.ts";
import { apiOrigins } from "../fleet.ts";
import type { Fleet } from "../history/fleet.ts";
import { createTarget, type Target } from "./target.ts";
import { undone } from "./undone.ts";

/** Headers that the HTTP server adds, not the service. */
const OF_THE_SERVER = ["date", "transfer-encoding"];
const PAUSE_MS = 20;
const IDLE_MS = 60_000;

/** A target, and a context of this process in its database. */
export type OpenTarget = { target: Target; ctx: Ctx; close(): Promise<void> };

/** Returns the first API process of a fleet as a target. */
export async function openTarget(fleet: Fleet, callbackUrl: string): Promise<OpenTarget> {
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
    waitUntilIdle: async (shops) => {
      const storeIds = shops.map(({ id }) => id);
      for (const end = Date.now() + IDLE_MS; ; await Bun.sleep(PAUSE_MS)) {
        const left = await undone(ctx, storeIds);
        if (left.length === 0) return;
        if (Date.now() > end) throw new Error(`not done: ${left.join(", ")}`);
      }
    },
  });
  return { target, ctx, close };
}
