import { afterAll, beforeAll, expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { endWithUs } from "../../support/ends-with-us.ts";
import { dataFolder } from "../../support/process.ts";

const ROOT = join(import.meta.dir, "../../..");
const WITHIN_MS = 60_000;

const guide = await Bun.file(join(ROOT, "docs/guides/quick-start.md")).text();
const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
const [api = 0, receiver = 0] = freePorts(2);
const data = await dataFolder();
const running: Program[] = [];

type Program = { child: { pid: number; exited: Promise<number> }; output: () => string };

/** Beside the commands themselves: other ports and another data folder, as the machine may run a service. */
const SETTINGS = { PORT: String(api), DATA_DIR: data.path };
const RECEIVER_SETTINGS = { PORT: String(receiver), AFTERSALE_URL: `http://localhost:${api}` };
let secret = "";

beforeAll(() => {
  expect(blocks).toHaveLength(4);
});
afterAll(async () => {
  for (const { child } of running.toReversed()) {
    process.kill(-child.pid, "SIGTERM");
    await child.exited;
  }
  await data.remove();
});

test("the service starts, and prints the secret of the store demo", async () => {
  const service = run(0, SETTINGS);
  await printed(service, /Secret\s+(aftersale_\w+)/);
  [, secret = ""] = /Secret\s+(aftersale_\w+)/.exec(service.output()) ?? [];
});

test("the receiver verifies the sample returns", async () => {
  const program = run(1, RECEIVER_SETTINGS);
  await printed(program, /^backfill: ret_\w+ of order \S+ is \w+$/m);
});

test("an order and a return are created, and the receiver verifies the event", async () => {
  const created = run(2, {});
  expect([await created.child.exited, created.output()]).toEqual([
    0,
    expect.stringContaining('"externalOrderId":"A-1"'),
  ]);
  const returned = run(3, { SECRET: secret });
  expect(await returned.child.exited).toBe(0);
  expect(returned.output()).toContain('"amount":"17.95"');
  await printed(running[1], /^created: ret_\w+ of order A-1 is open$/m);
});

/** Runs the commands of a block as they stand, in a process group of their own. */
function run(block: number, settings: Record<string, string>): Program {
  const text = (blocks[block] ?? "")
    .replaceAll("localhost:3000", `localhost:${api}`)
    .replaceAll("localhost:8080", `localhost:${receiver}`)
    .replaceAll("aftersale_…", secret);
  const { PATH = "", HOME = "" } = process.env;
  const child = Bun.spawn(["setsid", "bash", "-ec", text], {
    cwd: ROOT,
    env: { PATH: `${dirname(process.execPath)}:${PATH}`, HOME, ...settings },
    stdout: "pipe",
    stderr: "pipe",
  });
  endWithUs(child);
  let output = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) output += new TextDecoder().decode(chunk);
  };
  const ends = Promise.all([collect(child.stdout), collect(child.stderr)]);
  const one = {
    child: { pid: child.pid, exited: child.exited.then((code) => ends.then(() => code)) },
    output: () => output,
  };
  if (block < 2) running.push(one);
  return one;
}

async function printed(one: Program | undefined, line: RegExp): Promise<void> {
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await Bun.sleep(50)) {
    if (line.test(one?.output() ?? "")) return;
  }
  throw new Error(`Not printed: ${line}, but ${one?.output()}`);
}

function freePorts(count: number): number[] {
  const servers = Array.from({ length: count }, () => Bun.serve({ port: 0, fetch: () => new Response() }));
  const ports = servers.map(({ port }) => port ?? 0);
  for (const server of servers) void server.stop(true);
  return ports;
}
