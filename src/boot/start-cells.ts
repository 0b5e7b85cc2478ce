import type { Logger } from "pino";
import { createHandler, type LoggingCtx } from "../core/http/create-handler.ts";
import { createMetricsResponder } from "../core/http/metrics-route.ts";
import { createEncryption } from "../lib/encryption.ts";
import { originAt } from "../lib/host.ts";
import { MIN_CONNECTIONS } from "../lib/pool-sizes.ts";
import { VERSION } from "../lib/version.ts";
import { healMoves } from "../operate/moves/heal-moves.ts";
import { CELLS_CHANGED, DIRECTORY_CHANNEL, type Directory } from "../platform/cells/directory.ts";
import { createResidences } from "../platform/cells/residences.ts";
import type { Config } from "../platform/config/config.ts";
import { requireJournal } from "../platform/db/backup/awaited-journal.ts";
import { type Connection, connect } from "../platform/db/connect.ts";
import { requireKey } from "../platform/db/key-check.ts";
import { logConnections, logOutage } from "../platform/db/log-outage.ts";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { createNotifier } from "../platform/db/notifier.ts";
import { waitForDatabase } from "../platform/db/wait-for-database.ts";
import { warnOfFewConnections } from "../platform/db/warn-of-few-connections.ts";
import { createProcessMetrics, type ProcessMetrics } from "../platform/metrics/create-metrics.ts";
import { mergeTexts } from "../platform/metrics/merge-texts.ts";
import { createCellRouter } from "./cell-router.ts";
import { cellSources } from "./cell-sources.ts";
import { demoInCells } from "./demo-in-cells.ts";
import { earlyRequests } from "./early-requests.ts";
import { openCells, type Patience, type ServedCells } from "./served-cells.ts";
import type { Listening, Service } from "./start.ts";
import { startTracing } from "./start-tracing.ts";

type Opened = { directory: Directory; connection: Connection; url: string };

/**
 * Starts the service on the cells of the directory: each as a service of one database is, and a router before them.
 * A cell that can't be opened doesn't stop the start. Throws when the directory can't be opened.
 */
export async function startCells(
  config: Config,
  log: Logger,
  { listen, freeMemory }: Listening,
  patience: Patience = {},
): Promise<Service> {
  const early = earlyRequests();
  const endTracing = await startTracing(config);
  const port = await listen(early.fetch);
  const origin = config.publicUrl ?? originAt(config.host, port);
  const closings: (() => Promise<void>)[] = [endTracing];
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing();
  };
  try {
    const { directory, connection, url } = await openDirectory(config, log);
    closings.push(connection.close);
    const residences = createResidences(directory.db);
    const cells = await openCells(directory, { config, log, added: { freeMemory, origin }, ...patience });
    closings.push(cells.stop);
    const notifier = createNotifier({
      ...{ url, channel: DIRECTORY_CHANNEL },
      onPayload: (storeId) => {
        if (storeId === CELLS_CHANGED) return cells.refresh();
        residences.changed(storeId);
        cells.wake(storeId);
      },
      onListening: () => {
        residences.suspect();
        cells.refresh();
        cells.wake();
      },
      outage: logOutage(log, "the connection for notifications of the directory"),
    });
    closings.push(notifier.close);
    notifier.listen();
    if (config.role !== "api") closings.push(healMoves(directory, log));
    await cells.opened;
    const demo = config.demo ? await demoInCells(directory, cells.all(), log) : undefined;
    const state = { isStopping: false };
    const processMetrics = createProcessMetrics(cellSources(cells, connection, log));
    const logging = { config, log, now: () => new Date(), metrics: processMetrics };
    const ownRoutes = logged(logging, {
      "/healthz": async () => Response.json({ status: "alive" }),
      "/readyz": () => readiness(cells, connection, state),
      "/metrics": createMetricsResponder(config, () => metricsOf(cells, processMetrics)),
    });
    const fetch = createCellRouter(cells, residences, ownRoutes);
    early.serve(fetch);
    return {
      fetch,
      demo: demo?.store,
      consoleLink: demo?.link,
      shopperOrder: demo?.shopperOrder,
      beginStop: () => {
        state.isStopping = true;
        cells.beginStop();
      },
      stop: close,
    };
  } catch (error) {
    early.fail(error);
    await close();
    throw error;
  }
}

async function openDirectory(config: Config, log: Logger): Promise<Opened> {
  const { databaseUrl: url = "", encryptionKey = "", previousEncryptionKey } = config;
  await waitForDatabase(url, log);
  const connections = logConnections(log, "the connection to the directory", url);
  const opened = connect(url, connections.failed, MIN_CONNECTIONS);
  const connection = { ...opened, close: () => opened.close().finally(connections.stop) };
  try {
    await migrateDatabase(url, log);
    const encryption = await createEncryption(encryptionKey, previousEncryptionKey);
    await requireKey(connection.db, encryption);
    await requireJournal(connection.db);
    await warnOfFewConnections({ db: connection.db, url, connections: MIN_CONNECTIONS }, log);
    return { directory: { db: connection.db, encryption }, connection, url };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Returns routes that log, count and answer HEAD as an app does. */
function logged(ctx: LoggingCtx, routes: Record<string, (request: Request) => Promise<Response>>) {
  const known = Object.keys(routes).map((path) => ({ method: "GET", path }));
  const wrapped = Object.entries(routes).map(
    ([path, respond]) => [path, createHandler(ctx, { routes: known, fetch: respond })] as const,
  );
  return Object.fromEntries(wrapped);
}

/** Ready while one cell is: a process is not to be cut off from those that work. */
async function readiness(
  cells: ServedCells,
  { healthCheck }: Connection,
  { isStopping }: { isStopping: boolean },
): Promise<Response> {
  const states = cells.all().map(async ({ name, service }) => {
    const health = await service?.ctx.databaseHealth.check();
    const encryptionKey = service?.hasKey() ?? false;
    const { responsive: database = false, writable = false } = health ?? {};
    const isReady = database && writable && encryptionKey && service?.readiness.ready === true;
    return [name, { status: isReady ? "ready" : "not ready", database, writable, encryptionKey }] as const;
  });
  const [directory, ...all] = await Promise.all([healthCheck.check(), ...states]);
  const isReady = !isStopping && all.some(([, { status }]) => status === "ready");
  const body = {
    status: isReady ? "ready" : "not ready",
    cells: Object.fromEntries(all),
    directory: directory.responsive,
    stopping: isStopping,
    version: VERSION,
  };
  return Response.json(body, { status: isReady ? 200 : 503 });
}

async function metricsOf(cells: ServedCells, processMetrics: ProcessMetrics) {
  const services = cells.all().flatMap(({ service }) => service ?? []);
  const texts = await Promise.all([processMetrics.text(), ...services.map(({ ctx }) => ctx.metrics.text())]);
  const contentType = services[0]?.ctx.metrics.contentType ?? "text/plain; version=0.0.4; charset=utf-8";
  return { text: mergeTexts(texts), contentType };
}
