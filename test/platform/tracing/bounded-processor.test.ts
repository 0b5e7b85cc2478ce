import { expect, test } from "bun:test";
import { createBoundedProcessor } from "../../../src/platform/tracing/bounded-processor.ts";

type Exporter = Parameters<typeof createBoundedProcessor>[0];
type Ended = Parameters<ReturnType<typeof createBoundedProcessor>["processor"]["onEnd"]>[0];

const span = { spanContext: () => ({ traceFlags: 1 }) } as unknown as Ended;

test("a collector that never answers fills a queue that ends, and what is beyond it is counted", async () => {
  let batches = 0;
  const exporter: Exporter = { export: () => void batches++, shutdown: async () => {} };
  const { processor, counts } = createBoundedProcessor(exporter, 60_000);
  for (let i = 0; i < 10_000; i++) processor.onEnd(span);
  await Bun.sleep(20);
  expect(counts()).toEqual({ exported: 0, dropped: 10_000 - 4_096 });
  expect(batches).toBeLessThanOrEqual(1);
});
