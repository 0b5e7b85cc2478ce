import { sql } from "drizzle-orm";
import type { TestStore } from "./service.ts";

/**
 * Makes writers of certain rows sleep for a second before they write, so that a process can be stopped in a
 * transaction. They are rows of the store's database.
 */
export type Naps = {
  /** From now on, each write of a row of this store, or with this id, sleeps first. */
  begin(id: string): Promise<void>;
  /** Resolves when a writer sleeps. */
  asleep(): Promise<void>;
  /** From now on no further write sleeps; writers that are asleep sleep to the end. */
  end(): Promise<void>;
};

export async function napsOn({ ctx: { db } }: TestStore, table: string): Promise<Naps> {
  await db.execute(sql`create table if not exists naps (id text)`);
  await db.execute(sql`
    create or replace function nap() returns trigger language plpgsql as $$
    begin
      if exists (select from naps where id in (new.store_id, to_jsonb(new) ->> 'id')) then perform pg_sleep(1); end if;
      return new;
    end $$`);
  await db.execute(sql`
    create trigger nap before insert or update on ${sql.identifier(table)} for each row execute function nap()`);
  return {
    begin: async (id) => void (await db.execute(sql`insert into naps values (${id})`)),
    asleep: async () => {
      for (;;) {
        const { rows } = await db.execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
        );
        if (rows.length > 0) return;
        await Bun.sleep(5);
      }
    },
    end: async () => void (await db.execute(sql`delete from naps`)),
  };
}
