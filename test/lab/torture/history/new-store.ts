import { pino } from "pino";
import { createCommandContext } from "../../../../src/boot/create-command-context.ts";
import type { Ctx } from "../../../../src/core/ctx.ts";
import { readConfig } from "../../../../src/platform/config/config.ts";

/** Runs `use` in the database that a new store goes to. */
export async function whereStoresBegin<T>(
  settings: Record<string, string>,
  use: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const place = { place: "new-store", storeId: undefined } as const;
  const log = pino({ level: "silent" });
  const { ctx, close } = await createCommandContext(readConfig(settings), log, place);
  try {
    return await use(ctx);
  } finally {
    await close();
  }
}
