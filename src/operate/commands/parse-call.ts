import { nearest } from "../../lib/nearest.ts";
import type { Command, ParsedOptions } from "./command.ts";
import { fileOption, unknownCommand, wrongCall } from "./usage.ts";

/** What the command line asks for: the version, help for commands, or one command with its options. */
export type Call =
  | { kind: "version"; json: boolean }
  | { kind: "help"; commands: readonly Command[] }
  | { kind: "run"; command: Command; json: boolean; options: ParsedOptions };

/** Parses arguments as the runtime's parser does, and throws for those that aren't options of the command. */
export type ParseArgs = (
  args: string[],
  options: Record<string, { type: "boolean" | "string" }>,
) => { values: ParsedOptions; positionals: string[] };

/** Where a secret is that isn't among the arguments. */
export type Secrets = {
  env(name: string): string | undefined;
  /** Returns the text of a file; `-` is standard input. Throws a sentence for one that can't be read. */
  readFile(path: string): string;
};

/** Parses the arguments of the command line. Throws a usage error for what no command accepts. */
export function parseCall(
  args: string[],
  commands: readonly Command[],
  { parse, ...secrets }: Secrets & { parse: ParseArgs },
): Call {
  const words = args.filter(
    (arg, i) => !arg.startsWith("-") && args.slice(0, i).every((one) => !one.startsWith("-")),
  );
  const [first = "", second = ""] = words;
  const wantsHelp = first === "help" || args.includes("--help") || args.includes("-h");
  if (first === "" && (args.includes("--version") || args.includes("-v")))
    return { kind: "version", json: args.includes("--json") };
  if (args.length === 0 || (first === "" && wantsHelp)) return { kind: "help", commands };
  if (wantsHelp)
    return { kind: "help", commands: commandsAbout(first === "help" ? words.slice(1) : words, commands) };

  const command = commands.find(({ name }) => name === `${first} ${second}` || name === first);
  if (!command) throw unknownCommand(first === "" ? args.join(" ") : `${first} ${second}`.trim(), commands);
  const rest = args.slice(command.name.split(" ").length);
  const { json, ...options } = parseOptions(command, rest, parse, secrets);
  return { kind: "run", command, json: json === true, options };
}

function commandsAbout(words: string[], commands: readonly Command[]): readonly Command[] {
  if (words.length === 0) return commands;
  const name = words.slice(0, 2).join(" ");
  const exact = commands.filter((command) => command.name === name || command.name === words[0]);
  const ofKind = commands.filter((command) => command.name.split(" ")[0] === words[0]);
  const found = exact.length > 0 ? exact : words.length === 1 ? ofKind : [];
  if (found.length === 0) throw unknownCommand(name, commands);
  return found;
}

function parseOptions(command: Command, args: string[], parse: ParseArgs, secrets: Secrets): ParsedOptions {
  const { values: given, positionals } = parseArguments(command, args, parse);
  const values = withSecrets(command, given, secrets);
  const [file, ...more] = positionals;
  if (command.argument && file === undefined) throw wrongCall(`${command.argument} is missing.`, command);
  const excess = command.argument ? more[0] : file;
  if (excess !== undefined) throw wrongCall(`Unexpected argument '${excess}'.`, command);
  for (const [option, { value, required, env }] of Object.entries(command.options)) {
    if (values[option] === "") throw wrongCall(`--${option} is empty.`, command);
    if (!required || values[option] !== undefined) continue;
    const others = env ? `: give it as --${fileOption(option)} F or in ${env}` : "";
    throw wrongCall(`--${option} ${value} is missing${others}.`, command);
  }
  return command.argument ? { ...values, file } : values;
}

/** An argument, else a file, else the environment. */
function withSecrets(command: Command, given: ParsedOptions, { env, readFile }: Secrets): ParsedOptions {
  const values = { ...given };
  for (const [option, { env: variable }] of Object.entries(command.options)) {
    if (variable === undefined) continue;
    const path = values[fileOption(option)];
    delete values[fileOption(option)];
    if (typeof path === "string" && values[option] !== undefined)
      throw wrongCall(`Either --${option} or --${fileOption(option)} is possible.`, command);
    if (path === "") throw wrongCall(`--${fileOption(option)} is empty.`, command);
    // Editors and echo end a file by a line feed.
    if (typeof path === "string") values[option] = readFile(path).replace(/\r?\n$/, "");
    else values[option] ??= env(variable);
  }
  return values;
}

function parseArguments(command: Command, args: string[], parse: ParseArgs) {
  const entries = Object.entries(command.options).flatMap(([option, { value, env }]) => {
    const type = value === undefined ? ("boolean" as const) : ("string" as const);
    return [option, ...(env ? [fileOption(option)] : [])].map((name) => [name, { type }] as const);
  });
  const options = { ...Object.fromEntries(entries), json: { type: "boolean" as const } };
  try {
    return parse(args, options);
  } catch (error) {
    // Without the parser's advice on arguments that begin with a dash.
    const [fault = ""] = (error as Error).message.split(". To specify a positional");
    const unknown = /^Unknown option '--([\w-]+)/.exec(fault)?.[1];
    const suggestion = unknown && nearest(unknown, Object.keys(options));
    const hint = suggestion ? ` Did you mean --${suggestion}?` : "";
    throw wrongCall(`${fault.replaceAll("\n", " ").replace(/\.$/, "")}.${hint}`, command);
  }
}
