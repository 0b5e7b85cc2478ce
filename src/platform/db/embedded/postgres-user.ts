import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { lchown, readdir, readFile, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";

/** The user that root runs Postgres as, and a folder that blocks its access, if any. */
export type PostgresUser = { uid: number; gid: number; blockedFolder: string | undefined };

/** A user id that no system assigns, so that no other user can read the files. */
const OWN_UID = 60_932;

/** Without our own environment: no secrets, no locale, no PG* variables. */
const ENVIRONMENT = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

/**
 * Returns the user to run Postgres as; undefined for an ordinary user, who runs it as itself. Postgres
 * refuses root, which uses the cluster's owner, or a user id of its own. `needed` are paths that this user
 * has to reach. Throws when the cluster belongs to another user.
 */
export async function choosePostgresUser(
  cluster: string,
  needed: string[],
): Promise<PostgresUser | undefined> {
  const { uid } = userInfo();
  const owner = await stat(cluster).catch(ignoreMissing);
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new Error(
        `${cluster} belongs to user ${owner.uid}, not to this one (${uid}): run as its owner, or set DATA_DIR`,
      );
    }
    return undefined;
  }
  const user = owner?.uid ? { uid: owner.uid, gid: owner.gid } : { uid: OWN_UID, gid: OWN_UID };
  return { ...user, blockedFolder: await firstBlocked(needed, user) };
}

/** Returns the user to run initdb as: it requires a user with a name, which ours has not. */
export async function choosePostgresMaker(user: PostgresUser | undefined): Promise<PostgresUser | undefined> {
  if (!user) return undefined;
  const known = await readFile("/etc/passwd", "utf8");
  const found = /^nobody:[^:]*:(\d+):(\d+):/m.exec(known) ?? /^daemon:[^:]*:(\d+):(\d+):/m.exec(known);
  if (!found) throw new Error("Postgres can't be set up as root: /etc/passwd has no user nobody or daemon");
  const [, uid, gid] = found;
  return { ...user, uid: Number(uid), gid: Number(gid) };
}

/** Changes the owner of a folder and its content to the user that runs Postgres. */
export async function chownTo(folder: string, user: PostgresUser | undefined): Promise<void> {
  if (!user || (await stat(folder)).uid === user.uid) return;
  const names = await readdir(folder, { recursive: true });
  for (const name of names) await lchown(join(folder, name), user.uid, user.gid);
  await lchown(folder, user.uid, user.gid);
}

/** Starts a program as that user, in its own session: neither Ctrl-C nor our death reaches it. */
export function launch(
  user: PostgresUser | undefined,
  program: string,
  args: string[],
  stdio: StdioOptions,
): ChildProcess {
  const options = { stdio, cwd: "/", detached: true, env: ENVIRONMENT };
  if (!user) return spawn(program, args, options);
  const { uid, gid, blockedFolder } = user;
  if (!blockedFolder) return spawn(program, args, { ...options, uid, gid });
  // Without no_setuid_fixup, access(2), by which Postgres finds its programs, ignores the capability.
  const capabilities = [
    "--inh-caps=-all,+dac_override",
    "--ambient-caps=-all,+dac_override",
    "--securebits=+no_setuid_fixup",
  ];
  return spawn(
    "setpriv",
    [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...capabilities, program, ...args],
    options,
  );
}

/** Runs a program to its end; `output` is its standard error, or its standard output when that is empty. */
export function run(
  user: PostgresUser | undefined,
  program: string,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = launch(user, program, args, ["ignore", "pipe", "pipe"]);
    const output = { out: "", err: "" };
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (output.out += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (output.err += text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output: output.err || output.out }));
  });
}

async function firstBlocked(
  paths: string[],
  user: { uid: number; gid: number },
): Promise<string | undefined> {
  let blockedFolder: string | undefined;
  for (const path of paths) {
    for (let at = path; ; at = dirname(at)) {
      const { mode, uid, gid } = await stat(at);
      const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
      if ((bits & 1) === 0) blockedFolder = at;
      if (at === dirname(at)) break;
    }
    if (blockedFolder) return blockedFolder;
  }
  return undefined;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
