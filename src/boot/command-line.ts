import { DrizzleQueryError } from "drizzle-orm";
import type { DestinationStream } from "pino";
import { explainError } from "../lib/explain-error.ts";
import { VERSION } from "../lib/version.ts";
import type { Command, CommandResult, ParsedOptions, Terminal } from "../operate/commands/command.ts";
import { type ParseArgs, parseCall } from "../operate/commands/parse-call.ts";
import { createProgressBar } from "../operate/commands/progress-bar.ts";
import { COMMANDS } from "../operate/commands/table.ts";
import { helpFor, helpForAll, UsageError } from "../operate/commands/usage.ts";
import { readConfig } from "../platform/config/config.ts";
import { isUnavailable } from "../platform/db/errors.ts";
import { type CommandPlace, createCommandContext } from "./create-command-context.ts";
import { createLog } from "./create-log.ts";
import { createPrinter, type Output } from "./create-printers.ts";

/** What a command line is run in. */
export type Shell = {
  env: Record<string, string | undefined>;
  stdout: Output;
  stderr: Output & { isTTY?: boolean };
  /** Where logs go: standard output is for the result. */
  log: DestinationStream;
  parse: ParseArgs;
  /** Returns the content of a file, or of the standard input if its path is `-`. */
  readSecret(path: string): string;
  file(path: string): { size: number; exists(): Promise<boolean>; stream(): ReadableStream<Uint8Array> };
  exitWith(status: number): void;
  /** Frees what is left of work that is done. */
  freeMemory(): void;
};

/** Runs one call of the operator's commands, whether the service is running or not. */
export async function runCommandLine(args: string[], shell: Shell): Promise<void> {
  const { env, stdout, stderr, file, exitWith, freeMemory } = shell;
  const print = createPrinter(stdout, () => exitWith(1));
  const bar = createProgressBar({
    // The work goes on without its progress being shown.
    write: createPrinter(stderr, () => {}),
    isTerminal: stderr.isTTY === true,
    now: () => performance.now(),
  });
  const openContext = (place: CommandPlace) =>
    createCommandContext(readConfig(env), createLog("warn", shell.log), place, freeMemory);

  const terminal: Terminal = {
    read,
    exists: (path) => file(path).exists(),
    openContext: () => openContext({ place: "directory", storeId: undefined }),
    onProgress: bar.note,
    onLine: bar.print,
    onShare: bar.show,
    env: (name) => env[name] || undefined,
  };

  async function call(): Promise<string> {
    const call = parseCall(args, COMMANDS, {
      ...{ parse: shell.parse, env: terminal.env, readFile: shell.readSecret },
    });
    if (call.kind === "version")
      return call.json ? JSON.stringify({ version: VERSION }) : `aftersale ${VERSION}`;
    if (call.kind === "help") {
      const [first, ...more] = call.commands;
      return first && more.length === 0 ? helpFor(first) : helpForAll(call.commands);
    }
    const { result, text, failed } = await run(call.command, call.options);
    if (failed) exitWith(1);
    return call.json ? JSON.stringify(result) : text;
  }

  async function run(command: Command, options: ParsedOptions): Promise<CommandResult> {
    if ("runAlone" in command) return command.runAlone(() => readConfig(env), options, terminal);
    const isNew = command.place === "new-store";
    const storeId = isNew ? options.id : options.store;
    const place = command.place ?? (command.options.store ? "store" : "directory");
    const { ctx, close } = await openContext({
      place,
      storeId: typeof storeId === "string" ? storeId : undefined,
    });
    try {
      return await command.run(ctx, options, terminal);
    } finally {
      await close();
    }
  }

  async function read(path: string): Promise<ReadableStream<Uint8Array>> {
    const found = file(path);
    if (!(await found.exists())) throw new Error(`There is no file ${path}.`);
    let bytes = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.length;
        bar.show(bytes / found.size, path);
        controller.enqueue(chunk);
      },
    });
    return found.stream().pipeThrough(counter);
  }

  try {
    const text = await call();
    bar.end();
    print(`${text}\n`);
  } catch (error) {
    bar.print(explain(error));
    exitWith(error instanceof UsageError ? 2 : 1);
  }
}

function explain(error: unknown): string {
  // The cause of a failed statement is the database's own message.
  const reason = error instanceof DrizzleQueryError && error.cause ? error.cause : error;
  return isUnavailable(error)
    ? `The database can't be reached: ${explainError(reason)}`
    : explainError(reason);
}
