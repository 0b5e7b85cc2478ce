import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { openEmbedded } from "../db/embedded/open-embedded.ts";

/** A server owns the embedded database; an operator's command (cli) joins it while it runs. */
export type Mode = "server" | "cli";

/** Ends something that was opened. */
export type Closing = () => Promise<unknown>;

/** Opens the embedded database and returns its URL. Its end is added to `closings`. */
export async function openOwnDatabase(
  config: Config,
  log: Logger,
  mode: Mode,
  closings: Closing[],
): Promise<string> {
  const embedded = await openEmbedded({
    dataDir: config.dataDir,
    mode,
    onLog: (line) => log.debug({ line }, "embedded postgres"),
    onLost: () => log.error("the embedded database ended; starting it again"),
  });
  closings.push(() => embedded.close());
  return embedded.url;
}
