import { expect, test } from "bun:test";
import { readConfig } from "../../src/platform/config/config.ts";

const DAY_S = 24 * 3600;
const KEY = "a key of enough characters";
const EXTERNAL = { DATABASE_URL: "postgres://aftersale:secret@db:5432/aftersale", ENCRYPTION_KEY: KEY };

test("without variables the service uses the embedded database with a demo store, on port 3000 of every address", () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: "0.0.0.0",
    databaseUrl: undefined,
    cells: undefined,
    dataDir: ".data",
    databaseConnections: 42,
    role: "all",
    demo: true,
    logLevel: "info",
    storefrontEventSource: "storefront",
    keepAliveMs: 75_000,
    trustProxy: false,
    publicUrl: undefined,
    eventRateLimit: 100,
    warehouseRateLimit: 0,
    encryptionKey: undefined,
    previousEncryptionKey: undefined,
    webhookRetrySchedule: [0, 5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000],
    webhookTimeoutMs: 10_000,
    webhookAllowedHosts: [],
    smtp: undefined,
    mailFrom: undefined,
    mailRetrySchedule: [0, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400].map(
      (seconds) => seconds * 1_000,
    ),
    mailTimeoutMs: 30_000,
    payoutRetrySchedule: [0, 5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000],
    payoutTimeoutMs: 20_000,
    connectorPollIntervalMs: 60_000,
    metricsToken: undefined,
    retention: {
      idempotencyKeys: 30 * DAY_S,
      events: undefined,
      eventRejections: 30 * DAY_S,
      storefrontEvents: 400 * DAY_S,
      webhookDeliveries: 30 * DAY_S,
      changes: 30 * DAY_S,
      requests: 7 * DAY_S,
      levelHistory: 90 * DAY_S,
      inventoryImports: 30 * DAY_S,
      orderImports: 30 * DAY_S,
      asnExports: 7 * DAY_S,
      mails: 90 * DAY_S,
    },
    tracing: undefined,
  });
});

test("every variable is read", () => {
  const env = {
    ...EXTERNAL,
    PORT: "8080",
    HOST: "127.0.0.1",
    DATA_DIR: "/var/lib/aftersale",
    DATABASE_CONNECTIONS: "20",
    CELLS: "north, south",
    ROLE: "worker",
    DEMO: "1",
    LOG_LEVEL: "debug",
    STOREFRONT_EVENT_SOURCE: "shop",
    KEEP_ALIVE_TIMEOUT: "2m",
    TRUST_PROXY: "1",
    ENCRYPTION_KEY_PREVIOUS: "the key of the year before",
    PUBLIC_URL: "HTTPS://API.Shop.example:443/",
    EVENT_RATE_LIMIT: "0",
    WAREHOUSE_RATE_LIMIT: "300",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
    OTEL_SERVICE_NAME: "returns",
    OTEL_TRACES_SAMPLER_ARG: "0.1",
    WEBHOOK_RETRY_SCHEDULE: "0ms, 250ms,1s,1m,1h",
    WEBHOOK_TIMEOUT: "500ms",
    METRICS_TOKEN: "read-the-metrics",
    WEBHOOK_ALLOWED_HOSTS: "LocalHost:4000, 10.0.0.5:8080,[0:0::1]:443",
    RETENTION_IDEMPOTENCY_KEYS: "1d",
    RETENTION_EVENTS: "730d",
    RETENTION_EVENT_REJECTIONS: "36h",
    RETENTION_STOREFRONT_EVENTS: "forever",
    RETENTION_WEBHOOK_DELIVERIES: "0",
    RETENTION_CHANGES: "60d",
    RETENTION_REQUESTS: "2d",
    RETENTION_LEVEL_HISTORY: "400d",
    RETENTION_INVENTORY_IMPORTS: "3d",
    RETENTION_ORDER_IMPORTS: "4d",
    RETENTION_ASN_EXPORTS: "36500d",
    RETENTION_MAILS: "5d",
    SMTP_URL: "smtps://user%40shop:p%2Fw@mail.example?tls=required",
    MAIL_FROM: "The Shop <returns@shop.example>",
    MAIL_RETRY_SCHEDULE: "0s,1m",
    MAIL_TIMEOUT: "5s",
    PAYOUT_RETRY_SCHEDULE: "0s,1s",
    PAYOUT_TIMEOUT: "3s",
    CONNECTOR_POLL_INTERVAL: "90s",
  };
  expect(readConfig(env)).toEqual({
    port: 8080,
    host: "127.0.0.1",
    databaseUrl: EXTERNAL.DATABASE_URL,
    cells: ["north", "south"],
    dataDir: "/var/lib/aftersale",
    databaseConnections: 20,
    role: "worker",
    demo: true,
    logLevel: "debug",
    storefrontEventSource: "shop",
    keepAliveMs: 120_000,
    trustProxy: true,
    publicUrl: "https://api.shop.example",
    eventRateLimit: 0,
    warehouseRateLimit: 300,
    encryptionKey: KEY,
    previousEncryptionKey: "the key of the year before",
    webhookRetrySchedule: [0, 250, 1_000, 60_000, 3_600_000],
    webhookTimeoutMs: 500,
    webhookAllowedHosts: ["localhost:4000", "10.0.0.5:8080", "[::1]:443"],
    smtp: {
      ...{ host: "mail.example", port: 465, secure: true, requireTls: true },
      ...{ user: "user@shop", password: "p/w" },
    },
    mailFrom: { name: "The Shop", address: "returns@shop.example" },
    mailRetrySchedule: [0, 60_000],
    mailTimeoutMs: 5_000,
    payoutRetrySchedule: [0, 1_000],
    payoutTimeoutMs: 3_000,
    connectorPollIntervalMs: 90_000,
    metricsToken: "read-the-metrics",
    retention: {
      idempotencyKeys: DAY_S,
      events: 730 * DAY_S,
      eventRejections: 1.5 * DAY_S,
      storefrontEvents: undefined,
      webhookDeliveries: undefined,
      changes: 60 * DAY_S,
      requests: 2 * DAY_S,
      levelHistory: 400 * DAY_S,
      inventoryImports: 3 * DAY_S,
      orderImports: 4 * DAY_S,
      asnExports: 36_500 * DAY_S,
      mails: 5 * DAY_S,
    },
    tracing: { endpoint: "http://collector:4318", serviceName: "returns", ratio: 0.1 },
  });
});

