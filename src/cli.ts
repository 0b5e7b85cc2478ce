import { parseArgs } from "node:util";
import { pino } from "pino";
import { createContext } from "./boot/create-context.ts";
import { COMMANDS, type Command, type GivenOptions, usageOf } from "./commands/table.ts";
import { readConfig } from "./config.ts";
import { isUnavailable } from "./db/errors.ts";
import { requireKey } from "./db/key-check.ts";

const RUN = "bun run cli";

await main(process.argv.slice(2));

async function main(args: string[]): Promise<void> {
  try {
    process.stdout.write(`${await answerTo(args)}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

async function answerTo(args: string[]): Promise<string> {
  const name = args.slice(0, 2).join(" ");
  const command = COMMANDS.find((candidate) => candidate.name === name);
  const wantsHelp = args.includes("--help") || args.includes("-h");
  if (command && wantsHelp) return `${command.summary}\n\n  ${RUN} ${usageOf(command)}`;
  if (wantsHelp || args.length === 0) return usage();
  if (!command) throw new Error(`There is no command "${args.join(" ")}". ${RUN} --help shows them all.`);

  const { json, ...given } = givenOptions(command, args.slice(2));
  const { answer, text, failed } = await run(command, given);
  if (failed) process.exitCode = 1;
  return json ? JSON.stringify(answer) : text;
}

function usage(): string {
  const each = COMMANDS.map((command) => `  ${usageOf(command)}\n      ${command.summary}`);
  return [
    `Usage: ${RUN} COMMAND OPTIONS`,
    ...each,
    "With --json the answer is one line of JSON. The settings are those of the service.",
  ].join("\n\n");
}

function givenOptions(command: Command, args: string[]): GivenOptions {
  const given = parse(command, args);
  for (const [option, { value, required }] of Object.entries(command.options)) {
    if (given[option] === "") throw misused(`--${option} is empty.`, command);
    if (required && given[option] === undefined) {
      throw misused(`--${option} ${value} is missing.`, command);
    }
  }
  return given;
}

function parse(command: Command, args: string[]): GivenOptions {
  const options = Object.fromEntries(
    Object.entries(command.options).map(
      ([option, { value }]) => [option, { type: value === undefined ? "boolean" : "string" }] as const,
    ),
  );
  try {
    return parseArgs({ args, options: { ...options, json: { type: "boolean" } } }).values;
  } catch (error) {
    // No command takes positionals: the parser's advice on how to write them would lead astray.
    const [fault = ""] = (error as Error).message.split(". To specify a positional");
    throw misused(`${fault.replaceAll("\n", " ").replace(/\.$/, "")}.`, command);
  }
}

function misused(fault: string, command: Command): Error {
  return new Error(`${fault}\nUsage: ${RUN} ${usageOf(command)}`);
}

/** Runs a command beside a running service or without one; standard output is left to its answer. */
async function run(command: Command, given: GivenOptions) {
  const log = pino({ level: "warn", base: null }, pino.destination({ dest: 2, sync: true }));
  const { ctx, close } = await createContext(readConfig(process.env), log, "cli");
  try {
    await requireKey(ctx.db, ctx.encryption);
    return await command.run(ctx, given, { read, onProgress: (line) => process.stderr.write(`${line}\n`) });
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
  // What failed in the database is wrapped in the text of its statement.
  const reason = error.cause instanceof Error ? error.cause : error;
  return isUnavailable(error) ? `The database can't be reached: ${reason.message}` : reason.message;
}
