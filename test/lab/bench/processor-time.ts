import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";

/** `clock_t` of Linux. */
const TICKS_PER_SECOND = 100;

/** The CPU that a process has used so far, as the kernel has counted it. */
export function cpuSeconds(pid: number): number {
  const { user, system } = statOf(pid);
  return (user + system) / TICKS_PER_SECOND;
}

/** The CPU that a process, its children and those that have ended have used so far. */
export function cpuSecondsOfAll(pid: number): number {
  const { endedUser, endedSystem } = statOf(pid);
  let seconds = cpuSeconds(pid) + (endedUser + endedSystem) / TICKS_PER_SECOND;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const child = Number(name);
    try {
      if (statOf(child).parent === pid) seconds += cpuSeconds(child);
    } catch {
      // It has ended, and its parent counts it.
    }
  }
  return seconds;
}

/** The process that Postgres's sessions are children of; undefined if it is on another machine. */
export async function postmasterOf(sql: pg.Client): Promise<number | undefined> {
  const { rows } = await sql.query<{ pid: number; is_here: boolean }>(
    `select pg_backend_pid() as pid,
       inet_server_addr() is null or host(inet_server_addr()) in ('127.0.0.1', '::1') as is_here`,
  );
  const [session] = rows;
  return session?.is_here ? statOf(session.pid).parent : undefined;
}

function statOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { parent: fields[1] ?? 0, user, system, endedUser, endedSystem };
}
