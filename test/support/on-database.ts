import type { PgBoss } from "pg-boss";
import { type App, createApp } from "../../src/app.ts";
import { createContext } from "../../src/boot/create-context.ts";
import { createLog } from "../../src/boot/create-log.ts";
import type { Ctx } from "../../src/core/ctx.ts";
import { type Config, readConfig } from "../../src/platform/config/config.ts";
import { createCallShop } from "../../src/platform/net/call-shop.ts";
import { judged } from "../contract/judge.ts";
import { cloneDatabase } from "./database.ts";
import type { OutsideWorld } from "./outside-world.ts";

/** What the services of several cells have in common. */
export type Outside = {
  log: Record<string, unknown>[];
  world: OutsideWorld;
  clock: { now?: Date | undefined };
};

export type OnDatabase = { ctx: Ctx; boss: PgBoss; app: App; stop(): Promise<void> };

/** A database of this run that is a cell; the first of the two has the directory. */
type KnownCell = { cell: NonNullable<Ctx["cell"]>; urls: [first: string, second: string] };

const knownCells = new Map<string, KnownCell>();

/** Remembers that a database is a cell, for further services and processes on it. */
export function rememberCell({ ctx }: OnDatabase, urls: KnownCell["urls"]): void {
  if (ctx.cell) knownCells.set(ctx.config.databaseUrl ?? "", { cell: ctx.cell, urls });
}

/** Returns the cell that the database of a service of this run is, if it is one. */
export function knownCell(databaseUrl: string): KnownCell | undefined {
  return knownCells.get(databaseUrl);
}

/** Starts the real app on a database of its own, or on the one that the settings name. */
export async function startOnDatabase(
  settings: Partial<Config>,
  { log, world, clock }: Outside,
  cellOf: (ctx: Ctx) => Promise<Ctx["cell"]> = async () => undefined,
): Promise<OnDatabase> {
  const shared = settings.databaseUrl && { url: settings.databaseUrl, drop: async () => {} };
  const database = shared || (await cloneDatabase());
  const logger = createLog("debug", { write: (line) => log.push(JSON.parse(line)) });
  const config = {
    ...readConfig({ DATABASE_URL: database.url, ENCRYPTION_KEY: "a key for tests only" }),
    ...settings,
    databaseUrl: database.url,
  };
  const opened = await createContext(config, logger, "cli");
  const { post, callIntegration, resolve } = world;
  // Shops of tests are servers of this machine.
  const callShop = createCallShop({ resolve, allowedHosts: config.webhookAllowedHosts });
  const loadPicture = callShop;
  const cell = knownCell(database.url)?.cell ?? (await cellOf(opened.ctx));
  const ctx: Ctx = {
    ...{ ...opened.ctx, post, callIntegration, callShop, loadPicture, resolve },
    now: () => clock.now ?? new Date(),
    ...(cell && { cell }),
  };
  const app = judged(createApp(ctx, { ready: true, stopping: false }));
  const stop = async () => {
    callShop.close();
    await opened.close();
    await database.drop();
  };
  return { ctx, boss: opened.boss, app, stop };
}
