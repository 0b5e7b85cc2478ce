import type { Config } from "../platform/config/config.ts";
import type { createTracing as CreateTracing } from "../platform/tracing/open-telemetry.ts";
import { setRecorder } from "../platform/tracing/tracing.ts";

/**
 * Starts to record traces if the settings name a collector, and returns how to stop it. Without a collector no package
 * for traces is loaded.
 */
export async function startTracing({ tracing: settings }: Config): Promise<() => Promise<void>> {
  if (!settings) return async () => {};
  const loaded = await import("../platform/tracing/open-telemetry.ts");
  const createTracing: typeof CreateTracing = loaded.createTracing;
  const tracing = createTracing(settings);
  setRecorder(tracing);
  return async () => {
    setRecorder(undefined);
    await tracing.stop();
  };
}
