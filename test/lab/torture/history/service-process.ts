import { endWithUs } from "../../../support/ends-with-us.ts";
import { entry, ROOT } from "../../../support/entries.ts";

/** A service process as its supervisor sees it. */
export type ServiceProcess = {
  pid: number;
  /** `http://localhost:<port>` */
  origin: string;
  exited: Promise<number>;
  signal(name: NodeJS.Signals): void;
};

/** What the processes have logged, in bounded memory. */
export type Log = {
  /** By request id, the causes of the latest failures. */
  causes: Map<string, string>;
  /** The latest output lines about a crash, which are not JSON. */
  crashes: string[];
  /** By message, the number of lines of level error. */
  errors: Map<string, number>;
};

type LogLine = {
  level?: number;
  msg?: string;
  requestId?: string;
  err?: { message?: string; query?: string };
};

const PRELOAD = decodeURIComponent(new URL("./clock-offset.ts", import.meta.url).pathname);
const START_WITHIN_MS = 60_000;
const MAX_CAUSES = 2_000;
const MAX_LINES = 200;
const MAX_LINE_LENGTH = 2_000;
const STACK_LINES = 25;
const ERROR_LEVEL = 50;

export function createLog(): Log {
  return { causes: new Map(), crashes: [], errors: new Map() };
}

/** Starts the service with a clock shifted by `offsetMs`; rejects if it ends before it is ready. */
export async function startServiceProcess(
  env: Record<string, string>,
  { name, offsetMs, log }: { name: string; offsetMs: number; log: Log },
): Promise<ServiceProcess> {
  const { PATH = "", HOME = "" } = process.env;
  const child = Bun.spawn([process.execPath, "--preload", PRELOAD, await entry("main")], {
    cwd: ROOT,
    env: { PATH, HOME, PORT: "0", CLOCK_OFFSET_MS: String(offsetMs), ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  endWithUs(child);
  const ready = Promise.withResolvers<string>();
  let unexplained = "";
  /** How many lines belong to the last crash: its stack. */
  let stackLines = 0;
  const read = (line: string) => {
    if (line.startsWith("{")) return keepLogLine(log, line);
    // The banner, which the service prints when it is ready.
    const port = /API\s+http:\/\/localhost:(\d+)/.exec(line)?.[1];
    if (port) ready.resolve(port);
    else unexplained = `${unexplained}${line}\n`.slice(-MAX_LINE_LENGTH);
    stackLines = /panic|segmentation fault|^\s*(?:\w*Error|error):/i.test(line)
      ? STACK_LINES
      : stackLines - 1;
    if (stackLines > 0) keep(log.crashes, `${name}: ${line}`);
  };
  for (const stream of [child.stdout, child.stderr]) void eachLine(stream, read);

  const late = setTimeout(() => child.kill("SIGKILL"), START_WITHIN_MS);
  const port = await Promise.race([ready.promise, child.exited.then(() => undefined)]);
  clearTimeout(late);
  if (!port) throw new Error(`${name} ended with ${child.exitCode} before it was ready: ${unexplained}`);
  return {
    pid: child.pid,
    origin: `http://localhost:${port}`,
    exited: child.exited,
    signal: (signal) => child.kill(signal),
  };
}

async function eachLine(stream: ReadableStream<Uint8Array>, read: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) read(line);
  }
}

function keepLogLine(log: Log, line: string): void {
  let entry: LogLine;
  try {
    entry = JSON.parse(line);
  } catch {
    return;
  }
  if ((entry.level ?? 0) < ERROR_LEVEL) return;
  const { msg = "", err } = entry;
  // Each of these is a response 500, so the summary counts them by cause.
  const name = msg === "a request failed" ? `${msg}: ${err?.message}` : msg;
  log.errors.set(name, (log.errors.get(name) ?? 0) + 1);
  if (!entry.requestId) return;
  log.causes.set(entry.requestId, `${msg}: ${err?.message ?? ""} ${err?.query?.slice(0, 200) ?? ""}`.trim());
  const [oldest] = log.causes.keys();
  if (log.causes.size > MAX_CAUSES && oldest !== undefined) log.causes.delete(oldest);
}

function keep(lines: string[], line: string): void {
  lines.push(line.slice(0, MAX_LINE_LENGTH));
  if (lines.length > MAX_LINES) lines.shift();
}
