import { parseArgs } from "node:util";
import { pino } from "pino";
import { createContext } from "./boot/create-context.ts";
import { createLog } from "./boot/create-log.ts";
import { COMMANDS, type Command, type ParsedOptions, usageOf } from "./commands/table.ts";
import { readConfig } from "./config.ts";
import { isUnavailable } from "./db/errors.ts";
import { requireKey } from "./db/key-check.ts";

const RUN = "bun run cli";

await main(process.argv.slice(2));

async function main(args: string[]): Promise<void> {
  try {
    process.stdout.write(`${await runCommandLine(args)}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

async function runCommandLine(args: string[]): Promise<string> {
  const name = args.slice(0, 2).join(" ");
  const command = COMMANDS.find((candidate) => candidate.name === name);
  const wantsHelp = args.includes("--help") || args.includes("-h");
  if (command && wantsHelp) return `${command.summary}\n\n  ${RUN} ${usageOf(command)}`;
  if (wantsHelp || args.length === 0) return usage();
  if (!command) throw new Error(`There is no command "${args.join(" ")}". ${RUN} --help lists the commands.`);

  const { json, ...options } = parseOptions(command, args.slice(2));
  const { result, text, failed } = await run(command, options);
  if (failed) process.exitCode = 1;
  return json ? JSON.stringify(result) : text;
}

function usage(): string {
  const commands = COMMANDS.map((command) => `  ${usageOf(command)}\n      ${command.summary}`);
  return [
    `Usage: ${RUN} COMMAND OPTIONS`,
    ...commands,
    "With --json the output is one line of JSON. The environment variables are those of the service.",
  ].join("\n\n");
}

function parseOptions(command: Command, args: string[]): ParsedOptions {
  const options = parse(command, args);
  for (const [option, { value, required }] of Object.entries(command.options)) {
    if (options[option] === "") throw usageError(`--${option} is empty.`, command);
    if (required && options[option] === undefined) {
      throw usageError(`--${option} ${value} is missing.`, command);
    }
  }
  return options;
}

function parse(command: Command, args: string[]): ParsedOptions {
  const options = Object.fromEntries(
    Object.entries(command.options).map(
      ([option, { value }]) => [option, { type: value === undefined ? "boolean" : "string" }] as const,
    ),
  );
  try {
    return parseArgs({ args, options: { ...options, json: { type: "boolean" } } }).values;
  } catch (error) {
    // Removes the parser's advice on positional arguments: no command takes any.
    const [fault = ""] = (error as Error).message.split(". To specify a positional");
    throw usageError(`${fault.replaceAll("\n", " ").replace(/\.$/, "")}.`, command);
  }
}

function usageError(fault: string, command: Command): Error {
  return new Error(`${fault}\nUsage: ${RUN} ${usageOf(command)}`);
}

/**
 * Runs a command, whether the service is running or not. Logs go to standard error: standard output is for
 * the result.
 */
async function run(command: Command, options: ParsedOptions) {
  const log = createLog("warn", pino.destination({ dest: 2, sync: true }));
  const { ctx, close } = await createContext(readConfig(process.env), log, "cli");
  try {
    await requireKey(ctx.db, ctx.encryption);
    return await command.run(ctx, options, { read, onProgress: (line) => process.stderr.write(`${line}\n`) });
  } finally {
    await close();
  }
}

async function read(path: string): Promise<ReadableStream<Uint8Array>> {
  const file = Bun.file(path);
  if (!(await file.exists())) throw new Error(`There is no file ${path}.`);
  return file.stream();
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The cause of a failed statement is the database's own message.
  const reason = error.cause instanceof Error ? error.cause : error;
  return isUnavailable(error) ? `The database can't be reached: ${reason.message}` : reason.message;
}
