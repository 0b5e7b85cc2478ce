import { CLI, CLI_BY_NPX } from "../../lib/cli-name.ts";
import { nearest } from "../../lib/nearest.ts";
import type { Command } from "./command.ts";

const WIDTH = 88;

/** An error in the call of a command: exit status 2, by convention. */
export class UsageError extends Error {}

/** Returns the option that names the file of a secret. */
export function fileOption(option: string): string {
  return `${option}-file`;
}

/** Returns the usage line of a command. A secret is shown as the file that it should be in. */
function usageOf({ name, argument, options }: Command): string {
  const placeholders = Object.entries(options).map(([option, { value, required, env }]) => {
    const text =
      value === undefined ? `--${option}` : env ? `--${fileOption(option)} F` : `--${option} ${value}`;
    return required ? text : `[${text}]`;
  });
  return wrap([name, ...(argument ? [argument] : []), ...placeholders, "[--json]"]);
}

/** Returns the help for one command. */
export function helpFor(command: Command): string {
  const secrets = Object.entries(command.options).flatMap(([option, { value, env }]) =>
    env
      ? [
          `--${fileOption(option)} - reads standard input; ${env} in the environment does too what --${option} ${value} does, which other users of the machine can see.`,
        ]
      : [],
  );
  return [command.summary, `  ${CLI} ${usageOf(command)}`, ...secrets].join("\n\n");
}

/** Returns the help for several commands: all, or those of one kind. */
export function helpForAll(commands: readonly Command[]): string {
  return [
    `Usage: ${CLI} COMMAND OPTIONS`,
    ...commands.map((command) => `  ${usageOf(command)}\n      ${command.summary}`),
    `With --json the output is one line of JSON. "${CLI} help COMMAND" describes one command, --version names the version.
Without bun on the PATH write ${CLI_BY_NPX}. The environment variables are those of the service.
Exit status: 0 done, 1 failed, 2 called in a way that isn't possible.`,
  ].join("\n\n");
}

/** Returns the error for words that are no command, with the nearest one. */
export function unknownCommand(words: string, commands: readonly Command[]): UsageError {
  const kind = words.split(" ")[0] ?? "";
  const ofKind = commands.filter(({ name }) => name.split(" ")[0] === kind);
  const names = ofKind.map(({ name }) => `"${name}"`).join(", ");
  if (words === kind && names)
    return new UsageError(`"${kind}" is no command by itself. There are ${names}.`);
  const suggestion = nearest(
    words,
    commands.map(({ name }) => name),
  );
  const known = suggestion ? `Did you mean "${suggestion}"?` : names && `There are ${names}.`;
  return new UsageError(`There is no command "${words}". ${known || `${CLI} help lists the commands.`}`);
}

/** Returns the error for a call that a command doesn't accept, with its usage. */
export function wrongCall(fault: string, command: Command): UsageError {
  return new UsageError(`${fault}\nUsage: ${CLI} ${usageOf(command)}`);
}

function wrap([first = "", ...rest]: string[]): string {
  const lines = [first];
  for (const word of rest) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length > WIDTH) lines.push(`        ${word}`);
    else lines[lines.length - 1] = line;
  }
  return lines.join("\n");
}
