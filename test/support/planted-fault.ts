import { sql } from "drizzle-orm";
import type { Ctx } from "../../src/core/ctx.ts";
import type { TestService } from "./service.ts";

/** Makes writes to tables fail with a database error. */
export type PlantedFault = {
  /** Makes the next `times` writes fail with this SQLSTATE; by default, all of them. */
  begin(sqlstate: string, times?: number): Promise<void>;
  end(): Promise<void>;
};

const ALWAYS = 1_000_000;

/**
 * Statements that write no row don't fail. A sequence counts the faults, because a rollback doesn't undo it.
 */
export async function plantFault({ contexts }: TestService, tables: string[]): Promise<PlantedFault> {
  const faults = await Promise.all(contexts.map((ctx) => plantIn(ctx, tables)));
  return {
    begin: async (sqlstate, times) => {
      for (const fault of faults) await fault.begin(sqlstate, times);
    },
    end: async () => {
      for (const fault of faults) await fault.end();
    },
  };
}

async function plantIn({ db }: Ctx, tables: string[]): Promise<PlantedFault> {
  await db.execute(sql`create table planted_fault (sqlstate text, times int)`);
  await db.execute(sql`create sequence planted_fault_count`);
  await db.execute(sql`
    create function fail_as_planted() returns trigger language plpgsql as $$
    declare planted record;
    begin
      select * into planted from planted_fault;
      if found and nextval('planted_fault_count') <= planted.times then
        raise exception 'planted' using errcode = planted.sqlstate;
      end if;
      return null;
    end $$`);
  for (const table of tables) {
    await db.execute(sql`
      create trigger fail_as_planted after insert or update on ${sql.identifier(table)}
      for each row execute function fail_as_planted()`);
  }
  const end = async () => void (await db.execute(sql`delete from planted_fault`));
  return {
    begin: async (sqlstate, times = ALWAYS) => {
      await end();
      await db.execute(sql`select setval('planted_fault_count', 1, false)`);
      await db.execute(sql`insert into planted_fault values (${sqlstate}, ${times})`);
    },
    end,
  };
}
