import { nearest } from "../lib/nearest.ts";
import type { Command, ParsedOptions } from "./command.ts";
import { unknownCommand, wrongCall } from "./usage.ts";

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

/** Parses the arguments of the command line. Throws a usage error for what no command accepts. */
export function parseCall(args: string[], commands: readonly Command[], parse: ParseArgs): Call {
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
  const { json, ...options } = parseOptions(command, rest, parse);
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

function parseOptions(command: Command, args: string[], parse: ParseArgs): ParsedOptions {
  const { values, positionals } = parseArguments(command, args, parse);
  const [file, ...more] = positionals;
  if (command.argument && file === undefined) throw wrongCall(`${command.argument} is missing.`, command);
  const excess = command.argument ? more[0] : file;
  if (excess !== undefined) throw wrongCall(`Unexpected argument '${excess}'.`, command);
  for (const [option, { value, required }] of Object.entries(command.options)) {
    if (values[option] === "") throw wrongCall(`--${option} is empty.`, command);
    if (required && values[option] === undefined)
      throw wrongCall(`--${option} ${value} is missing.`, command);
  }
  return command.argument ? { ...values, file } : values;
}

function parseArguments(command: Command, args: string[], parse: ParseArgs) {
  const entries = Object.entries(command.options).map(
    ([option, { value }]) => [option, { type: value === undefined ? "boolean" : "string" }] as const,
  );
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
