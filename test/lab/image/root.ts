import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The id of the user `bun` in the image. */
const BUN_ID = 1000;
const PROGRAMS = ["/bin/sh", "/bin/mkdir", "/bin/ls"];

/**
 * Fills an empty folder with what the base image holds as far as the service can see it: bun with the libraries
 * that it needs, a shell, the user `bun`, certificates and the settings for resolving names.
 */
export async function fillRoot(root: string): Promise<void> {
  const bun = process.execPath;
  for (const program of [bun, ...PROGRAMS]) {
    for (const library of await librariesOf(program)) await copyInto(root, library);
  }
  for (const program of PROGRAMS) await copyInto(root, program);
  await mkdir(join(root, "usr/local/bin"), { recursive: true });
  await cp(bun, join(root, "usr/local/bin/bun"));
  await symlink("bun", join(root, "usr/local/bin/node"));
  for (const folder of ["tmp", "proc", "dev", "home/bun"])
    await mkdir(join(root, folder), { recursive: true });
  for (const path of ["/etc/ssl/certs", "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf"]) {
    await copyInto(root, path).catch(() => undefined);
  }
  await Bun.write(
    join(root, "etc/passwd"),
    `root:x:0:0::/root:/bin/sh\nbun:x:${BUN_ID}:${BUN_ID}::/home/bun:/bin/sh\n`,
  );
  await Bun.write(join(root, "etc/group"), `root:x:0:\nbun:x:${BUN_ID}:\n`);
}

/** Returns the files of a folder that `.dockerignore` leaves in, as its few kinds of lines mean them. */
export async function contextOf(folder: string): Promise<string[]> {
  const lines = (await Bun.file(join(folder, ".dockerignore")).text())
    .split("\n")
    .filter((line) => line !== "");
  const [all, ...kept] = lines;
  if (all !== "*" || !kept.every((line) => line.startsWith("!"))) {
    throw new Error("test/lab/image understands a .dockerignore of `*` and lines that begin with `!` alone");
  }
  const names = await readdir(folder);
  return kept.map((line) => line.slice(1)).filter((name) => names.includes(name.split("/")[0] ?? ""));
}

async function librariesOf(program: string): Promise<string[]> {
  const text = await Bun.$`ldd ${program}`.nothrow().text();
  return [...text.matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path);
}

async function copyInto(root: string, path: string): Promise<void> {
  const target = join(root, path);
  await mkdir(dirname(target), { recursive: true });
  await cp(path, target, { recursive: true, dereference: true, force: true });
}
