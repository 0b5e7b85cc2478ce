import { pause } from "../lib/pause.ts";
import type { OpenService } from "./open-service.ts";

const IDLE_WITHIN_MS = 10_000;
const POLL_MS = 20;

/** Closes a service that gets no requests any more, once those in progress have their responses, or ten seconds later. */
export async function retire(service: OpenService | undefined, isUrgent: () => boolean): Promise<void> {
  if (!service) return;
  service.beginStop();
  const end = performance.now() + IDLE_WITHIN_MS;
  const { requestsInFlight } = service.ctx.metrics;
  while (requestsInFlight() > 0 && performance.now() < end && !isUrgent()) await pause(POLL_MS);
  await service.stop();
}
