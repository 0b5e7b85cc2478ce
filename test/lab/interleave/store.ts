import { createClient } from "../../../src/features/stores/create-client.ts";
import { createStore } from "../../../src/features/stores/create-store.ts";
import { sha256 } from "../../../src/lib/hash.ts";
import { newSecret } from "../../../src/lib/secret.ts";
import type { Lab, Process } from "./lab.ts";

/** Ids, times, secrets and what is encrypted, as they stand in texts. */
export const GENERATED =
  /(?:\b[a-z]{2,4}_)?(?<![0-9a-z])[0-9a-z]{26}(?![0-9a-z])|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?|v1\.[\w+/=]{20,}|(?<![0-9a-z])[0-9a-f]{32,}(?![0-9a-z])|\bm?[0-9a-f]{15,16}\b|\bshopper-[0-9a-z]{24}(?![0-9a-z])|(?<=order o1: )\d{6}\b|(?<=\bReceived: )[^"\\]+/g;

/** A store as a client of one process uses it. */
export type Shop = {
  process: Process;
  id: string;
  known: Known;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
};

/** Ids of the template's rows, which the copies have too; `made`: what verbs have prepared in this one. */
export type Known = {
  returnId: string;
  itemId: string;
  webhookId: string;
  place: string;
  other: string;
  made: Record<string, string>;
};

export type Answer = { status: number; body: unknown };

/** A prepared store that is copied for each schedule: its rows keep their ids. */
export type Template = { id: string; known: Known; tables: string[]; values: Set<string> };

export type Copy = { id: string; secret: string; known: Known };

const TEMPLATE_ID = "lab_template_store";
/** What the copies have of their own. */
const NOT_COPIED = ["api_clients", "requests"];

/** Prepares a store, and functions of the database that copy and remove it. `fill` is given a client of it. */
export async function makeTemplate(lab: Lab, fill: (shop: Shop) => Promise<Known>): Promise<Template> {
  const { ctx } = lab.quiet;
  await createStore(ctx, { id: TEMPLATE_ID, name: "Lab" });
  const { secret } = await createClient(ctx, TEMPLATE_ID, { name: "lab" });
  const none: Known = { returnId: "", itemId: "", webhookId: "", place: "", other: "", made: {} };
  const known = await fill(shopOf(lab.quiet, { id: TEMPLATE_ID, secret, known: none }));
  const { rows: tables } = await lab.monitor.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(quote_ident(column_name)::text order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
     group by table_name having bool_or(column_name = 'store_id')`,
  );
  const inserts: string[] = [];
  const values = new Set<string>();
  for (const { name, columns } of tables) {
    const { rows } = await lab.monitor.query<{ all: string | null }>(
      `select json_agg(to_jsonb(t) - 'store_id')::text as all from ${name} as t where store_id = $1`,
      [TEMPLATE_ID],
    );
    const all = rows[0]?.all;
    if (!all || NOT_COPIED.includes(name)) continue;
    for (const value of all.match(GENERATED) ?? []) values.add(value);
    inserts.push(insertOf(name, columns, all.includes(TEMPLATE_ID)));
  }
  const names = tables.map(({ name }) => name);
  await lab.monitor.query(
    `create function lab_copy(copy text, new_lookup text, new_hash text) returns void language plpgsql as $$ begin
       ${inserts.join("\n")}
       insert into api_clients select (json_populate_record(
           client, json_build_object('store_id', copy, 'lookup', new_lookup, 'secret_hash', new_hash, 'last_used_at', now()))).*
         from api_clients as client where store_id = '${TEMPLATE_ID}';
     end $$;
     create function lab_remove(copy text) returns void language plpgsql as $$ begin
       ${names.map((name) => `delete from ${name} where store_id = copy;`).join("\n")}
       delete from pgboss.job where data->>'storeId' = copy;
     end $$`,
  );
  // Its rows were checked once, and nothing listens to the copies.
  await lab.monitor.query("set session_replication_role = replica");
  return { id: TEMPLATE_ID, known, tables: names, values };
}

/** `isNamed`: its values have the store's id in them. */
function insertOf(table: string, columns: string[], isNamed: boolean): string {
  const values = columns.map((column) => (column === "store_id" ? "copy" : column)).join(", ");
  const rows = isNamed
    ? `json_populate_recordset(null::${table}, (select replace(json_agg(t)::text, '${TEMPLATE_ID}', copy)::json
         from ${table} as t where store_id = '${TEMPLATE_ID}'))`
    : `${table} where store_id = '${TEMPLATE_ID}'`;
  return `insert into ${table} (${columns.join(", ")}) overriding system value select ${values} from ${rows};`;
}

/** Copies the template under a new id, with a client of its own. */
export async function copyStore({ monitor }: Lab, { known }: Template, id: string): Promise<Copy> {
  const { secret, lookup } = newSecret();
  await monitor.query({
    ...{ name: "copy", text: "select lab_copy($1, $2, $3)" },
    values: [id, lookup, await sha256(secret)],
  });
  return { id, secret, known: { ...known, made: {} } };
}

export async function removeStore({ monitor }: Lab, id: string): Promise<void> {
  await monitor.query({ name: "remove", text: "select lab_remove($1)", values: [id] });
}

export function shopOf(process: Process, { id, secret, known }: Copy): Shop {
  return {
    process,
    id,
    known,
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
