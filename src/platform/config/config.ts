import { DAY_MS, durationMs } from "../../lib/duration.ts";
import { parseOrigin } from "../../lib/host.ts";
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from "../../lib/pool-sizes.ts";
import { parsePostgresAddress } from "../../lib/postgres-address.ts";
import { readCells, type ServedCells } from "./cell-settings.ts";
import { type Keys, readKeys } from "./key-settings.ts";
import { type MailSettings, readMail } from "./mail-settings.ts";
import { type Retention, readRetention } from "./retention-settings.ts";
import { readTracing, type TracingSettings } from "./tracing-settings.ts";

export type Role = "all" | "api" | "worker";

export type Config = Keys &
  MailSettings & {
    port: number;
    host: string;
    /** Undefined for the embedded Postgres in `dataDir`. */
    databaseUrl: string | undefined;
    /** With cells, `databaseUrl` is the database of their directory. */
    cells: ServedCells;
    dataDir: string;
    /** How many connections to the database this process may open. */
    databaseConnections: number;
    role: Role;
    demo: boolean;
    logLevel: string;
    storefrontEventSource: string;
    /** How long a connection stays open without a request. */
    keepAliveMs: number;
    trustProxy: boolean;
    /** The origin at which clients reach the service; undefined for the address that it listens on. */
    publicUrl: string | undefined;
    /** Requests per second, per store and operation; 0 is no limit. */
    eventRateLimit: number;
    /** Requests per minute and store to the compatible warehouse API; 0 is no limit. */
    warehouseRateLimit: number;
    /** The delay before each delivery attempt, in milliseconds; its length is the number of attempts. */
    webhookRetrySchedule: number[];
    /** The timeout of a delivery attempt, in milliseconds. */
    webhookTimeoutMs: number;
    /** The `host:port` of webhook receivers that may be private addresses or plain http. */
    webhookAllowedHosts: string[];
    /** The pauses after failed attempts to send a mail, as those of deliveries. */
    mailRetrySchedule: number[];
    /** The timeout of each step of sending a mail, in milliseconds. */
    mailTimeoutMs: number;
    /** The pauses after answers to payouts that say nothing, as those of deliveries. */
    payoutRetrySchedule: number[];
    /** How long a payee may take to answer, in milliseconds. */
    payoutTimeoutMs: number;
    /** How long after a shop was read to its end it is read again, in milliseconds. */
    connectorPollIntervalMs: number;
    retention: Retention;
    /** Undefined when no traces are recorded. */
    tracing: TracingSettings | undefined;
  };

type Env = Record<string, string | undefined>;

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
const PG_VARIABLES = ["PGHOST", "PGHOSTADDR", "PGPORT", "PGUSER", "PGPASSWORD", "PGDATABASE", "PGSERVICE"];
const MAX_CONNECTIONS = 1_000;
const MAX_PAUSE_MS = 7 * DAY_MS;
const PAYOUT_SCHEDULE = "0s,5s,30s,2m,10m,30m,1h,2h";
const MAIL_SCHEDULE = "0s,30s,2m,10m,30m,1h,2h,4h,8h,12h,24h";

/** Returns the configuration of an environment. Throws one error that names every invalid variable. */
export function readConfig(env: Env): Config {
  const faults: string[] = [];
  const config: Config = {
    port: port(env, faults),
    host: env.HOST || "0.0.0.0",
    databaseUrl: databaseUrl(env, faults),
    cells: readCells(env, faults),
    dataDir: env.DATA_DIR || ".data",
    databaseConnections: databaseConnections(env, faults),
    role: oneOf(env, "ROLE", ["all", "api", "worker"], "all", faults),
    demo: flag(env, "DEMO", !env.DATABASE_URL, faults),
    logLevel: oneOf(env, "LOG_LEVEL", LOG_LEVELS, "info", faults),
    storefrontEventSource: env.STOREFRONT_EVENT_SOURCE || "storefront",
    keepAliveMs: timeout(env, "KEEP_ALIVE_TIMEOUT", "75s", ["1s", "255s"], faults),
    trustProxy: flag(env, "TRUST_PROXY", false, faults),
    publicUrl: publicUrl(env, faults),
    eventRateLimit: count(env, "EVENT_RATE_LIMIT", 100, faults),
    warehouseRateLimit: count(env, "WAREHOUSE_RATE_LIMIT", 0, faults),
    ...readKeys(env, faults),
    webhookRetrySchedule: durations(env, "WEBHOOK_RETRY_SCHEDULE", "0s,5s,30s,2m,10m,30m,1h,2h", faults),
    webhookTimeoutMs: timeout(env, "WEBHOOK_TIMEOUT", "10s", ["1ms", "1m"], faults),
    webhookAllowedHosts: hosts(env, "WEBHOOK_ALLOWED_HOSTS", faults),
    mailRetrySchedule: durations(env, "MAIL_RETRY_SCHEDULE", MAIL_SCHEDULE, faults),
    mailTimeoutMs: timeout(env, "MAIL_TIMEOUT", "30s", ["10ms", "2m"], faults),
    payoutRetrySchedule: durations(env, "PAYOUT_RETRY_SCHEDULE", PAYOUT_SCHEDULE, faults),
    payoutTimeoutMs: timeout(env, "PAYOUT_TIMEOUT", "20s", ["10ms", "2m"], faults),
    connectorPollIntervalMs: timeout(env, "CONNECTOR_POLL_INTERVAL", "1m", ["1s", "24h"], faults),
    ...readMail(env, faults),
    retention: readRetention(env, faults),
    tracing: readTracing(env, faults),
  };
  if (faults.length > 0) {
    throw new Error(
      ["The configuration is not usable:", ...faults.map((fault) => `  - ${fault}`)].join("\n"),
    );
  }
  return config;
}

