import { fullGC } from "bun:jsc";
import { closeSync, openSync, readSync } from "node:fs";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { runCommandLine } from "./boot/command-line.ts";

const MAX_SECRET_BYTES = 65_536;

await runCommandLine(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  log: pino.destination({ dest: 2, sync: true }),
  parse: (args, options) => parseArgs({ args, options, allowPositionals: true }),
  readSecret,
  file: (path) => Bun.file(path),
  exitWith: (status) => {
    process.exitCode = status;
  },
  freeMemory: () => void fullGC(),
});

/** A larger file is none with a secret, and may have no end. */
function readSecret(path: string): string {
  const content = Buffer.alloc(MAX_SECRET_BYTES + 1);
  let length = 0;
  const file = openSecret(path);
  try {
    for (let more = -1; more !== 0 && length < content.length; length += more)
      more = readSync(file, content, length, content.length - length, null);
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    if (path !== "-") closeSync(file);
  }
  if (length > MAX_SECRET_BYTES) throw new Error(`${path} is too large to be a secret.`);
  return content.toString("utf8", 0, length);
}

function openSecret(path: string): number {
  if (path === "-") return process.stdin.fd;
  try {
    return openSync(path, "r");
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): Error {
  return new Error(`The file ${path} can't be read (${(error as NodeJS.ErrnoException).code}).`, {
    cause: error,
  });
}
