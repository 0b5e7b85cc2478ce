import { endWithUs } from "../../support/ends-with-us.ts";
import { retry } from "../torture/retry.ts";
import { ENVIRONMENT, run } from "./install.ts";

/** A Medusa on its own database, which can be killed and started again. */
export type MedusaProcess = {
  origin: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Returns the end of what all processes have written. */
  output(): string;
};

const MAX_OUTPUT = 20_000;

type Options = { folder: string; databaseUrl: string; port: number; env: Record<string, string> };

/** Prepares the database, with a user of the admin, and returns the process, which isn't started yet. */
export async function prepareMedusa({
  folder,
  databaseUrl,
  port,
  env: more,
}: Options): Promise<MedusaProcess> {
  const env = { ...ENVIRONMENT, DATABASE_URL: databaseUrl, ...more };
  const medusa = `${folder}/node_modules/.bin/medusa`;
  await run(folder, [medusa, "db:migrate", "--skip-scripts"], env);
  await run(folder, [medusa, "user", "-e", USER.email, "-p", USER.password], env);
  const origin = `http://127.0.0.1:${port}`;
  let current: ReturnType<typeof spawn> | undefined;
  let output = "";

  function spawn() {
    const started = Bun.spawn([medusa, "start", "-H", "127.0.0.1", "-p", String(port)], {
      ...{ cwd: folder, env, stdout: "pipe", stderr: "pipe" },
    });
    endWithUs(started);
    for (const stream of [started.stdout, started.stderr]) void keep(stream);
    return started;
  }

  async function keep(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) output = (output + decoder.decode(chunk)).slice(-MAX_OUTPUT);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = current;
    current = undefined;
    ended?.kill(signal);
    await ended?.exited;
  }

  return {
    origin,
    start: async () => {
      current = spawn();
      await retry(async () => {
        if (current?.exitCode !== null) current = spawn();
        const { ok } = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(5_000) });
        if (!ok) throw new Error(`Medusa is not ready: ${output}`);
      });
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    output: () => output,
  };
}

export const USER = { email: "lab@example.test", password: "lab-of-the-shop" };
