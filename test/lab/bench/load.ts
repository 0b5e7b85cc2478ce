import { bulkBody, eventBody } from "./bodies.ts";
import { connect } from "./load-connection.ts";
import { type Template, writerOf } from "./template.ts";

/** The input of a load generator, which runs as a separate process and reads it from its standard input. */
export type Load = {
  origin: string;
  /** Requests go to the stores in turn. */
  stores: { id: string; secret: string }[];
  connections: number;
  /** Events per request; with 1, each request goes to the operation for single events. */
  size?: number;
  /** Requests of any operation, in place of events. */
  template?: Template;
  /** A prefix that makes ids unique among loads. */
  run: string;
  /** The number of the first request. */
  first?: number;
  seconds?: number;
  requests?: number;
  /** Requests per second; without it, each connection sends its next request when it has a response. */
  rate?: number;
};

export type Outcome = {
  requests: number;
  seconds: number;
  statuses: Record<string, number>;
  medianMs: number;
  p99Ms: number;
  maxMs: number;
  /** The part of one core that the generator used. */
  generatorCpu: number;
};

type Connection = { send(due: number): void };

const task: Load = JSON.parse(await Bun.stdin.text());
process.stdout.write(JSON.stringify(await drive(task)));
process.exit(0);

async function drive(load: Load): Promise<Outcome> {
  const { seconds = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY, rate } = load;
  const requestOf = load.template ? writerOf(load.template, load) : eventRequest;
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const done = Promise.withResolvers<void>();
  const idle: Connection[] = [];
  let start = performance.now();
  let sent = 0;
  let open = 0;

  /** Returns when the next request is due; undefined if there are no more. */
  const next = () => {
    const due = rate === undefined ? performance.now() : start + (sent * 1000) / rate;
    return sent < requests && due < start + seconds * 1000 ? due : undefined;
  };
  const pump = () => {
    for (let due = next(); idle.length > 0; due = next()) {
      if (due === undefined) return open === 0 ? done.resolve() : undefined;
      const wait = due - performance.now();
      if (wait > 0) return;
      sent++;
      open++;
      idle.pop()?.send(due);
    }
  };
  for (let i = 0; i < load.connections; i++) {
    const socket = await connect(load.origin, (status, due) => {
      latencies.push(performance.now() - due);
      statuses[status] = (statuses[status] ?? 0) + 1;
      open--;
      idle.push(connection);
      pump();
    });
    const connection: Connection = {
      // The request is counted already.
      send: (due) => socket.send(requestOf(load, (load.first ?? 0) + sent - 1), due),
    };
    idle.push(connection);
  }
  start = performance.now();
  const cpu = process.cpuUsage();
  const timer = rate === undefined ? undefined : setInterval(pump, 1);
  pump();
  await done.promise;
  clearInterval(timer);

  const elapsed = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const sorted = latencies.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    requests: latencies.length,
    seconds: elapsed,
    statuses,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    generatorCpu: (user + system) / 1e6 / elapsed,
  };
}

function eventRequest({ stores, size = 1, run }: Load, number: number): string {
  const { id, secret } = stores[number % stores.length] ?? { id: "", secret: "" };
  const path = `/v2.2/stores/${id}/events${size > 1 ? "/bulk" : ""}`;
  const body = size > 1 ? bulkBody(run, number, size) : eventBody(run, number, stores.length);
  // Bodies are ASCII, so their length is the same in characters and bytes.
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
