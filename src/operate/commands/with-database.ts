import type { Config } from "../../platform/config/config.ts";
import { openEmbedded } from "../../platform/db/embedded/open-embedded.ts";

/**
 * Opens the configured database without migrating it, and returns what `use` returns. An embedded one is only created
 * when `creates` says so.
 */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Config,
  use: (url: string) => Promise<T>,
  { mode = "cli", creates = false }: { mode?: "server" | "cli"; creates?: boolean } = {},
): Promise<T> {
  if (databaseUrl !== undefined) return use(databaseUrl);
  const embedded = await openEmbedded({ dataDir, mode, creates });
  try {
    return await use(embedded.url);
  } finally {
    await embedded.close();
  }
}
