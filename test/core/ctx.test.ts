import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { PgBoss, SendOptions as PgBossOptions } from "pg-boss";
import { announceChange, beforeCommit, type Ctx, inTransaction, withCommit } from "../../src/core/ctx.ts";
import { createJobs } from "../../src/core/jobs/jobs.ts";
import { countSent, withStatements } from "../support/round-trips.ts";
import { useService } from "../support/use-service.ts";

const service = useService({ hasIdleQueues: true });

const unhandled: unknown[] = [];
const onUnhandled = (error: unknown) => unhandled.push(error);
beforeAll(async () => {
  process.on("unhandledRejection", onUnhandled);
  await service.ctx.db.execute(
    sql`create table lines (id text primary key, place int generated always as identity)`,
  );
});
afterAll(() => process.off("unhandledRejection", onUnhandled));

const add = (tx: Ctx, id: string) => tx.db.execute(sql`insert into lines values (${id})`).execute();
const fail = (tx: Ctx, code = "P0001") =>
  tx.db.execute(sql.raw(`do $$ begin raise 'failed here' using errcode = '${code}'; end $$`)).execute();
const wait = (tx: Ctx) => tx.db.execute(sql`select 1`);

async function linesLike(prefix: string): Promise<string[]> {
  const { rows } = await service.ctx.db.execute<{ id: string }>(
    sql`select id from lines where starts_with(id, ${prefix}) order by place`,
  );
  return rows.map(({ id }) => id);
}

