import { isOfFleet } from "./fleet.ts";
import type { TestService, TestStore } from "./service.ts";

/** Runs the jobs of a store's exports or imports, or waits for a fleet's workers, until those of the list have ended. */
export async function finishFiles(service: TestService, store: TestStore, list: string): Promise<void> {
  if (!isOfFleet(store.ctx)) await service.drain();
  while (/"status":"(queued|running)"/.test(await (await store.get(list)).text())) await Bun.sleep(20);
}
