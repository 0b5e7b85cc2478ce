import { run } from "../../src/boot/run.ts";
import type { Ended, ServiceProcess } from "./process.ts";

export type ServiceInside = Omit<ServiceProcess, "pid">;

/**
 * Starts the service in this process, by the code that its entry runs, and waits until it prints that it is ready. That
 * takes a small part of what a process takes, and suffices unless the process itself is what the test is about.
 */
export async function startInside(env: Record<string, string>): Promise<ServiceInside> {
  const inside = begin(env);
  await Promise.race([inside.started, inside.exited]);
  const port = Number(/localhost:(\d+)/.exec(inside.output())?.[1]);
  if (!inside.output().includes("is ready")) {
    throw new Error(`the service ended with ${await inside.exited}: ${inside.output()}`);
  }
  return { ...inside, port, origin: `http://localhost:${port}` };
}

/** Starts the service in this process until it ends by itself. */
export async function runInside(env: Record<string, string>): Promise<Ended> {
  const { exited, output } = begin(env);
  return { code: await exited, output: output() };
}

function begin(env: Record<string, string>) {
  const listeners = new Map<string, () => void>();
  const ended = Promise.withResolvers<number>();
  let server: ReturnType<typeof Bun.serve> | undefined;
  let text = "";
  const print = (more: string) => {
    text += more;
  };
  const started = run({
    env: { PORT: "0", ...env },
    serve: ({ port, host, onError, fetch }) => {
      const own = Bun.serve({
        ...{ port, hostname: host, development: false, reusePort: false, error: onError },
        fetch: (request, server) => fetch(request, () => server.requestIP(request)?.address),
      });
      server = own;
      return { port: own.port ?? port, stop: (force) => own.stop(force) };
    },
    onSignal: (signal, listener) => listeners.set(signal, listener),
    isTerminal: false,
    print,
    printError: print,
    exit: (code) => {
      void server?.stop(true);
      ended.resolve(code);
    },
    freeMemory: () => {},
    freeNewMemory: () => {},
    cpuUsage: () => process.cpuUsage(),
  });
  return {
    started,
    exited: ended.promise,
    output: () => text,
    signal: (name: NodeJS.Signals) => listeners.get(name)?.(),
  };
}
