import { endWithUs } from "./ends-with-us.ts";

/** What a command came to. */
export type Ran = { code: number; out: string; err: string };

export type Cli = {
  /** Runs a command; the words of `line` come before the arguments, which may have spaces. */
  run(line: string, ...args: string[]): Promise<Ran>;
  /** The same with --json: its answer, once it has succeeded with one line on standard output and no other. */
  json(line: string, ...args: string[]): Promise<Record<string, unknown>>;
};

const ROOT = decodeURIComponent(new URL("../..", import.meta.url).pathname);

/** The operator's commands as processes of their own, with these settings alone. */
export function createCli(env: Record<string, string>): Cli {
  const run = async (line: string, ...args: string[]) => {
    const { PATH = "", HOME = "" } = process.env;
    const words = line.split(" ").filter(Boolean);
    const child = Bun.spawn([process.execPath, "src/cli.ts", ...words, ...args], {
      cwd: ROOT,
      env: { PATH, HOME, ...env },
      stdout: "pipe",
      stderr: "pipe",
    });
    endWithUs(child);
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, out, err };
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

/** What a command that refuses comes to: nothing on standard output, this on standard error. */
export function refused(message: string): Ran {
  return { code: 1, out: "", err: `${message}\n` };
}
