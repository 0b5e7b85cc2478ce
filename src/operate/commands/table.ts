import { BACKUP_COMMANDS } from "./backups.ts";
import { CELL_COMMANDS } from "./cells.ts";
import { CLIENT_COMMANDS } from "./clients.ts";
import type { Command } from "./command.ts";
import { INTEGRATION_COMMANDS } from "./integrations.ts";
import { INVENTORY_COMMANDS } from "./inventory.ts";
import { JOURNAL_COMMANDS } from "./journals.ts";
import { KEY_COMMANDS } from "./keys.ts";
import { LOCATION_COMMANDS } from "./locations.ts";
import { MOVE_COMMANDS } from "./moves.ts";
import { ORDER_COMMANDS } from "./orders.ts";
import { PERSON_COMMANDS } from "./people.ts";
import { STORE_COMMANDS } from "./stores.ts";
import { VERSION_COMMANDS } from "./version.ts";
import { WEBHOOK_COMMANDS } from "./webhooks.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...STORE_COMMANDS,
  ...MOVE_COMMANDS,
  ...CLIENT_COMMANDS,
  ...PERSON_COMMANDS,
  ...LOCATION_COMMANDS,
  ...INTEGRATION_COMMANDS,
  ...INVENTORY_COMMANDS,
  ...ORDER_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...BACKUP_COMMANDS,
  ...JOURNAL_COMMANDS,
  ...KEY_COMMANDS,
  ...CELL_COMMANDS,
  ...VERSION_COMMANDS,
];
