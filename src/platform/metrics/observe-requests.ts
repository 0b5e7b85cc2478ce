import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { ProblemCode } from "../../lib/problem-codes.ts";

type FinishedRequest = {
  /** Whether the client may do what it has requested. */
  isKnown: boolean;
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
  /** A response begins to be streamed; returns what is called once it has ended. */
  streamStarted(): () => void;
  /** How many requests have no response yet, and how many responses are still streamed. */
  unfinished(): number;
};

/** Its 503 says how the process is. It is the answer that was asked for, and no error. */
const READINESS = "/readyz";

export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Labels = { method: string; route: string; status: string };

/** What probes and Prometheus request, without a credential. */
const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);
const PROBE_STATUSES = ["200", "503"];
const CLASSES = ["2xx", "3xx", "4xx", "5xx"];
/** Errors that need no credential. */
const UNAUTHENTICATED_ERRORS: readonly { status: number; code: ProblemCode }[] = [
  { status: 400, code: "invalid_request" },
  { status: 401, code: "unauthenticated" },
  { status: 404, code: "route_not_found" },
  { status: 405, code: "method_not_allowed" },
];

/**
 * Returns the labels of a request. Every distinct value is a series that Prometheus keeps, so of clients without a
 * credential all but the probes are counted in one per class of statuses.
 */
function labelsOf({ isKnown, method, route, status }: FinishedRequest): Labels {
  const isProbe = method === "GET" && PROBES.has(route) && PROBE_STATUSES.includes(String(status));
  if (isKnown || isProbe) return { method, route, status: String(status) };
  return unauthenticatedLabels(`${String(status)[0]}xx`);
}

function unauthenticatedLabels(status: string): Labels {
  return { method: "other", route: "other", status };
}

/** Adds the metrics of requests. */
export function observeRequests(registry: Registry): RequestMetrics {
  const registers = [registry];
  const requests = new Histogram({
    name: "aftersale_http_request_duration_seconds",
    help: "Duration of requests, by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers,
  });
  let inFlight = 0;
  let streamed = 0;
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
  const readiness = new Counter({
    name: "aftersale_readiness_checks_total",
    help: "Responses of /readyz, by what they say: ready or not_ready. Those with not_ready are in no other metric.",
    labelNames: ["outcome"],
    registers,
  });
  // Their series are there from the start, so that clients without a credential add none.
  for (const status of CLASSES) requests.zero(unauthenticatedLabels(status));
  for (const route of PROBES) requests.zero({ method: "GET", route, status: "200" });
  for (const labels of UNAUTHENTICATED_ERRORS) errors.inc(labels, 0);
  for (const outcome of ["ready", "not_ready"]) readiness.inc({ outcome }, 0);
  return {
    requestStarted: () => {
      inFlight++;
    },
    requestFinished: (request) => {
      inFlight--;
      const { route, status, seconds, code } = request;
      if (route === READINESS && (status === 200 || status === 503)) {
        readiness.inc({ outcome: status === 200 ? "ready" : "not_ready" });
        if (status === 503) return;
      }
      requests.observe(labelsOf(request), seconds);
      if (status >= 400) errors.inc({ status, code: code ?? "other" });
    },
    streamStarted: () => {
      streamed++;
      return () => {
        streamed--;
      };
    },
    unfinished: () => inFlight + streamed,
  };
}
