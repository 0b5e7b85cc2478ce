import { endWithUs } from "./ends-with-us.ts";

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

const ROOT = decodeURIComponent(new URL("../..", import.meta.url).pathname);

/**
 * Returns a runner of the operator's commands; each runs as a separate process with only these settings. `folder`
 * holds the code.
 */
export function createCli(env: Record<string, string>, folder = ROOT): Cli {
  const run = async (line: string, ...args: string[]) => {
    const { PATH = "", HOME = "" } = process.env;
    const words = line.split(" ").filter(Boolean);
    const child = Bun.spawn([process.execPath, "src/cli.ts", ...words, ...args], {
      cwd: folder,
      env: { PATH, HOME, ...env },
      stdout: "pipe",
      stderr: "pipe",
    });
    endWithUs(child);
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, out, err: withoutProgress(err) };
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
