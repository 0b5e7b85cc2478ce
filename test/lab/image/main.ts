// Performs the Dockerfile without docker: every line of it, in an empty root, and starts the service from there.
// bun test/lab/image/main.ts [--keep]. It needs Linux and root, and the package registry.
import { chown, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { cloneDatabase } from "../../support/database.ts";
import { contextOf, fillRoot } from "./root.ts";

type Stage = { root: string; workdir: string; env: Record<string, string>; user: string };

const REPOSITORY = join(import.meta.dir, "../../..");
const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 12_000;
const PORT = freePort();

const folder = await mkdtemp(join(tmpdir(), "aftersale-image-"));
const stages = new Map<string, Stage>();
let stage: Stage | undefined;
let command: string[] = [];
let healthcheck: string[] = [];
let failed = false;

try {
  await Bun.$`chmod 755 ${folder}`;
  for (const line of await linesOf(join(REPOSITORY, "Dockerfile"))) {
    console.log(line);
    await perform(line);
  }
  await start();
} catch (error) {
  failed = true;
  console.error(error instanceof Error ? error.message : error);
} finally {
  if (!process.argv.includes("--keep")) await rm(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

/** Returns the instructions of a Dockerfile; continued lines are joined. */
async function linesOf(path: string): Promise<string[]> {
  const text = (await Bun.file(path).text()).replaceAll(/^#.*\n/gm, "").replaceAll("\\\n", " ");
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

async function perform(line: string): Promise<void> {
  const [instruction = "", rest = ""] = [line.split(" ", 1)[0], line.slice(line.indexOf(" ") + 1).trim()];
  if (instruction === "FROM") return from(rest);
  const current = currentStage();
  if (instruction === "WORKDIR") {
    current.workdir = rest;
    await mkdir(join(current.root, rest), { recursive: true });
  } else if (instruction === "ENV") {
    const [name = "", value = ""] = rest.split("=");
    current.env[name] = value;
  } else if (instruction === "COPY") await copy(current, rest.split(/\s+/));
  else if (instruction === "RUN") await execute(current, ["/bin/sh", "-c", rest]);
  else if (instruction === "USER") current.user = rest;
  else if (instruction === "HEALTHCHECK") healthcheck = JSON.parse(rest.slice(rest.indexOf("CMD") + 3));
  else if (instruction === "CMD") command = JSON.parse(rest);
  else if (instruction !== "EXPOSE")
    throw new Error(`test/lab/image doesn't know the instruction ${instruction}`);
}

async function from(rest: string): Promise<void> {
  const [image = "", , name = `stage-${stages.size}`] = rest.split(/\s+/);
  if (!/^oven\/bun:[\d.]+-slim$/.test(image)) throw new Error(`test/lab/image knows no base image ${image}`);
  if (!image.includes(Bun.version)) throw new Error(`the image has ${image}, and this is Bun ${Bun.version}`);
  stage = { root: join(folder, name), workdir: "/", env: { PATH: "/usr/local/bin:/bin" }, user: "root" };
  stages.set(name, stage);
  await mkdir(stage.root);
  await fillRoot(stage.root);
}

async function copy(current: Stage, words: string[]): Promise<void> {
  const origin = words[0]?.startsWith("--from=")
    ? stages.get(words.shift()?.slice(7) ?? "")?.root
    : REPOSITORY;
  if (!origin) throw new Error("COPY names a stage that doesn't exist");
  const target = join(current.root, current.workdir, words.pop() ?? "");
  const context = await contextOf(REPOSITORY);
  for (const source of words) {
    if (origin === REPOSITORY && !context.includes(source))
      throw new Error(`.dockerignore leaves out ${source}`);
    const isFile = (await Bun.$`test -f ${join(origin, source)}`.nothrow()).exitCode === 0;
    // Of a folder docker copies the content.
    await cp(join(origin, source), isFile ? join(target, basename(source)) : target, { recursive: true });
  }
}

async function execute(current: Stage, args: string[]): Promise<void> {
  const child = Bun.spawn(inRoot(current, args), { stdout: "inherit", stderr: "inherit", env: current.env });
  if ((await child.exited) !== 0) throw new Error(`it failed: ${args.join(" ")}`);
}

function inRoot({ root, workdir, user }: Stage, args: string[]): string[] {
  // Bun reads the bounds of its stack from /proc. The mounts end with the process, which keeps its id throughout.
  const mounted =
    '/bin/mount --bind /proc "$0/proc" && /bin/mount --bind /dev "$0/dev" && exec /usr/sbin/chroot "$@"';
  const chroot = [
    `--userspec=${user}:${user}`,
    root,
    "/bin/sh",
    "-c",
    'cd "$0" && exec "$@"',
    workdir,
    ...args,
  ];
  return ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", mounted, root, ...chroot];
}

function freePort(): string {
  const server = Bun.serve({ port: 0, fetch: () => new Response() });
  const { port } = server;
  void server.stop(true);
  return String(port);
}

function currentStage(): Stage {
  if (!stage) throw new Error("the Dockerfile has no FROM before this line");
  return stage;
}

/** Starts the service as the image does, asks the image's own health check and /readyz, and stops it. */
async function start(): Promise<void> {
  const current = currentStage();
  await chown(join(current.root, "home/bun"), 1000, 1000);
  await execute(current, ["bun", "-e", "try { await Bun.write('/app/x', ''); process.exit(1) } catch {}"]);
  const database = await cloneDatabase();
  const env = {
    ...current.env,
    PORT,
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: "a key for this test only",
  };
  const child = Bun.spawn(inRoot(current, command), { stdout: "inherit", stderr: "inherit", env });
  try {
    const end = performance.now() + READY_WITHIN_MS;
    for (;;) {
      const response = await fetch(`http://localhost:${PORT}/readyz`).catch((error: unknown) =>
        Response.json(String(error), { status: 502 }),
      );
      if (response?.status === 200) break;
      if (child.exitCode !== null || performance.now() > end)
        throw new Error(`the service isn't ready: ${await response?.text()}`);
      await Bun.sleep(100);
    }
    await execute({ ...current, env }, healthcheck);
    for (const path of ["/docs", "/docs/json", "/metrics"]) {
      const { status } = await fetch(`http://localhost:${PORT}${path}`);
      if (status !== 200) throw new Error(`${path} is ${status}`);
    }
    child.kill("SIGTERM");
    const code = await Promise.race([child.exited, Bun.sleep(STOP_WITHIN_MS)]);
    if (code !== 0) throw new Error(`after SIGTERM the service ended with ${code}`);
    console.log("the image builds, starts, is healthy, and stops");
  } finally {
    child.kill("SIGKILL");
    await database.drop();
  }
}
