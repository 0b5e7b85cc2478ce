import type { Ctx } from "../../core/ctx.ts";
import type { Config } from "../../platform/config/config.ts";

/**
 * `value` is the placeholder in the usage; an option without one is a switch. One with `env` is a secret, which other
 * users of the machine see among the arguments: it may also be in that variable, or in a file.
 */
type Option = { value?: string; required?: true; env?: string };

type OptionValues<Options extends Record<string, Option>> = {
  [Name in keyof Options]: Options[Name] extends { value: string }
    ? Options[Name] extends { required: true }
      ? string
      : string | undefined
    : boolean | undefined;
};

/** The parsed options of a command: every required one is present, and none is unknown. */
export type ParsedOptions = Record<string, string | boolean | undefined>;

/** What a command uses of the terminal. */
export type Terminal = {
  /** Returns the content of a file, and shows how much of it was read. Throws when the file is missing. */
  read(path: string): Promise<ReadableStream<Uint8Array>>;
  /** Shows what happens now. */
  onProgress(text: string): void;
  /** Prints a line while the command runs. */
  onLine(line: string): void;
  /** Shows how much of the work is done, and what happens now. */
  onShare(share: number, doing: string): void;
  /** Whether there is such a file. */
  exists(path: string): Promise<boolean>;
  /** Opens the service's database, migrated, for a command that has changed it by itself. */
  openContext(): Promise<{ ctx: Ctx; close(): Promise<void> }>;
  /** An environment variable that isn't part of the service's configuration. */
  env(name: string): string | undefined;
};

/** An operator's command: one call of a verb. */
export type Command = {
  name: string;
  summary: string;
  /** The placeholder of its argument, if it has one: required, and `file` in the options. */
  argument?: string;
  options: Record<string, Option>;
  /**
   * The database that it works on, in a service of several cells: by default the cell of the store in its options, or
   * the directory if it has no such option.
   */
  place?: "directory" | "new-store";
} & (
  | { run(ctx: Ctx, options: ParsedOptions, terminal: Terminal): Promise<CommandResult> }
  | { runAlone(config: () => Config, options: ParsedOptions, terminal: Terminal): Promise<CommandResult> }
);

/** `failed` when the command completed only in part. */
export type CommandResult = { result: object; text: string; failed: boolean };

type Outcome<Result> = { text(result: Result): string; failed?(result: Result): boolean };

export const required = (value: string) => ({ value, required: true }) as const;
export const optional = (value: string) => ({ value }) as const;
export const requiredSecret = (value: string, env: string) => ({ value, required: true, env }) as const;
export const optionalSecret = (value: string, env: string) => ({ value, env }) as const;
export const STORE = { store: required("ID") };

/** Defines a command that works on the service's database. */
export function command<const Options extends Record<string, Option>, Result extends object>(
  definition: Outcome<Result> & {
    name: string;
    summary: string;
    argument?: string;
    options: Options;
    place?: "directory" | "new-store";
    run(ctx: Ctx, options: OptionValues<Options> & { file: string }, terminal: Terminal): Promise<Result>;
  },
): Command {
  const { run, text, failed, ...rest } = definition;
  return {
    ...rest,
    run: async (ctx, options, terminal) =>
      resultOf(definition, await run(ctx, options as OptionValues<Options> & { file: string }, terminal)),
  };
}

/** Defines a command that opens what it needs by itself. Its configuration is read when it asks for it. */
export function standaloneCommand<const Options extends Record<string, Option>, Result extends object>(
  definition: Outcome<Result> & {
    name: string;
    summary: string;
    argument?: string;
    options: Options;
    run(
      config: () => Config,
      options: OptionValues<Options> & { file: string },
      terminal: Terminal,
    ): Promise<Result>;
  },
): Command {
  const { run, text, failed, ...rest } = definition;
  return {
    ...rest,
    runAlone: async (config, options, terminal) =>
      resultOf(definition, await run(config, options as OptionValues<Options> & { file: string }, terminal)),
  };
}

function resultOf<Result extends object>({ text, failed }: Outcome<Result>, result: Result): CommandResult {
  return { result, text: text(result), failed: failed?.(result) ?? false };
}