test("an external database has no demo store unless it is configured", () => {
  expect(readConfig(EXTERNAL).demo).toBe(false);
  expect(readConfig({ ...EXTERNAL, DEMO: "1" }).demo).toBe(true);
  expect(readConfig({ DEMO: "0" }).demo).toBe(false);
});

test("an empty variable counts as unset", () => {
  const empty = {
    PORT: "",
    HOST: "",
    DATABASE_URL: "",
    PGHOST: "",
    DEMO: "",
    ENCRYPTION_KEY: "",
    NODE_ENV: "",
  };
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test("one message names every invalid variable", () => {
  const env = {
    PORT: "http",
    DATABASE_URL: "mysql://db/aftersale",
    ROLE: "boss",
    DEMO: "yes",
    LOG_LEVEL: "loud",
    TRUST_PROXY: "true",
    PUBLIC_URL: "api.shop.example",
    ENCRYPTION_KEY: "short",
    ENCRYPTION_KEY_PREVIOUS: "hunter2",
    WEBHOOK_RETRY_SCHEDULE: "0s,soon",
    WEBHOOK_TIMEOUT: "0s",
    WEBHOOK_ALLOWED_HOSTS: "localhost,ok:80,http://localhost:4000,a:0",
  };
  expect(errorsOf(env)).toEqual([
    "The configuration is not usable:",
    '  - PORT must be a number from 0 to 65535, not "http"',
    "  - DATABASE_URL must be an address such as postgres://user:password@host:5432/database",
    '  - ROLE must be one of all, api, worker, not "boss"',
    '  - DEMO must be one of 0, 1, not "yes"',
    '  - LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
    '  - TRUST_PROXY must be one of 0, 1, not "true"',
    "  - PUBLIC_URL must be an http or https address without a path, such as https://api.shop.example",
    "  - ENCRYPTION_KEY must have at least 16 characters",
    "  - ENCRYPTION_KEY_PREVIOUS must have at least 16 characters",
    '  - WEBHOOK_RETRY_SCHEDULE must be pauses of at most a week, such as 0s,5s,30s,2m,10m,30m,1h,2h, not "0s,soon"',
    '  - WEBHOOK_TIMEOUT must be a time from 1ms to 1m, such as 10s, not "0s"',
    ...["localhost", "http://localhost:4000", "a:0"].map(
      (host) =>
        `  - WEBHOOK_ALLOWED_HOSTS must be hosts with their ports, such as localhost:4000,10.0.0.5:8080, not "${host}"`,
    ),
  ]);
});

test.each(["", " ", "5", "-1s", "1d", "0s,,5s", "0s,", "1.5s", "8d", "169h"])(
  "a schedule may not be %p; an empty one means the default",
  (schedule) => {
    const env = { WEBHOOK_RETRY_SCHEDULE: schedule };
    if (schedule === "") expect(readConfig(env).webhookRetrySchedule).toHaveLength(8);
    else expect(errorsOf(env)).toHaveLength(2);
  },
);

test.each([
  ["http://localhost:3000", "http://localhost:3000"],
  ["https://api.shop.example/", "https://api.shop.example"],
  ["http://[::1]:80", "http://[::1]"],
])("PUBLIC_URL=%s means %s", (text, origin) => {
  expect(readConfig({ PUBLIC_URL: text }).publicUrl).toBe(origin);
});

test.each([
  "shop.example",
  "ftp://shop.example",
  "https://",
  "https:///x",
  "https://shop.example/returns",
  "https://shop.example//",
  "https://shop.example?x",
  "https://shop.example/#x",
  "https://user:hunter2@shop.example",
  "https://shop.example:99999",
  "https://shop example",
  " https://shop.example",
  "https://shop.example\\x",
])("PUBLIC_URL=%s is not a valid service URL", (text) => {
  const lines = errorsOf({ PUBLIC_URL: text });
  expect(lines).toHaveLength(2);
  expect(lines.join("")).not.toContain("hunter2");
});

test.each(["23h", "36501d", "30", "30m", "-1d", "1.5d", "never", "1d,2d"])(
  "a retention may not be %p",
  (text) => {
    const RETENTIONS = Object.fromEntries(
      [
        "IDEMPOTENCY_KEYS",
        "EVENTS",
        "EVENT_REJECTIONS",
        "STOREFRONT_EVENTS",
        "WEBHOOK_DELIVERIES",
        "ASN_EXPORTS",
      ].map((kind) => [`RETENTION_${kind}`, text]),
    );
    expect(errorsOf(RETENTIONS)).toEqual([
      "The configuration is not usable:",
      ...Object.keys(RETENTIONS).map(
        (name) => `  - ${name} must be a time from 1d to 36500d, or forever, not "${text}"`,
      ),
    ]);
  },
);

test("a message about an invalid variable never contains a password or a key", () => {
  const message = errorsOf({ DATABASE_URL: "db:hunter2", ENCRYPTION_KEY: "hunter2" }).join("\n");
  expect(message).toContain("DATABASE_URL");
  expect(message).toContain("ENCRYPTION_KEY");
  expect(message).not.toContain("hunter2");
});

test.each(["-1", "65536", "3000.5", "0x10", " 3000", "3e3", "NaN"])("PORT=%p is not a port", (port) => {
  expect(errorsOf({ PORT: port })).toHaveLength(2);
});

test("PG variables without DATABASE_URL stop the start, and the message names them", () => {
  expect(errorsOf({ PGHOST: "db", PGPASSWORD: "hunter2" })).toEqual([
    "The configuration is not usable:",
    "  - PGHOST, PGPASSWORD set without DATABASE_URL: set DATABASE_URL, or unset them to use the embedded Postgres",
  ]);
});

test("with DATABASE_URL the PG variables are ignored", () => {
  expect(readConfig({ ...EXTERNAL, PGHOST: "db" }).databaseUrl).toBe(EXTERNAL.DATABASE_URL);
});

test("DATABASE_URL without ENCRYPTION_KEY stops the start", () => {
  expect(errorsOf({ DATABASE_URL: EXTERNAL.DATABASE_URL })).toEqual([
    "The configuration is not usable:",
    "  - ENCRYPTION_KEY is required with DATABASE_URL: it encrypts subscriber tokens (openssl rand -hex 32 makes one)",
  ]);
});

test.each([
  [
    { ENCRYPTION_KEY_PREVIOUS: KEY },
    "ENCRYPTION_KEY_PREVIOUS set without ENCRYPTION_KEY: set both, or unset it",
  ],
  [
    { ENCRYPTION_KEY: KEY, ENCRYPTION_KEY_PREVIOUS: KEY },
    "ENCRYPTION_KEY_PREVIOUS must be the key before ENCRYPTION_KEY, not the same one",
  ],
])("a previous key without a key, or equal to the key, stops the start: %j", (env, fault) => {
  expect(errorsOf(env)).toEqual(["The configuration is not usable:", `  - ${fault}`]);
});

test("NODE_ENV=production without DATABASE_URL stops the start", () => {
  expect(errorsOf({ NODE_ENV: "production" })).toEqual([
    "The configuration is not usable:",
    "  - DATABASE_URL is required with NODE_ENV=production: the embedded Postgres is not for production",
  ]);
  expect(readConfig({ ...EXTERNAL, NODE_ENV: "production" }).databaseUrl).toBe(EXTERNAL.DATABASE_URL);
});

/** Returns the lines of the one error that this environment causes. */
function errorsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof Error) return error.message.split("\n");
  }
  throw new Error("the configuration was accepted");
}
