import { statfs } from "node:fs/promises";

const FAULT = /(?:error|FATAL|PANIC): +/;
const DETAIL = /.*DETAIL: +/;
/** Less than a new database takes. */
const LITTLE_MB = 60;

/**
 * Why a program of Postgres gave up, out of what it wrote, and whether `folder` is on a full disk. Of several
 * processes that wrote, the one of that number counts most.
 */
export async function postgresFault(output: string, folder: string, pid?: number): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  const freeMb = Math.floor((bavail * bsize) / 1e6);
  // Then the log itself is cut short.
  if (freeMb === 0) return "its disk is full";

  const lines = output.trim().split("\n");
  const isFault = (line: string) => FAULT.test(line);
  const own = lines.filter((line) => line.includes(`[${pid}]`));
  const fault = own.find(isFault) ?? lines.find(isFault) ?? lines.at(-1) ?? "";
  const next = lines[lines.indexOf(fault) + 1] ?? "";
  const detail = DETAIL.test(next) ? `: ${next.replace(DETAIL, "")}` : "";
  const space = freeMb < LITTLE_MB ? ` (only ${freeMb} MB are free there)` : "";
  return fault.split(FAULT).at(-1) + detail + space;
}
