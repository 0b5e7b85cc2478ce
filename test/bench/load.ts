import { bulkBody, eventBody } from "./bodies.ts";

/** The input of a load generator, which runs as a separate process. */
export type Load = {
  origin: string;
  /** Requests go to the stores in turn. */
  stores: { id: string; secret: string }[];
  connections: number;
  /** Events per request; with 1, each request goes to the operation for single events. */
  size: number;
  /** A prefix that makes ids unique among loads. */
  run: string;
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
};

type Connection = { send(due: number): void };

const task: Load = JSON.parse(process.argv[2] ?? "{}");
process.stdout.write(JSON.stringify(await drive(task)));
process.exit(0);

async function drive(load: Load): Promise<Outcome> {
  const { seconds = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY, rate } = load;
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const done = Promise.withResolvers<void>();
  const idle: Connection[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let sent = 0;
  let open = 0;

  /** Returns when the next request is due; undefined if there are no more. */
  const next = () => {
    const due = rate === undefined ? performance.now() : start + (sent * 1000) / rate;
    return sent < requests && due < end ? due : undefined;
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
  const answered = (connection: Connection, status: string, due: number) => {
    latencies.push(performance.now() - due);
    statuses[status] = (statuses[status] ?? 0) + 1;
    open--;
    idle.push(connection);
    pump();
  };
  for (let i = 0; i < load.connections; i++) {
    idle.push(await connect(load, () => requestOf(load, sent), answered));
  }
  const timer = rate === undefined ? undefined : setInterval(pump, 1);
  pump();
  await done.promise;
  clearInterval(timer);

  const sorted = latencies.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const elapsed = (performance.now() - start) / 1000;
  return {
    requests: latencies.length,
    seconds: elapsed,
    statuses,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
  };
}

function requestOf(load: Load, number: number): string {
  const { id, secret } = load.stores[number % load.stores.length] ?? { id: "", secret: "" };
  const path = `/v2.2/stores/${id}/events${load.size > 1 ? "/bulk" : ""}`;
  const body =
    load.size > 1 ? bulkBody(load.run, number, load.size) : eventBody(load.run, number, load.stores.length);
  // Bodies are ASCII, so their length is the same in characters and bytes.
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

async function connect(
  { origin }: Load,
  request: () => string,
  answered: (connection: Connection, status: string, due: number) => void,
): Promise<Connection> {
  let answer = "";
  let unsent = Buffer.alloc(0);
  let due = 0;
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(origin).port),
    socket: {
      data: (_, chunk) => {
        answer += chunk.toString("latin1");
        const head = answer.indexOf("\r\n\r\n");
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(answer.slice(0, head))?.[1] ?? 0);
        if (answer.length < head + 4 + length) return;
        const status = answer.slice(9, 12);
        answer = "";
        answered(connection, status, due);
      },
      drain: () => write(unsent),
      close: () => {
        throw new Error("the service closed a connection");
      },
    },
  });
  const write = (bytes: Buffer<ArrayBuffer>) => {
    unsent = bytes.subarray(socket.write(bytes));
  };
  const connection: Connection = {
    send: (at) => {
      due = at;
      write(Buffer.from(request(), "latin1"));
    },
  };
  return connection;
}
