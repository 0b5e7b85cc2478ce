import type { Logger } from "pino";
import type { Config } from "../platform/config/config.ts";
import { openEmbedded } from "../platform/db/embedded/open-embedded.ts";

/** A server owns the embedded database; an operator's command (cli) joins it while it runs. */
export type Mode = "server" | "cli";

/** Ends something that was opened. */
export type Closing = () => Promise<unknown>;

/**
 * Opens the embedded database and returns its URL. `onOpening` is given its end before anything is started, because a
 * database that is being opened is to end too; it may be called again.
 */
export async function openOwnDatabase(
  config: Config,
  log: Logger,
  mode: Mode,
  onOpening: (close: () => Promise<void>) => void,
): Promise<string> {
  const opening = openEmbedded({
    dataDir: config.dataDir,
    mode,
    creates: mode === "server",
    onLog: (line) => log.debug({ line }, "embedded postgres"),
    onLost: () => log.error("the embedded database ended; starting it again"),
  });
  let closed: Promise<void> | undefined;
  onOpening(() => {
    // What could not be opened needs no end; who opens it gets the error.
    closed ??= opening.then(
      ({ close }) => close(),
      () => undefined,
    );
    return closed;
  });
  return (await opening).url;
}
