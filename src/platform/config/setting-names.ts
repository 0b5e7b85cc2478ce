import { editsBetween } from "../../lib/nearest.ts";
import { MAIL_NAMES } from "./mail-settings.ts";
import { RETENTION_NAMES } from "./retention-settings.ts";
import { TRACING_NAMES } from "./tracing-settings.ts";

type Env = Record<string, string | undefined>;

/** Every environment variable that the service or its commands read. */
export const SETTING_NAMES: readonly string[] = [
  "PORT",
  "HOST",
  "DATABASE_URL",
  "DATABASE_CONNECTIONS",
  "CELLS",
  "DATA_DIR",
  "ROLE",
  "DEMO",
  "LOG_LEVEL",
  "NODE_ENV",
  "STOREFRONT_EVENT_SOURCE",
  "EVENT_RATE_LIMIT",
  "WAREHOUSE_RATE_LIMIT",
  "PUBLIC_URL",
  "TRUST_PROXY",
  "KEEP_ALIVE_TIMEOUT",
  "WEBHOOK_RETRY_SCHEDULE",
  "WEBHOOK_TIMEOUT",
  "WEBHOOK_ALLOWED_HOSTS",
  "PAYOUT_RETRY_SCHEDULE",
  "PAYOUT_TIMEOUT",
  "CONNECTOR_POLL_INTERVAL",
  "METRICS_TOKEN",
  ...MAIL_NAMES,
  ...RETENTION_NAMES,
  ...TRACING_NAMES,
  "ENCRYPTION_KEY",
  "ENCRYPTION_KEY_PREVIOUS",
  "BACKUP_PASSPHRASE",
  "AFTERSALE_TOKEN",
  "AFTERSALE_MOVE_TO",
  "AFTERSALE_CELL_URL",
];

/** Variables that begin so are meant for this service. */
const OWN_PREFIX =
  /^(?:WEBHOOKS?|PAYOUTS?|CONNECTORS?|SMTP|RETENTION|ENCRYPTION|STOREFRONT|WAREHOUSE|EVENTS?|BACKUP|AFTERSALE)_/;
/** Shorter names are near too many others: HOME is not HOST. */
const MIN_LENGTH = 7;
const MAX_EDITS = 2;

/** Returns a sentence for each variable that looks like a setting but is unknown, and for an unknown `NODE_ENV`. */
export function unknownSettings(env: Env): string[] {
  const faults = Object.keys(env).flatMap((name) => {
    if (SETTING_NAMES.includes(name)) return [];
    const similar = SETTING_NAMES.find(
      (known) => known.length >= MIN_LENGTH && editsBetween(name.toUpperCase(), known) <= MAX_EDITS,
    );
    if (!similar && !OWN_PREFIX.test(name)) return [];
    return [`${name} is not a setting; did you mean ${similar ?? mostAlike(name)}?`];
  });
  const { NODE_ENV: mode } = env;
  const isMeant = mode !== undefined && mode !== "production" && /^prod/i.test(mode);
  return isMeant ? [...faults, `NODE_ENV=${mode} has no effect; did you mean NODE_ENV=production?`] : faults;
}

/** The setting that has the longest beginning in common with a name. */
function mostAlike(name: string): string {
  const shared = (known: string) => {
    let length = 0;
    while (length < name.length && name[length] === known[length]) length++;
    return length;
  };
  return SETTING_NAMES.reduce((best, known) => (shared(known) > shared(best) ? known : best));
}
