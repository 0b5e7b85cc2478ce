import { benchAsn } from "./asn.ts";
import { benchBackup } from "./backup.ts";
import { benchCompat } from "./compat.ts";
import { benchConsole } from "./console.ts";
import { benchEvents } from "./events.ts";
import { benchInventory } from "./inventory.ts";
import { benchLists } from "./lists.ts";
import { benchUpgrade } from "./upgrade.ts";
import { benchWebhooks } from "./webhooks.ts";

const BENCHES: Record<string, (options: string[]) => Promise<boolean>> = {
  events: benchEvents,
  inventory: benchInventory,
  compat: benchCompat,
  console: benchConsole,
  asn: benchAsn,
  backup: benchBackup,
  lists: benchLists,
  webhooks: benchWebhooks,
  upgrade: benchUpgrade,
};

const [name = "", ...options] = process.argv.slice(2);
const bench = BENCHES[name];
if (!bench) {
  process.stderr.write(`usage: bun run bench ${Object.keys(BENCHES).join("|")} [--full] [--stored N]\n`);
  process.exit(2);
}
process.exit((await bench(options)) ? 0 : 1);
