import { afterAll, beforeAll, expect, test } from "bun:test";
import { SCOPES } from "../../../src/core/scopes.ts";
import { COMMANDS } from "../../../src/operate/commands/table.ts";
import { type Cli, createCli, createProcessCli, misused, type Ran, refused } from "../../support/cli.ts";
import { cloneDatabase } from "../../support/database.ts";
import { dataFolder, startProcess } from "../../support/process.ts";

const KEY = { ENCRYPTION_KEY: "a key for tests only" };

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let cli: Cli;
beforeAll(async () => {
  database = await cloneDatabase();
  cli = createCli({ DATABASE_URL: database.url, ...KEY }, { asProcess: /^client (?:list|create)$/ });
  await cli.json("store create --id shop --name Shop");
});
afterAll(() => database.drop());

const LIST = "Usage: bun run cli client list --store ID [--json]";

const calls = [
  ["an unknown command", "store make", 'There is no command "store make". Did you mean "store move"?'],
  [
    "an incomplete command",
    "store",
    '"store" is no command by itself. There are "store create", "store update", "store list", "store delete", "store move", "store moves".',
  ],
  [
    "a command like no other",
    "frobnicate",
    'There is no command "frobnicate". bun run cli help lists the commands.',
  ],
  [
    "help for an unknown command",
    "help cleint list",
    'There is no command "cleint list". Did you mean "client list"?',
  ],
  [
    "an almost known option",
    "client list --stoer shop",
    `Unknown option '--stoer'. Did you mean --store?\n${LIST}`,
  ],
  ["a missing file", "backup", "FILE is missing.\nUsage: bun run cli backup FILE [--with-key] [--json]"],
  ["an unknown option", "client list --from shop", `Unknown option '--from'.\n${LIST}`],
  ["a missing option", "client list", `--store ID is missing.\n${LIST}`],
  ["an empty option", "client list --store=", `--store is empty.\n${LIST}`],
  [
    "an option without its value",
    "client list --store",
    `Option '--store <value>' argument missing.\n${LIST}`,
  ],
  ["a flag with a value", "client list --json=1", `Option '--json' does not take an argument.\n${LIST}`],
  ["an additional argument", "client list shop --store shop", `Unexpected argument 'shop'.\n${LIST}`],
] as const;

for (const [what, line, message] of calls) {
  test(`${what} exits with 2 and says what is possible`, async () => {
    expect(await cli.run(line)).toEqual(misused(message));
  });
}

const unknownStore = [
  "client create --store none --name me",
  "client list --store none",
  "client revoke --store none --client none",
  "location create --store none --name house",
  "integration create --store none --provider acme --url https://acme.example.test",
  "webhook create --store none --url https://hooks.example.com --token t",
];

/** Runs one at a time: many at once wait for each other on a busy machine, and say so. */
async function runEach(lines: string[]): Promise<Ran[]> {
  const ran: Ran[] = [];
  for (const line of lines) ran.push(await cli.run(line));
  return ran;
}

test("an unknown store exits with 1, without usage", async () => {
  const ran = await runEach(unknownStore);
  expect(ran).toEqual(unknownStore.map(() => refused("There is no store none.")));
});

test("an error of an operation is printed unchanged", async () => {
  const lines = {
    "store create --id shop --name Again": "There is a store shop already.",
    "store create --id a.b --name Shop": "A store's id is 1 to 64 letters, digits, _ and -.",
    "store create --name Shop --currency usd":
      "The currency must be one that ISO 4217 knows, such as EUR, not usd.",
    "store create --name Shop --first-status complete":
      "The first status is one of open, pre_shipment, needs_review, not complete.",
    "client create --store shop --name me --scopes orders_read --origins https://shop.example":
      "A publishable secret is not secret: its scopes are some of storefront_events_write, withdrawals_write, not orders_read.",
    "client create --store shop --name me --origins shop.example":
      "An origin is an address without a path, such as https://shop.example, not shop.example.",
    "client create --store shop --name me --scopes orders_read,all": `Scopes are some of ${SCOPES.join(", ")}; not all.`,
    "integration create --store shop --provider acme --url acme":
      "An integration's address begins with http:// or https://, not acme.",
    "webhook create --store shop --url http://hooks.example.com --token t":
      "The address must begin with https://. To try it on your own machine, start the service with WEBHOOK_ALLOWED_HOSTS=hooks.example.com:80.",
    "webhook create --store shop --url https://hooks.example.com --token é":
      "A token is 1 to 4096 visible ASCII characters.",
  };
  const ran = await runEach(Object.keys(lines));
  expect(ran).toEqual(Object.values(lines).map(refused));
});

test("an unavailable database is reported in one line", async () => {
  const elsewhere = createCli({ DATABASE_URL: "postgres://nobody@127.0.0.1:9/none", ...KEY });
  expect(await elsewhere.run("client list --store shop")).toEqual(
    refused("The database can't be reached: connect ECONNREFUSED 127.0.0.1:9"),
  );
  const none = createCli({ DATABASE_URL: database.url.replace(/[^/]+$/, "none_of_this_name"), ...KEY });
  expect(await none.run("client list --store shop")).toEqual(
    refused('database "none_of_this_name" does not exist'),
  );
});

test("invalid settings are reported as by the service", async () => {
  const half = createCli({ DATABASE_URL: database.url });
  const { code, out, err } = await half.run("client list --store shop");
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toStartWith("The configuration is not usable:\n  - ENCRYPTION_KEY is required");
});

test("no arguments and --help print every command with its options; --help after a command prints only that one", async () => {
  const [none, help, one] = await Promise.all([
    cli.run(""),
    cli.run("--help"),
    cli.run("client list --help"),
  ]);
  expect(none).toEqual(help);
  expect(help).toEqual({
    code: 0,
    out: expect.stringMatching(/^Usage: bun run cli COMMAND OPTIONS\n/),
    err: "",
  });
  expect(await cli.run("help client list")).toEqual(one);
  expect((await cli.run("help client")).out).toContain("client create");
  expect((await cli.run("help client")).out).not.toContain("store create");
  for (const { name, options } of COMMANDS) {
    expect(help.out).toContain(`\n  ${name} `);
    for (const option of Object.keys(options)) expect(help.out).toContain(`--${option}`);
  }
  expect(one.out).toEndWith("\n\n  bun run cli client list --store ID [--json]\n");
});

test("with the embedded database commands work next to a service and without one", async () => {
  const folder = await dataFolder();
  const own = createProcessCli({ DATA_DIR: folder.path });
  const service = await startProcess({ DATA_DIR: folder.path, DEMO: "0" });
  await own.json("store create --id beside --name Beside");
  const { secret, clientId } = await own.json("client create --store beside --name me");
  const read = () =>
    fetch(`${service.origin}/v2.2/stores/beside/orders/none`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
  expect((await read()).status).toBe(404);
  await own.json(`client revoke --store beside --client ${clientId}`);
  expect((await read()).status).toBe(401);

  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  expect(await own.json("client list --store beside")).toMatchObject({ clients: [{ clientId }] });
  await folder.remove();
});

test("--version and version name the version of the package", async () => {
  const { version } = await Bun.file("package.json").json();
  expect(await cli.run("--version")).toEqual({ code: 0, out: `aftersale ${version}\n`, err: "" });
  expect(await cli.json("version")).toEqual({ version });
  expect(await cli.json("--version")).toEqual({ version });
});
