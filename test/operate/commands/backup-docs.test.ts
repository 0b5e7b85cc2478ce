import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createProcessCli } from "../../support/cli.ts";
import { endWithUs, type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { startProcess } from "../../support/process.ts";

const ROOT = join(import.meta.dir, "../../..");
const PAGE = await Bun.file(join(ROOT, "docs/operate/backup.md")).text();

let folder: TemporaryFolder;
let running: Awaited<ReturnType<typeof startProcess>>;
/** A checkout beside whose files the commands of the page write theirs, with a service that runs on its .data. */
beforeAll(async () => {
  folder = await temporaryFolder("aftersale checkout ");
  for (const name of ["package.json", "src", "drizzle", "docs", "node_modules"])
    await symlink(join(ROOT, name), join(folder.path, name));
  running = await startProcess({ DATA_DIR: join(folder.path, ".data") });
}, 60_000);
afterAll(async () => {
  running.signal("SIGTERM");
  await running.exited;
  await folder.remove();
});

async function shell(script: string, env: Record<string, string> = {}) {
  const child = Bun.spawn(["sh", "-euc", script], {
    cwd: folder.path,
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ""}`, HOME: folder.path, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  endWithUs(child);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

test("the first block of docs/operate/backup.md works as it stands, and restores every row", async () => {
  const block = /\n\n((?: {4}.*\n)+)/.exec(PAGE)?.[1] ?? "";
  const { code, out, err } = await shell(block);
  expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/Wrote \d+ rows[\s\S]*Wrote \d+ lines\.[\s\S]*Restored \d+ rows/);
  expect(/Wrote (\d+) rows/.exec(out)?.[1]).toBe(/Restored (\d+) rows/.exec(out)?.[1]);
  const restored = createProcessCli({ DATA_DIR: join(folder.path, "restored") });
  expect(await restored.json("store list")).toMatchObject({ stores: [{ id: "demo" }] });
});

test("backup.sh keeps the newest backups and the journal, and removes nothing when a backup fails", async () => {
  const env = { BACKUP_FOLDER: join(folder.path, "kept backups"), BACKUP_KEEP: "2" };
  const names: string[][] = [];
  for (let i = 0; i < 3; i++) {
    const { code, err } = await shell("docs/operate/backup.sh", env);
    expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
    names.push((await readdir(env.BACKUP_FOLDER)).sort());
    // The names are exact to a second.
    await Bun.sleep(1_000);
  }
  const [first, second, third] = names;
  expect([first?.length, second?.length, third?.length]).toEqual([2, 3, 3]);
  expect(third).toEqual([
    ...(second ?? []).slice(1, 2),
    expect.stringMatching(/Z\.backup$/),
    "aftersale.journal",
  ]);
  const failed = await shell("docs/operate/backup.sh", { ...env, DATA_DIR: "mistyped", BACKUP_KEEP: "0" });
  expect(failed.code).toBe(1);
  expect((await readdir(env.BACKUP_FOLDER)).sort()).toEqual(third ?? []);
});
