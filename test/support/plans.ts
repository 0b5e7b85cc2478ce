import { expect } from "bun:test";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { createApp } from "../../src/app.ts";
import { BASE } from "../../src/core/http/base.ts";
import { BY_KEY_SETTINGS } from "../../src/platform/db/plan-by-key.ts";
import { asOptions, SESSION_SETTINGS } from "../../src/platform/db/session-settings.ts";
import { requireInProcess } from "./fleet.ts";
import type { TestStore } from "./service.ts";

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: Node[];
};

type Asked = { method?: string; path: string; body?: unknown; headers?: Record<string, string> };

export type Planner = {
  /** Sends a request, one at a time, runs its reading statements again under EXPLAIN ANALYZE and returns their plans. */
  plansOf(asked: Asked): Promise<Plans>;
  stop(): Promise<void>;
};

export type Plans = {
  /** The number of reading statements that the request ran. */
  statements: number;
  /** The parsed body of the response. */
  answer: unknown;
  /** The cursor of the next page. */
  next: string | null;
  /** The tables that were read by a sequential scan. */
  walked: (string | undefined)[];
  /** Whether a node sorted more than 500 rows. */
  sorted: boolean;
  /** The largest number of rows that one scan of the tables returned or rejected in all its loops. */
  most: number;
  /** The number of pages that all statements read, from memory or disk. */
  pages: number;
  indexes: Set<string>;
};

export const BY_INDEX = { walked: [], sorted: false };

type Settings = {
  /** Whether statements are planned once for all values, as those of `preparedByKey`. */
  isByKey?: boolean;
};

/** Returns a planner for requests to one store; `tables` are those whose scans are checked. */
export function createPlanner(
  store: TestStore,
  tables: string[],
  { isByKey = false }: Settings = {},
): Planner {
  requireInProcess(store.ctx);
  const options = asOptions({ ...SESSION_SETTINGS, ...(isByKey && BY_KEY_SETTINGS) });
  const pool = new pg.Pool({ connectionString: store.ctx.config.databaseUrl, max: 4, options });
  let statements: Statement[] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => statements.push({ query, params }) };
  const db = drizzle(pool, { casing: "snake_case", logger });
  const app = createApp({ ...store.ctx, db }, { ready: true, stopping: false });
  const prepared = createExplainPrepared(pool);
  const explainOne = (statement: Statement) => (isByKey ? prepared(statement) : explain(pool, statement));
  return {
    plansOf: async ({ method = "GET", path, body, headers }) => {
      statements = [];
      const response = await app.fetch(
        new Request(
          `http://localhost${path.startsWith("/api/") ? "" : BASE}${path.replace(":store", store.id)}`,
          {
            method,
            headers: {
              Authorization: `Bearer ${store.secret}`,
              "Content-Type": "application/json",
              ...headers,
            },
            body: body === undefined ? undefined : JSON.stringify(body),
          },
        ),
      );
      expect(response.status).toBeLessThan(300);
      const text = await response.text();
      const reading = statements.filter(({ query }) => READS.test(query) && !WRITES.test(query));
      const plans: Node[] = [];
      for (const statement of reading) plans.push(await explainOne(statement));
      const nodes = plans.flatMap(flattened);
      const scans = nodes.filter((node) => tables.includes(node["Relation Name"] ?? ""));
      return {
        statements: reading.length,
        answer: text === "" ? undefined : JSON.parse(text),
        next: response.headers.get("X-Page-Next"),
        walked: scans.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"]),
        sorted: nodes.some((node) => node["Node Type"].includes("Sort") && rowsOf(node) > 500),
        most: Math.max(...scans.map(rowsReadBy)),
        pages: plans.reduce((sum, plan) => sum + pagesOf(plan), 0),
        indexes: new Set(nodes.flatMap((node) => node["Index Name"] ?? [])),
      };
    },
    stop: async () => {
      await prepared.stop();
      await pool.end();
    },
  };
}

type Statement = { query: string; params: unknown[] };
const READS = /^\s*(?:select|with)\b/;
/** Also within a common table expression. */
const WRITES = /\b(?:insert into|delete from|update \S+ (?:as \w+ )?set)\b/;
const EXPLAIN = "explain (analyze, buffers, format json)";

async function explain(pool: pg.Pool, { query, params }: Statement): Promise<Node> {
  const { rows } = await pool.query(`${EXPLAIN} ${query}`, params);
  return rows[0]["QUERY PLAN"][0].Plan;
}

/**
 * Returns a function that explains the plans that don't depend on the values. Each statement is planned once and
 * again when its tables are analysed, as by the service.
 */
function createExplainPrepared(pool: pg.Pool) {
  const names = new Map<string, string>();
  let connecting: Promise<pg.PoolClient> | undefined;
  const explainPrepared = async ({ query, params }: Statement): Promise<Node> => {
    connecting ??= pool.connect();
    const client = await connecting;
    const known = names.get(query);
    const name = known ?? `explained_${names.size}`;
    if (!known) await client.query(`prepare ${name} as ${query}`);
    names.set(query, name);
    const values = params.length > 0 ? `(${params.map(literal).join(", ")})` : "";
    const { rows } = await client.query(`${EXPLAIN} execute ${name}${values}`);
    return rows[0]["QUERY PLAN"][0].Plan;
  };
  const stop = async () => void (await connecting)?.release(true);
  return Object.assign(explainPrepared, { stop });
}

function literal(value: unknown): string {
  if (value === null) return "null";
  const elements = Array.isArray(value) && value.map((each) => JSON.stringify(String(each)));
  return pg.escapeLiteral(elements ? `{${elements}}` : String(value));
}

/** The pages of a node include those of its inputs. */
function pagesOf(node: Node): number {
  return (node["Shared Hit Blocks"] ?? 0) + (node["Shared Read Blocks"] ?? 0);
}

function flattened(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flattened)];
}

function rowsReadBy(node: Node): number {
  return rowsOf(node) + (node["Rows Removed by Filter"] ?? 0) * (node["Actual Loops"] ?? 1);
}

function rowsOf(node: Node): number {
  return (node["Actual Rows"] ?? 0) * (node["Actual Loops"] ?? 1);
}
