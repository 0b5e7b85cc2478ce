import { closeSync, openSync, readSync } from "node:fs";
import { parseArgs } from "node:util";
import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { type CommandPlace, createCommandContext } from "./boot/create-command-context.ts";
import { createLog } from "./boot/create-log.ts";
import { createPrinter } from "./boot/create-printers.ts";
import { explainError } from "./lib/explain-error.ts";
import { VERSION } from "./lib/version.ts";
import type { Command, CommandResult, ParsedOptions, Terminal } from "./operate/commands/command.ts";
import { parseCall } from "./operate/commands/parse-call.ts";
import { createProgressBar } from "./operate/commands/progress-bar.ts";
import { COMMANDS } from "./operate/commands/table.ts";
import { helpFor, helpForAll, UsageError } from "./operate/commands/usage.ts";
import { readConfig } from "./platform/config/config.ts";
import { isUnavailable } from "./platform/db/errors.ts";

const MAX_SECRET_BYTES = 65_536;

const print = createPrinter(process.stdout, () => {
  process.exitCode = 1;
});
const bar = createProgressBar({
  // The work goes on without its progress being shown.
  write: createPrinter(process.stderr, () => {}),
  isTerminal: process.stderr.isTTY === true,
  now: () => performance.now(),
});

const terminal: Terminal = {
  read,
  exists: (path) => Bun.file(path).exists(),
  openContext: () => openContext({ place: "directory", storeId: undefined }),
  onProgress: bar.note,
  onLine: bar.print,
  onShare: bar.show,
  env: (name) => process.env[name] || undefined,
};

await main(process.argv.slice(2));

async function main(args: string[]): Promise<void> {
  try {
    const text = await runCommandLine(args);
    bar.end();
    print(`${text}\n`);
  } catch (error) {
    bar.print(explain(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

async function runCommandLine(args: string[]): Promise<string> {
  const call = parseCall(args, COMMANDS, {
    parse: (args, options) => parseArgs({ args, options, allowPositionals: true }),
    env: terminal.env,
    readFile: readSecret,
  });
  if (call.kind === "version")
    return call.json ? JSON.stringify({ version: VERSION }) : `aftersale ${VERSION}`;
  if (call.kind === "help") {
    const [first, ...more] = call.commands;
    return first && more.length === 0 ? helpFor(first) : helpForAll(call.commands);
  }
  const { result, text, failed } = await run(call.command, call.options);
  if (failed) process.exitCode = 1;
  return call.json ? JSON.stringify(result) : text;
}

/**
 * Runs a command, whether the service is running or not. Logs go to standard error: standard output is for
 * the result.
 */
async function run(command: Command, options: ParsedOptions): Promise<CommandResult> {
  if ("runAlone" in command) return command.runAlone(() => readConfig(process.env), options, terminal);
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

function openContext(place: CommandPlace) {
  const log = createLog("warn", pino.destination({ dest: 2, sync: true }));
  return createCommandContext(readConfig(process.env), log, place);
}

/** A larger file is none with a secret, and may have no end. */
function readSecret(path: string): string {
  const content = Buffer.alloc(MAX_SECRET_BYTES + 1);
  let length = 0;
  const file = openSecret(path);
  try {
    for (let more = -1; more !== 0 && length < content.length; length += more)
      more = readSync(file, content, length, content.length - length, null);
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    if (path !== "-") closeSync(file);
  }
  if (length > MAX_SECRET_BYTES) throw new Error(`${path} is too large to be a secret.`);
  return content.toString("utf8", 0, length);
}

function openSecret(path: string): number {
  if (path === "-") return process.stdin.fd;
  try {
    return openSync(path, "r");
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): Error {
  return new Error(`The file ${path} can't be read (${(error as NodeJS.ErrnoException).code}).`, {
    cause: error,
  });
}

async function read(path: string): Promise<ReadableStream<Uint8Array>> {
  const file = Bun.file(path);
  if (!(await file.exists())) throw new Error(`There is no file ${path}.`);
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.length;
      bar.show(bytes / file.size, path);
      controller.enqueue(chunk);
    },
  });
  return file.stream().pipeThrough(counter);
}

function explain(error: unknown): string {
  // The cause of a failed statement is the database's own message.
  const reason = error instanceof DrizzleQueryError && error.cause ? error.cause : error;
  return isUnavailable(error)
    ? `The database can't be reached: ${explainError(reason)}`
    : explainError(reason);
}
