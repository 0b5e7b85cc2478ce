import { endWithUs } from "../../support/ends-with-us.ts";
import { entry, ROOT } from "../../support/entries.ts";

/** Runs an operator's command and returns its JSON result. */
export async function operate(
  settings: Record<string, string>,
  ...args: string[]
): Promise<Record<string, unknown>> {
  const { PATH = "", HOME = "" } = process.env;
  const command = Bun.spawn([process.execPath, await entry("cli"), ...args, "--json"], {
    cwd: ROOT,
    env: { PATH, HOME, ...settings },
    stdout: "pipe",
    stderr: "pipe",
  });
  endWithUs(command);
  const [text, fault] = await Promise.all([
    new Response(command.stdout).text(),
    new Response(command.stderr).text(),
  ]);
  if ((await command.exited) !== 0) throw new Error(`${args.join(" ")}: ${fault}`);
  return JSON.parse(text);
}