function port(env: Env, faults: string[]): number {
  const text = env.PORT || "3000";
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65535)
    faults.push(`PORT must be a number from 0 to 65535, not "${text}"`);
  return value;
}

function databaseUrl(env: Env, faults: string[]): string | undefined {
  const url = env.DATABASE_URL;
  if (url) {
    try {
      parsePostgresAddress(url);
    } catch (error) {
      faults.push(`DATABASE_URL ${(error as Error).message}`);
    }
    return url;
  }
  const halfSet = PG_VARIABLES.filter((name) => env[name]);
  if (halfSet.length > 0) {
    faults.push(
      `${halfSet.join(", ")} set without DATABASE_URL: set DATABASE_URL, or unset them to use the embedded Postgres`,
    );
  }
  if (env.NODE_ENV === "production") {
    faults.push(
      "DATABASE_URL is required with NODE_ENV=production: the embedded Postgres is not for production",
    );
  }
  return undefined;
}

function databaseConnections(env: Env, faults: string[]): number {
  const text = env.DATABASE_CONNECTIONS || String(DEFAULT_CONNECTIONS);
  const value = Number(text);
  if (!/^\d{1,4}$/.test(text) || value < MIN_CONNECTIONS || value > MAX_CONNECTIONS) {
    faults.push(
      `DATABASE_CONNECTIONS must be a number from ${MIN_CONNECTIONS} to ${MAX_CONNECTIONS}, not "${text}"`,
    );
  }
  return value;
}

/** An origin without a path. The error doesn't quote the value, which may contain a password. */
function publicUrl(env: Env, faults: string[]): string | undefined {
  if (!env.PUBLIC_URL) return undefined;
  const origin = parseOrigin(env.PUBLIC_URL);
  if (origin) return origin;
  faults.push("PUBLIC_URL must be an http or https address without a path, such as https://api.shop.example");
  return undefined;
}

type Range = [from: string, to: string];

function timeout(env: Env, name: string, fallback: string, [from, to]: Range, faults: string[]): number {
  const text = env[name] || fallback;
  const ms = duration(text);
  if (!(ms >= duration(from) && ms <= duration(to)))
    faults.push(`${name} must be a time from ${from} to ${to}, such as ${fallback}, not "${text}"`);
  return ms;
}

function durations(env: Env, name: string, fallback: string, faults: string[]): number[] {
  const text = env[name] || fallback;
  const all = text.split(",").map(duration);
  if (!all.every((ms) => ms <= MAX_PAUSE_MS)) {
    faults.push(`${name} must be pauses of at most a week, such as ${fallback}, not "${text}"`);
  }
  return all;
}

function duration(text: string): number {
  return durationMs(text, ["ms", "s", "m", "h"]);
}

/** Normalizes hosts as URLs do, so that they can be compared: lower case, IPv6 in brackets. */
function hosts(env: Env, name: string, faults: string[]): string[] {
  const all = (env[name] ?? "")
    .split(",")
    .map((host) => host.trim())
    .filter((host) => host !== "");
  return all.map((text) => {
    const [, host, port] = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\]+):(\d{1,5})$/i.exec(text) ?? [];
    const url = `http://${host}:${port}`;
    if (host && Number(port) >= 1 && URL.canParse(url)) return `${new URL(url).hostname}:${Number(port)}`;
    faults.push(
      `${name} must be hosts with their ports, such as localhost:4000,10.0.0.5:8080, not "${text}"`,
    );
    return text;
  });
}

function count(env: Env, name: string, fallback: number, faults: string[]): number {
  const text = env[name] || String(fallback);
  if (!/^\d{1,6}$/.test(text)) faults.push(`${name} must be a number from 0 to 999999, not "${text}"`);
  return Number(text);
}

function flag(env: Env, name: string, fallback: boolean, faults: string[]): boolean {
  return oneOf(env, name, ["0", "1"], fallback ? "1" : "0", faults) === "1";
}

function oneOf<const T extends string>(
  env: Env,
  name: string,
  allowed: T[],
  fallback: T,
  faults: string[],
): T {
  const text = env[name] || fallback;
  const value = allowed.find((candidate) => candidate === text);
  if (value === undefined) faults.push(`${name} must be one of ${allowed.join(", ")}, not "${text}"`);
  return value ?? fallback;
}