/** Returns what a transaction is rejected with, and what it is caused by, and shows that nothing of it was stored. */
async function refused(prefix: string, work: (tx: Ctx) => Promise<unknown>): Promise<string> {
  const error: unknown = await inTransaction(service.ctx, work).then(
    () => "committed",
    (reason) => reason,
  );
  expect(await linesLike(prefix)).toEqual([]);
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

test("statements that are handed over are sent with the commit, in the order of handing over", async () => {
  const sent = await countSent(() =>
    inTransaction(service.ctx, async (tx) => {
      withCommit(tx, add(tx, "order 1"));
      // The query builder's are sent when they are handed over.
      withCommit(tx, tx.db.execute(sql`insert into lines values ('order 2')`));
      await inTransaction(tx, async (joined) => withCommit(joined, add(joined, "order 3")));
      await tx.jobs.sendAll({ name: "webhooks.deliver" }, [{}]);
    }),
  );
  expect(sent).toEqual({ statements: 6, roundTrips: 1 });
  expect(await linesLike("order")).toEqual(["order 1", "order 2", "order 3"]);
});

test("the transaction returns what its work returns, once the statements have run", async () => {
  let hasRun = false;
  const returned = await inTransaction(service.ctx, async (tx) => {
    withCommit(
      tx,
      add(tx, "result").then(() => {
        hasRun = true;
      }),
    );
    return "returned";
  });
  expect([returned, hasRun]).toEqual(["returned", true]);
});

const failures: Record<string, (tx: Ctx, line: () => Promise<unknown>) => Promise<unknown> | undefined> = {
  "the last one handed over": async (tx, line) => {
    withCommit(tx, line());
    withCommit(tx, fail(tx));
  },
  "the first one": async (tx, line) => {
    withCommit(tx, fail(tx));
    withCommit(tx, line());
    withCommit(tx, line());
  },
  "one before a statement that is awaited": async (tx, line) => {
    withCommit(tx, fail(tx));
    await line();
  },
  "one before a check": async (tx, line) => {
    withCommit(tx, fail(tx));
    beforeCommit(tx, line());
  },
  "one of a transaction that was joined": (tx, line) => {
    withCommit(tx, line());
    return inTransaction(tx, async (joined) => withCommit(joined, fail(joined)));
  },
  "one whose error arrives after the end of the commit": async (tx, line) => {
    withCommit(tx, line());
    const late = async (error: unknown) => {
      for (let i = 0; i < 5; i++) await wait(service.ctx);
      throw error;
    };
    withCommit(tx, fail(tx).catch(late));
  },
  "one in a savepoint that was rolled back": async (tx, line) => {
    withCommit(tx, line());
    const nested = tx.db.transaction(async (db) => withCommit(tx, fail({ ...tx, db })));
    await nested.catch(() => undefined);
    await wait(tx);
  },
  "one whose error its work has caught": async (tx, line) => {
    const failing = fail(tx);
    withCommit(tx, failing);
    withCommit(tx, line());
    await failing.catch(() => undefined);
  },
};

test.each(Object.entries(failures))(
  "a statement that fails rolls back everything: %s",
  async (name, work) => {
    expect(await refused(name, async (tx) => work(tx, () => add(tx, name)))).toBe("failed here");
  },
);

const checks: Record<string, (tx: Ctx, statement: Promise<unknown>) => void> = {
  "at once": (tx, statement) => {
    statement.catch(() => undefined);
    beforeCommit(tx, Promise.reject(new Error("refused")));
  },
  "by the result of its statement": (tx, statement) =>
    beforeCommit(
      tx,
      statement.then(() => {
        throw new Error("refused");
      }),
    ),
  "long after the work has ended": (tx, statement) =>
    beforeCommit(
      tx,
      statement.then(async () => {
        for (let i = 0; i < 5; i++) await wait(tx);
        throw new Error("refused");
      }),
    ),
  "by a check that a check has handed over": (tx, statement) =>
    beforeCommit(
      tx,
      statement.then(() =>
        beforeCommit(
          tx,
          wait(tx).then(() => {
            throw new Error("refused");
          }),
        ),
      ),
    ),
};

test.each(Object.entries(checks))("nothing is committed when a check has failed %s", async (name, check) => {
  await withStatements(async (statements) => {
    const work = async (tx: Ctx) => {
      withCommit(tx, add(tx, `${name}, first`));
      check(tx, add(tx, `${name}, second`));
      withCommit(tx, add(tx, `${name}, third`));
    };
    expect(await refused(name, work)).toBe("refused");
    expect(statements.filter((text) => text === "commit")).toEqual([]);
  });
});

test("work that throws has its own error, and nothing that was handed over is sent after the rollback", async () => {
  const work = async (tx: Ctx) => {
    const slow = async () => {
      await wait(tx);
      await wait(tx);
      await add(tx, "late 1");
      withCommit(tx, add(tx, "late 2"));
    };
    beforeCommit(tx, slow());
    throw new Error("thrown");
  };
  await withStatements(async (statements) => {
    expect(await refused("late", work)).toBe("thrown");
    expect(statements.filter((text) => text.startsWith("insert"))).toHaveLength(2);
    expect(statements.at(-2)).toBe("rollback");
  });
});

test("a job whose queue is still sought when work throws is rolled back too", async () => {
  const send = async (_queue: string, _data: object, { db }: PgBossOptions) => {
    for (let i = 0; i < 5; i++) await wait(service.ctx);
    await db?.executeSql("insert into lines values ($1)", ["job"]);
  };
  const jobs = createJobs({ send } as unknown as PgBoss, service.ctx.db);
  await withStatements(async (statements) => {
    const work = async () => {
      throw new Error("thrown");
    };
    const working = inTransaction({ ...service.ctx, jobs }, (tx) =>
      Promise.all([tx.jobs.send({ name: "any" }, {}), work()]),
    );
    await expect(working).rejects.toThrow("thrown");
    expect(statements.slice(-2)).toEqual(["insert into lines values ($1)", "rollback"]);
  });
  expect(await linesLike("job")).toEqual([]);
});

test("after a conflict of a statement that was handed over the work runs once more", async () => {
  let runs = 0;
  await inTransaction(service.ctx, async (tx) => {
    withCommit(tx, add(tx, `again ${++runs}`));
    if (runs === 1) withCommit(tx, fail(tx, "40001"));
  });
  expect(await linesLike("again")).toEqual(["again 2"]);
});

test("a session that ends in a statement that was handed over rejects the transaction", async () => {
  const end = (tx: Ctx) => tx.db.execute(sql`select pg_terminate_backend(pg_backend_pid())`).execute();
  const work = async (tx: Ctx) => {
    withCommit(tx, add(tx, "lost"));
    withCommit(tx, end(tx));
  };
  expect(await refused("lost", work)).not.toBe("committed");
});

test("changes are announced once the statements that were handed over are committed, and else never", async () => {
  const announced: string[] = [];
  const changeSignal = {
    ...service.ctx.changeSignal,
    announce: (storeIds: Iterable<string>) => announced.push(...storeIds),
  };
  const ctx = { ...service.ctx, changeSignal };
  const change = (storeId: string, statement: (tx: Ctx) => Promise<unknown>) =>
    inTransaction(ctx, async (tx) => {
      announceChange(tx, storeId);
      withCommit(tx, statement(tx));
    });
  await expect(change("undone", fail)).rejects.toThrow();
  await change("done", wait);
  expect(announced).toEqual(["done"]);
});

test("outside of a transaction nothing can be handed over", async () => {
  for (const hand of [withCommit, beforeCommit]) {
    expect(() => hand(service.ctx, Promise.resolve())).toThrow("in a transaction only");
  }
});

test("none of the failures above was an unhandled rejection", async () => {
  await new Promise(setImmediate);
  expect(unhandled).toEqual([]);
});
