import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Command } from "../../../src/operate/commands/command.ts";
import { parseCall } from "../../../src/operate/commands/parse-call.ts";
import { COMMANDS } from "../../../src/operate/commands/table.ts";
import { type Cli, createProcessCli } from "../../support/cli.ts";
import { cloneDatabase, type TestDatabase } from "../../support/database.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";

/** Options whose value lets into something: a password, a key, a token, or an address with a password. */
const SECRETS = /token|secret|password|passphrase|key|postgres|^to$/;
/** A cell's name. */
const NO_SECRETS = ["store move --to"];
const KEY = { ENCRYPTION_KEY: "a key for tests only" };
const HOOK = "--url https://hooks.example.com/returns";

type Named = { command: Command; option: string; env: string | undefined };

const secretOptions: Named[] = COMMANDS.flatMap((command) =>
  Object.entries(command.options)
    .filter(([option, { value }]) => value !== undefined && SECRETS.test(option))
    .filter(([option]) => !NO_SECRETS.includes(`${command.name} --${option}`))
    .map(([option, { env }]) => ({ command, option, env })),
);

let database: TestDatabase;
let folder: TemporaryFolder;
let file: string;
let cli: Cli;
beforeAll(async () => {
  [database, folder] = await Promise.all([cloneDatabase(), temporaryFolder("aftersale secrets ")]);
  file = join(folder.path, "token");
  cli = createProcessCli({ DATABASE_URL: database.url, ...KEY });
  await cli.json("store create --id shop --name Shop");
});
afterAll(() => Promise.all([database.drop(), folder.remove()]));

/** Parses the call of a command with its required options, but one, and these arguments. */
function parsed({ command, option }: Named, args: string[], env: Record<string, string> = {}) {
  const others = Object.entries(command.options).filter(
    ([name, { required }]) => required && name !== option,
  );
  const given = others.flatMap(([name]) => [`--${name}`, "x"]);
  const words = [...command.name.split(" "), ...(command.argument ? ["argument"] : []), ...given, ...args];
  const call = parseCall(words, COMMANDS, {
    parse: (args, options) => parseArgs({ args, options, allowPositionals: true }),
    env: (name) => env[name],
    readFile: (path) => `of ${path}\n`,
  });
  if (call.kind !== "run") throw new Error("no command is run");
  return call.options;
}

test("every command that takes a secret takes it by file and from the environment too", () => {
  expect(secretOptions.map(({ command, option }) => `${command.name} --${option}`)).toEqual([
    "integration create --token",
    "webhook create --token",
    "move --to",
    "cell add --postgres",
  ]);
  for (const named of secretOptions) {
    const { option, env = "none" } = named;
    expect(parsed(named, [`--${option}-file`, "f"])[option]).toBe("of f");
    expect(parsed(named, [`--${option}-file`, "-"])[option]).toBe("of -");
    expect(parsed(named, [], { [env]: "of the environment" })[option]).toBe("of the environment");
    expect(parsed(named, [`--${option}`, "given"], { [env]: "of the environment" })[option]).toBe("given");
    expect(parsed(named, [`--${option}-file`, "f"], { [env]: "of the environment" })[option]).toBe("of f");
    expect(() => parsed(named, [`--${option}`, "given", `--${option}-file`, "f"])).toThrow(
      `Either --${option} or --${option}-file is possible.`,
    );
    expect(() => parsed(named, [`--${option}-file=`])).toThrow(`--${option}-file is empty.`);
  }
});

test("a webhook's token is read from a file, standard input or the environment", async () => {
  await Bun.write(file, "sesame\n");
  const ran = [
    await cli.run(`webhook create --store shop ${HOOK} --token-file`, file),
    await createProcessCli({ DATABASE_URL: database.url, ...KEY, AFTERSALE_TOKEN: "sesame" }).run(
      `webhook create --store shop ${HOOK}`,
    ),
  ];
  expect(ran.map(({ code, err }) => ({ code, err }))).toEqual([
    { code: 0, err: "" },
    { code: 0, err: "" },
  ]);
  expect(await withInput(`webhook create --store shop ${HOOK} --token-file -`, "sesame\n")).toEqual(0);
  expect(await withInput(`webhook create --store shop ${HOOK} --token-file -`, "")).toEqual(2);
});

test("a file of a secret that is missing, endless or a folder is refused with a sentence", async () => {
  const faults = {
    [join(folder.path, "none")]: "can't be read (ENOENT).",
    [folder.path]: "can't be read (EISDIR).",
    "/dev/zero": "is too large to be a secret.",
  };
  for (const [path, message] of Object.entries(faults)) {
    const { code, out, err } = await cli.run(`webhook create --store shop ${HOOK} --token-file`, path);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err.endsWith(`${path} ${message}\n`)).toBe(true);
  }
});

async function withInput(line: string, input: string): Promise<number> {
  const { PATH = "", HOME = "" } = process.env;
  const child = Bun.spawn([process.execPath, "src/cli.ts", ...line.split(" ")], {
    cwd: join(import.meta.dir, "../../.."),
    env: { PATH, HOME, DATABASE_URL: database.url, ...KEY },
    stdin: new Blob([input]),
    stdout: "ignore",
    stderr: "ignore",
  });
  return child.exited;
}
