import { type DestinationStream, type Logger, pino } from "pino";
import { serializeError } from "../db/serialize-error.ts";
import { VERSION } from "../lib/version.ts";

/** Returns a log of JSON lines with the version, to standard output by default. Errors in it hold no values of statements. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: { version: VERSION }, serializers: { err: serializeError } };
  return destination ? pino(options, destination) : pino(options);
}
