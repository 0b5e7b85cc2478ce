import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { isCurrency } from "../../lib/currencies.ts";
import { isTimeZone } from "../../lib/local-days.ts";
import type { Fault } from "../../lib/problem.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import { MAX_HISTORY, type StoreChange } from "./schema.ts";
import { FIRST_STATUSES } from "./settings-schema.ts";

/** What a store is, beside the settings of what it offers. */
export type OwnSettings = Pick<StoreChange, "name" | "currency" | "timeZone" | "firstStatus">;

type Given = { [Setting in keyof OwnSettings]?: string | undefined };

/** Returns what is wrong with a store's settings, from wherever they come. */
export function ownFaults({ name, currency, timeZone, firstStatus }: Given): Fault[] {
  const faults: Fault[] = [];
  const add = (detail: string, pointer: string) => faults.push({ detail, pointer });
  if (name?.trim() === "") add("A store needs a name.", "/name");
  if (currency !== undefined && !isCurrency(currency))
    add(`The currency must be one that ISO 4217 knows, such as EUR, not ${currency}.`, "/currency");
  if (timeZone !== undefined && !isTimeZone(timeZone))
    add(
      `The time zone must be one of the IANA database, such as Europe/Berlin, not ${timeZone}.`,
      "/timeZone",
    );
  if (firstStatus !== undefined && !(FIRST_STATUSES as readonly string[]).includes(firstStatus))
    add(`The first status is one of ${FIRST_STATUSES.join(", ")}, not ${firstStatus}.`, "/firstStatus");
  return faults;
}

/**
 * Returns SQL for a store's history with these changes before the others: settings that stay as they are add none. It is
 * read and written in one statement, so that changes at once are all in it.
 */
export function historyWith(ctx: Ctx, { by, byId }: Pick<Caller, "by" | "byId">, change: OwnSettings): SQL {
  const parts = [
    { setting: "name", column: stores.name, to: change.name },
    { setting: "currency", column: stores.currency, to: change.currency },
    { setting: "timeZone", column: stores.timeZone, to: change.timeZone },
    { setting: "firstStatus", column: stores.firstStatus, to: change.firstStatus },
  ].flatMap(({ setting, column, to }) => {
    if (to === undefined) return [];
    const entry = { at: ctx.now().toISOString(), by, byId, setting, to };
    return sql`select ${JSON.stringify(entry)}::jsonb || jsonb_build_object('from', ${column}) as entry, 0 as place
      where ${column} <> ${to}`;
  });
  const before = sql`select value, ordinality from jsonb_array_elements(${stores.settingsHistory}) with ordinality`;
  return sql`(select coalesce(jsonb_agg(entry order by place), '[]') from (
    ${sql.join([...parts, before], sql` union all `)} order by place limit ${sql.raw(String(MAX_HISTORY))}
  ) as kept)`;
}
