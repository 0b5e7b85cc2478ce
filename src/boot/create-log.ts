import { type DestinationStream, type Logger, pino } from "pino";
import { VERSION } from "../lib/version.ts";
import { serializeError } from "../platform/db/serialize-error.ts";
import { limitRepeats } from "./limit-repeats.ts";

/** Returns a log of JSON lines with the version. Errors in it hold no values of statements. */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino(
    { level, base: { version: VERSION }, serializers: { err: serializeError }, hooks: limitRepeats() },
    destination,
  );
}
