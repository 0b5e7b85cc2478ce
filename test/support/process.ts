import { join } from "node:path";
import { endWithUs, type TemporaryFolder, temporaryFolder } from "./ends-with-us.ts";
import { entry, ROOT } from "./entries.ts";

export type ServiceProcess = {
  pid: number;
  /** `http://localhost:<port>`, as the service printed it. */
  origin: string;
  port: number;
  /** Everything printed so far, standard output and standard error. */
  output(): string;
  exited: Promise<number>;
  signal(name: NodeJS.Signals): void;
};

export type Ended = { code: number; output: string };

/** The command of the service when it is not about its entry as such. */
const bundled = async () => [process.execPath, await entry("main")];

/**
 * Starts the real service as a separate process and waits until it prints that it is ready; `onOutput` is
 * called meanwhile with what it has printed so far.
 */
export async function startProcess(
  env: Record<string, string>,
  command?: string[],
  onOutput: (output: string) => Promise<void> = async () => {},
): Promise<ServiceProcess> {
  const { child, output } = await spawnService(env, command);
  while (!output().includes("is ready")) {
    await onOutput(output());
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}: ${output()}`);
    await Bun.sleep(10);
  }
  const port = /localhost:(\d+)/.exec(output())?.[1];
  return {
    pid: child.pid,
    origin: `http://localhost:${port}`,
    port: Number(port),
    output,
    exited: child.exited,
    signal: (name) => child.kill(name),
  };
}

/** Runs the service until it exits by itself. */
export async function runProcess(env: Record<string, string>, command?: string[]): Promise<Ended> {
  const { child, ends, output } = await spawnService(env, command);
  await ends;
  return { code: await child.exited, output: output() };
}

/** Returns the path of a new data folder; the path contains a space. */
export async function dataFolder(): Promise<TemporaryFolder> {
  const { path, remove } = await temporaryFolder("aftersale data ");
  return { path: join(path, "data"), remove };
}

/** Starts the service, and doesn't wait until it is ready. */
export async function spawnService(env: Record<string, string>, command?: string[]) {
  const { PATH = "", HOME = "" } = process.env;
  const child = Bun.spawn(command ?? (await bundled()), {
    cwd: ROOT,
    env: { PATH, HOME, PORT: "0", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  endWithUs(child);
  let text = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  };
  const ends = Promise.all([collect(child.stdout), collect(child.stderr)]);
  return { child, ends, output: () => text };
}
