import { expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "../../../src/operate/commands/command.ts";
import { COMMANDS } from "../../../src/operate/commands/table.ts";
import { createProcessCli, refused } from "../../support/cli.ts";
import { temporaryFolder } from "../../support/ends-with-us.ts";

/** They create a database, or need none. */
const WITHOUT = ["restore", "version", "key show"];

const VALUES: Record<string, string> = { to: "postgres://127.0.0.1:1/none", role: "owner" };

/** The call of a command with all that it requires. */
function callOf({ name, argument, options }: Command, folder: string): string[] {
  const given = Object.entries(options).filter(([, { required }]) => required);
  const file = argument ? [join(folder, "argument")] : [];
  return [
    ...name.split(" "),
    ...file,
    ...given.flatMap(([option]) => [`--${option}`, VALUES[option] ?? "x"]),
  ];
}

test.each(COMMANDS.filter(({ name }) => !WITHOUT.includes(name)).map((each) => [each.name, each] as const))(
  "%s creates nothing where there is no database",
  async (_, command) => {
    const folder = await temporaryFolder("aftersale none ");
    const dataDir = join(folder.path, "mistyped", "data");
    const ran = await createProcessCli({ DATA_DIR: dataDir }).run("", ...callOf(command, folder.path));
    expect(ran).toEqual(
      refused(
        `There is no database in ${dataDir}: set DATA_DIR to the folder of the service, or start the service, which creates one there.`,
      ),
    );
    expect(await Promise.allSettled([stat(join(folder.path, "mistyped"))])).toMatchObject([
      { status: "rejected", reason: { code: "ENOENT" } },
    ]);
    await folder.remove();
  },
);
