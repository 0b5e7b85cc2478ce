import { Counter, Gauge, type Registry } from "prom-client";
import { createTally } from "./tally.ts";

type FinishedRequest = {
  method: string;
  route: string;
  status: number;
  seconds: number;
  /** The code of the problem that was the response. */
  code?: string | undefined;
};

export type RequestMetrics = {
  requestStarted(): void;
  requestFinished(request: FinishedRequest): void;
};

export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Adds the metrics of requests. */
export function observeRequests(registry: Registry): RequestMetrics {
  const registers = [registry];
  const requests = createTally<{ method: string; route: string; status: number }>(
    {
      name: "aftersale_http_request_duration_seconds",
      help: "Duration of requests, by method, route and status.",
      buckets: SECONDS,
      registry,
    },
    ({ method, route, status }) => `${method} ${route} ${status}`,
  );
  let inFlight = 0;
  new Gauge({
    name: "aftersale_http_requests_in_flight",
    help: "Requests that have no response yet.",
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  const errors = new Counter({
    name: "aftersale_http_errors_total",
    help: "Error responses, by status and the code of the problem.",
    labelNames: ["status", "code"],
    registers,
  });
  return {
    requestStarted: () => {
      inFlight++;
    },
    requestFinished: ({ method, route, status, seconds, code }) => {
      inFlight--;
      requests.observe({ method, route, status }, seconds);
      if (status >= 400) errors.inc({ status, code: code ?? "other" });
    },
  };
}
