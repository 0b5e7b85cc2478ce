import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runCommandLine } from "../../src/boot/command-line.ts";
import { COMMANDS } from "../../src/operate/commands/table.ts";
import { endWithUs } from "./ends-with-us.ts";
import { entry, ROOT } from "./entries.ts";

/** The exit code and output of a command. */
export type Ran = { code: number; out: string; err: string };

export type Cli = {
  /** Runs a command with the words of `line`, then `args`, as arguments; `args` may contain spaces. */
  run(line: string, ...args: string[]): Promise<Ran>;
  /**
   * Runs a command with --json and returns its result; throws unless it succeeds and prints exactly one line.
   */
  json(line: string, ...args: string[]): Promise<Record<string, unknown>>;
};

/**
 * Returns a runner of the operator's commands, which have only these settings. They run in this process, by the code
 * that the command line runs. Those that `asProcess` matches are processes of their own the first time; one test of a command
 * needs that, because a process takes a fifth of a second of CPU to start.
 */
export function createCli(
  env: Record<string, string>,
  { asProcess, freeMemory = () => {} }: { asProcess?: RegExp; freeMemory?: () => void } = {},
): Cli {
  const started = new Set<string>();
  return runner((words) => {
    const name = COMMANDS.find(
      (each) => each.name === words.slice(0, each.name.split(" ").length).join(" "),
    )?.name;
    const isFirst = name !== undefined && !started.has(name);
    if (isFirst) started.add(name);
    return isFirst && asProcess?.test(name) ? runProcess(env, words) : runInside(env, words, freeMemory);
  });
}

/** Returns a runner of commands as processes of their own; with `folder` they run the files in it. */
export function createProcessCli(env: Record<string, string>, folder?: string): Cli {
  return runner((words) => runProcess(env, words, folder));
}

function runner(start: (words: string[]) => Promise<Ran>): Cli {
  const run = async (line: string, ...args: string[]) => {
    const ran = await start([...line.split(" ").filter(Boolean), ...args]);
    return { ...ran, err: withoutProgress(ran.err) };
  };
  return {
    run,
    json: async (line, ...args) => {
      const { code, out, err } = await run(line, ...args, "--json");
      if (code !== 0 || err !== "" || !/^[^\n]+\n$/.test(out))
        throw new Error(`${line}: ${code} ${out}${err}`);
      return JSON.parse(out);
    },
  };
}

async function runInside(env: Record<string, string>, words: string[], freeMemory: () => void): Promise<Ran> {
  const ran = { code: 0, out: "", err: "" };
  const on = () => {};
  await runCommandLine(words, {
    ...{ env, file: (path) => Bun.file(path), readSecret: (path) => readFileSync(path, "utf8") },
    parse: (args, options) => parseArgs({ args, options, allowPositionals: true }),
    stdout: { on, write: (text) => (ran.out += text) },
    stderr: { on, write: (text) => (ran.err += text) },
    log: { write: (line) => (ran.err += line) },
    exitWith: (status) => {
      ran.code = status;
    },
    freeMemory,
  });
  return ran;
}

async function runProcess(env: Record<string, string>, words: string[], folder?: string): Promise<Ran> {
  const { PATH = "", HOME = "" } = process.env;
  const program = folder === undefined ? await entry("cli") : "src/cli.ts";
  const child = Bun.spawn([process.execPath, program, ...words], {
    ...{ cwd: folder ?? ROOT, env: { PATH, HOME, ...env }, stdout: "pipe", stderr: "pipe" },
  });
  endWithUs(child);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

/** Removes what a command prints every five seconds of how far it is: on a busy machine there are such lines. */
export function withoutProgress(printed: string): string {
  return printed.replace(/^\d{1,3} % {2}.*\n/gm, "");
}

/** Returns the result of a call that no command accepts: exit status 2, and this message. */
export function misused(message: string): Ran {
  return { code: 2, out: "", err: `${message}\n` };
}

/** Returns the result of a command that fails with this message on standard error and prints nothing else. */
export function refused(message: string): Ran {
  return { code: 1, out: "", err: `${message}\n` };
}
