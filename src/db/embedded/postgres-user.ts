import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { lchown, readdir, readFile, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";

/** Whom root runs Postgres as, and a folder that this user has to be let through. */
export type PostgresUser = { uid: number; gid: number; closed: string | undefined };

/** A number that no system gives to its users or services, so that nobody else can read the files. */
const OWN_UID = 60_932;

/** Nothing of our own environment: no secrets, no locale, no PG* variable that would change what happens. */
const ENVIRONMENT = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

/**
 * Undefined for an ordinary user, who runs Postgres as itself. For root, whom Postgres refuses, the owner of the
 * cluster, or a user that exists for nothing else. `needed` are files and folders that this user has to reach.
 */
export async function choosePostgresUser(
  cluster: string,
  needed: string[],
): Promise<PostgresUser | undefined> {
  const { uid } = userInfo();
  const owner = await stat(cluster).catch(unlessAbsent);
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new Error(
        `${cluster} belongs to user ${owner.uid}, not to this one (${uid}): run as its owner, or set DATA_DIR`,
      );
    }
    return undefined;
  }
  const user = owner?.uid ? { uid: owner.uid, gid: owner.gid } : { uid: OWN_UID, gid: OWN_UID };
  return { ...user, closed: await firstClosed(needed, user) };
}

/** The user that initdb runs as: it looks its user up by number, and ours has no name. */
export async function choosePostgresMaker(user: PostgresUser | undefined): Promise<PostgresUser | undefined> {
  if (!user) return undefined;
  const known = await readFile("/etc/passwd", "utf8");
  const found = /^nobody:[^:]*:(\d+):(\d+):/m.exec(known) ?? /^daemon:[^:]*:(\d+):(\d+):/m.exec(known);
  if (!found) throw new Error("Postgres can't be set up as root: /etc/passwd has no user nobody or daemon");
  const [, uid, gid] = found;
  return { ...user, uid: Number(uid), gid: Number(gid) };
}

/** Hands a folder and all that is in it to the user that Postgres runs as. */
export async function chownTo(folder: string, user: PostgresUser | undefined): Promise<void> {
  if (!user || (await stat(folder)).uid === user.uid) return;
  const names = await readdir(folder, { recursive: true });
  for (const name of names) await lchown(join(folder, name), user.uid, user.gid);
  await lchown(folder, user.uid, user.gid);
}

/** Starts a program as that user, in a session of its own: neither Ctrl-C nor our death reaches it. */
export function launch(
  user: PostgresUser | undefined,
  program: string,
  args: string[],
  stdio: StdioOptions,
): ChildProcess {
  const options = { stdio, cwd: "/", detached: true, env: ENVIRONMENT };
  if (!user) return spawn(program, args, options);
  const { uid, gid, closed } = user;
  if (!closed) return spawn(program, args, { ...options, uid, gid });
  // no_setuid_fixup: without it access(2), by which Postgres looks for its programs, leaves the capability out.
  const passage = [
    "--inh-caps=-all,+dac_override",
    "--ambient-caps=-all,+dac_override",
    "--securebits=+no_setuid_fixup",
  ];
  return spawn(
    "setpriv",
    [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...passage, program, ...args],
    options,
  );
}

/** Runs a program to its end; `output` is its standard error, or standard output when it wrote no error. */
export function run(
  user: PostgresUser | undefined,
  program: string,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = launch(user, program, args, ["ignore", "pipe", "pipe"]);
    const said = { out: "", err: "" };
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (said.out += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (said.err += text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output: said.err || said.out }));
  });
}

async function firstClosed(paths: string[], user: { uid: number; gid: number }): Promise<string | undefined> {
  let closed: string | undefined;
  for (const path of paths) {
    for (let at = path; ; at = dirname(at)) {
      const { mode, uid, gid } = await stat(at);
      const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
      if ((bits & 1) === 0) closed = at;
      if (at === dirname(at)) break;
    }
    if (closed) return closed;
  }
  return undefined;
}

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
