import pg from "pg";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { createStore } from "../../../src/features/stores/create-store.ts";
import type { Lab, Process } from "./lab.ts";

/** A store as a client of one process uses it. */
export type Shop = {
  process: Process;
  id: string;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
};

export type Answer = { status: number; body: unknown };

/** A prepared store that is copied for each schedule: its rows keep their ids. */
export type Template = { id: string; columns: Map<string, string>; rows: Map<string, string> };

export type Copy = { id: string; secret: string };

const TEMPLATE_ID = "lab_template_store";

/** Prepares a store. `fill` is given a client of it. */
export async function makeTemplate(lab: Lab, fill: (shop: Shop) => Promise<void>): Promise<Template> {
  const { ctx } = lab.quiet;
  await createStore(ctx, { id: TEMPLATE_ID, name: "Lab" });
  const { secret } = await createClient(ctx, TEMPLATE_ID, { name: "lab" });
  await fill(shopOf(lab.quiet, { id: TEMPLATE_ID, secret }));
  const { rows: found } = await lab.monitor.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
     group by table_name having bool_or(column_name = 'store_id')`,
  );
  const columns = new Map(found.map(({ name, columns }) => [name, columns]));
  const rows = new Map<string, string>();
  for (const name of columns.keys()) {
    const { rows: read } = await lab.monitor.query<{ all: string | null }>(
      `select json_agg(t)::text as all from ${name} as t where store_id = $1`,
      [TEMPLATE_ID],
    );
    if (read[0]?.all && !["api_clients", "requests"].includes(name)) rows.set(name, read[0].all);
  }
  return { id: TEMPLATE_ID, columns, rows };
}

/** Copies the template under a new id, without triggers: its rows were checked once. */
export async function copyStore(lab: Lab, { id: from, columns, rows }: Template, id: string): Promise<Copy> {
  const inserts = [...rows].map(([name, all]) => {
    const json = pg.escapeLiteral(all.replaceAll(from, id));
    return `insert into ${name} (${columns.get(name)}) overriding system value
      select ${columns.get(name)} from json_populate_recordset(null::${name}, ${json})`;
  });
  await asReplica(lab, inserts);
  const { secret } = await createClient(lab.quiet.ctx, id, { name: "lab" });
  // Else the first request of each process notes that the client was used.
  await lab.monitor.query("update api_clients set last_used_at = now() where store_id = $1", [id]);
  return { id, secret };
}

export async function removeStore(lab: Lab, { columns }: Template, id: string): Promise<void> {
  const name = pg.escapeLiteral(id);
  await asReplica(
    lab,
    [...columns.keys()].map((table) => `delete from ${table} where store_id = ${name}`),
  );
}

function asReplica({ monitor }: Lab, statements: string[]): Promise<unknown> {
  return monitor.query(
    ["begin", "set local session_replication_role = replica", ...statements, "commit"].join(";\n"),
  );
}

export function shopOf(process: Process, { id, secret }: Copy): Shop {
  return {
    process,
    id,
    send: async (method, path, body, headers = {}) => {
      const request = new Request(`http://localhost/v2.2${path.replace(":store", id)}`, {
        method,
        headers: {
          Authorization: `Bearer ${secret}`,
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const response = await process.fetch(request);
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json");
      return { status: response.status, body: isJson && text !== "" ? JSON.parse(text) : text };
    },
  };
}
