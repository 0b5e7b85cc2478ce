import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import { VERSION } from "../../lib/version.ts";

/** What Bun reports as zero, and what says nothing about a server. */
const LEFT_OUT = /^nodejs_(?:heap_space_|active_|version_info)/;

/** Adds the metrics of the process and its runtime under the names that are usual for them, and the version. */
export function observeRuntime(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) {
    if (LEFT_OUT.test(name)) registry.removeSingleMetric(name);
  }
  new Gauge({
    name: "aftersale_build_info",
    help: "The version of the service and its runtime; always 1.",
    labelNames: ["version", "runtime"],
    registers: [registry],
  }).set({ version: VERSION, runtime: navigator.userAgent }, 1);
}
