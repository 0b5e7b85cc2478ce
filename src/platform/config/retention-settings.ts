import { DAY_MS, durationMs } from "../../lib/duration.ts";

const SETTINGS = {
  idempotencyKeys: { name: "RETENTION_IDEMPOTENCY_KEYS", fallback: "30d" },
  events: { name: "RETENTION_EVENTS", fallback: "forever" },
  eventRejections: { name: "RETENTION_EVENT_REJECTIONS", fallback: "30d" },
  storefrontEvents: { name: "RETENTION_STOREFRONT_EVENTS", fallback: "400d" },
  webhookDeliveries: { name: "RETENTION_WEBHOOK_DELIVERIES", fallback: "30d" },
  changes: { name: "RETENTION_CHANGES", fallback: "30d" },
  requests: { name: "RETENTION_REQUESTS", fallback: "7d" },
  levelHistory: { name: "RETENTION_LEVEL_HISTORY", fallback: "90d" },
  inventoryImports: { name: "RETENTION_INVENTORY_IMPORTS", fallback: "30d" },
  orderImports: { name: "RETENTION_ORDER_IMPORTS", fallback: "30d" },
  asnExports: { name: "RETENTION_ASN_EXPORTS", fallback: "7d" },
  mails: { name: "RETENTION_MAILS", fallback: "90d" },
} as const;

export const RETENTION_NAMES: readonly string[] = Object.values(SETTINGS).map(({ name }) => name);

export type Retained = keyof typeof SETTINGS;

export const RETAINED = Object.keys(SETTINGS) as Retained[];

/** Returns the name of the setting for a kind of rows. */
export function settingOf(kind: Retained): string {
  return SETTINGS[kind].name;
}

/** The retention of each kind of rows, in seconds; undefined is forever. */
export type Retention = Record<Retained, number | undefined>;

const MIN_DAYS = 1;
const MAX_DAYS = 36_500;

/** Returns the retention settings of an environment and adds their errors to `faults`. */
export function readRetention(env: Record<string, string | undefined>, faults: string[]): Retention {
  const entries = Object.entries(SETTINGS).map(([kind, { name, fallback }]) => {
    const text = env[name] || fallback;
    if (text === "forever" || text === "0") return [kind, undefined];
    const ms = durationMs(text, ["h", "d"]);
    if (!(ms >= MIN_DAYS * DAY_MS && ms <= MAX_DAYS * DAY_MS)) {
      faults.push(`${name} must be a time from ${MIN_DAYS}d to ${MAX_DAYS}d, or forever, not "${text}"`);
    }
    return [kind, ms / 1_000];
  });
  return Object.fromEntries(entries);
}
