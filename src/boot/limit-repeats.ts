import type { LoggerOptions } from "pino";
import { isUnavailable } from "../platform/db/errors.ts";

const REPEATED_MS = 60_000;
const MAX_LINES = 1_000;

type Repeated = { at: number; leftOut: number };

/**
 * Returns a hook that writes what background work says of an unavailable database once a minute, instead of at each of
 * its attempts: each such line then has how many were left out. Lines of requests are all written.
 */
export function limitRepeats(
  clock: () => number = () => performance.now(),
): NonNullable<LoggerOptions["hooks"]> {
  const lines = new Map<string, Repeated>();
  return {
    logMethod(args, method) {
      const [fields, message] = args as unknown[];
      const key = repeatKey(fields, message, this.bindings());
      const now = clock();
      const line = key === undefined ? undefined : lines.get(key);
      if (line && now - line.at < REPEATED_MS) {
        line.leftOut++;
        return;
      }
      if (key !== undefined) {
        if (lines.size >= MAX_LINES) lines.clear();
        lines.set(key, { at: now, leftOut: 0 });
      }
      if (line && line.leftOut > 0)
        method.call(this, { ...(fields as object), leftOut: line.leftOut }, String(message));
      else method.apply(this, args);
    },
  };
}

/** Undefined for a line that is written each time. A failure of the database says nothing of a single store. */
function repeatKey(fields: unknown, message: unknown, { cell }: { cell?: unknown }): string | undefined {
  if (typeof fields !== "object" || fields === null || !("err" in fields) || "requestId" in fields)
    return undefined;
  if (!isUnavailable(fields.err)) return undefined;
  const ofCell = "cell" in fields ? fields.cell : cell;
  return `${ofCell} ${message}`;
}
