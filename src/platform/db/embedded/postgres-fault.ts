import { statfs } from "node:fs/promises";

const FAULT = /(?:error|FATAL|PANIC): +/;
const DETAIL = /.*DETAIL: +/;
/** Less than a new database needs. */
const LOW_SPACE_MB = 60;

/**
 * Returns why a Postgres program failed, from its output and the free disk space at `folder`. When several
 * processes have written, the lines of `pid` take precedence.
 */
export async function postgresFault(output: string, folder: string, pid?: number): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  const freeMb = Math.floor((bavail * bsize) / 1e6);
  // With a full disk the log is truncated too.
  if (freeMb === 0) return "its disk is full";

  const lines = output.trim().split("\n");
  const isFault = (line: string) => FAULT.test(line);
  const own = lines.filter((line) => line.includes(`[${pid}]`));
  const fault = own.find(isFault) ?? lines.find(isFault) ?? lines.at(-1) ?? "";
  const next = lines[lines.indexOf(fault) + 1] ?? "";
  const detail = DETAIL.test(next) ? `: ${next.replace(DETAIL, "")}` : "";
  const space = freeMb < LOW_SPACE_MB ? ` (only ${freeMb} MB are free there)` : "";
  return fault.split(FAULT).at(-1) + detail + space;
}
