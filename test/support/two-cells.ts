import type { App } from "../../src/app.ts";
import { createCellRouter } from "../../src/boot/cell-router.ts";
import { addCell } from "../../src/platform/cells/add-cell.ts";
import { DIRECTORY_CHANNEL } from "../../src/platform/cells/directory.ts";
import { createInCell } from "../../src/platform/cells/in-cell.ts";
import { createResidences } from "../../src/platform/cells/residences.ts";
import type { Config } from "../../src/platform/config/config.ts";
import { logOutage } from "../../src/platform/db/log-outage.ts";
import { createNotifier } from "../../src/platform/db/notifier.ts";
import { knownCell, type OnDatabase, type Outside, rememberCell, startOnDatabase } from "./on-database.ts";

export type TwoCells = { first: OnDatabase; second: OnDatabase; app: App };

/**
 * Starts two cells behind a router; the directory is in the first. Both have databases of their own, or those of the
 * cells of which the settings name one. What belongs to no store is answered by the first cell, or by the second with
 * `preferSecond`.
 */
export async function startTwoCells(
  settings: Partial<Config>,
  outside: Outside,
  preferSecond: boolean,
): Promise<TwoCells> {
  const [firstUrl, secondUrl] = knownCell(settings.databaseUrl ?? "")?.urls ?? [];
  const first = await startOnDatabase({ ...settings, databaseUrl: firstUrl }, outside, async (ctx) => {
    await addCell(ctx, { name: "first", url: ctx.config.databaseUrl ?? "" });
    return createInCell(ctx, "first", true);
  });
  const second = await startOnDatabase({ ...settings, databaseUrl: secondUrl }, outside, async (ctx) => {
    await addCell(first.ctx, { name: "second", url: ctx.config.databaseUrl ?? "" });
    return createInCell(first.ctx, "second", false);
  });
  const directoryUrl = first.ctx.config.databaseUrl ?? "";
  if (!firstUrl) {
    const urls: [string, string] = [directoryUrl, second.ctx.config.databaseUrl ?? ""];
    for (const service of [first, second]) rememberCell(service, urls);
  }
  const services = { first, second };
  const ordered = preferSecond ? (["second", "first"] as const) : (["first", "second"] as const);
  const residences = createResidences(first.ctx.db);
  const notifier = createNotifier({
    ...{ url: directoryUrl, channel: DIRECTORY_CHANNEL },
    onPayload: (storeId) => {
      residences.changed(storeId);
      for (const { ctx } of [first, second]) ctx.changeSignal.wake(storeId);
    },
    onListening: () => {},
    outage: logOutage(first.ctx.log, "the connection to the directory"),
  });
  notifier.listen();
  const routed = ({ ctx, app }: OnDatabase) => ({ ctx, fetch: app.fetch });
  const cells = {
    find: (name: string) => routed(services[name as "first"]),
    all: () => ordered.map((name) => ({ name, service: routed(services[name]) })),
  };
  const stop = async () => {
    await notifier.close();
    await first.stop();
  };
  const app = { fetch: createCellRouter(cells, residences, {}), routes: first.app.routes };
  return { first: { ...first, stop }, second, app };
}
