import { afterAll, beforeAll } from "bun:test";
import { knownCell } from "./on-database.ts";
import { type ServiceProcess, startProcess } from "./process.ts";
import { type StartSettings, startService, type TestService, type TestStore } from "./service.ts";

export type UsedService = TestService & {
  /** Adds a callback that runs before the service stops; the last added runs first. */
  beforeStop(work: () => unknown): void;
};

/** With `databaseOf`, the service runs on the database of another one. */
export type ServiceSettings = StartSettings & { databaseOf?: UsedService };

/**
 * Returns the service of a test file or a `describe`, for its hooks and tests. It starts before the first
 * test and stops after the last.
 */
export function useService({ databaseOf, ...settings }: ServiceSettings = {}): UsedService {
  const endings: (() => unknown)[] = [];
  const service = {} as UsedService;
  service.beforeStop = (work) => void endings.unshift(work);
  const stop = async () => {
    for (const end of endings) await end();
    await service.stop();
  };
  beforeAll(async () => {
    const shared = databaseOf && { databaseUrl: databaseOf.ctx.config.databaseUrl };
    Object.assign(service, await startService({ ...settings, ...shared }));
  });
  if (databaseOf) databaseOf.beforeStop(stop);
  else afterAll(stop);
  return service;
}

/** Returns a store of the service, created before the first test, for hooks and tests; see `newStore`. */
export function useStore(service: TestService, options?: { beside: TestStore }): TestStore {
  const store = {} as TestStore;
  beforeAll(async () => {
    Object.assign(store, await service.newStore(options));
  });
  return store;
}

/** Returns the settings of further processes and commands of a service. */
export function environmentOf(service: TestService): Record<string, string> {
  const { databaseUrl = "", encryptionKey = "" } = service.ctx.config;
  const [directoryUrl] = knownCell(databaseUrl)?.urls ?? [];
  return {
    ...{ DATABASE_URL: directoryUrl ?? databaseUrl, ENCRYPTION_KEY: encryptionKey },
    ...(directoryUrl && { CELLS: "*" }),
  };
}

/** Returns a service process on the database of `service`; it ends before `service` stops. */
export function useProcess(service: UsedService, env: Record<string, string> = {}): ServiceProcess {
  const process = {} as ServiceProcess;
  beforeAll(async () => {
    Object.assign(process, await startProcess({ ...environmentOf(service), ...env }));
  });
  service.beforeStop(async () => {
    process.signal("SIGTERM");
    await process.exited;
  });
  return process;
}
