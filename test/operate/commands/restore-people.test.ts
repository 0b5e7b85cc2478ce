import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import pg from "pg";
import { createCli } from "../../support/cli.ts";
import { emptyDatabase, type TestDatabase } from "../../support/database.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { startInside } from "../../support/service-inside.ts";
import { useService, useStore } from "../../support/use-service.ts";

const KEY = "a key for tests only";

const service = useService({ isSingle: true });
const store = useStore(service);
let folder: TemporaryFolder;
let files: Record<"early" | "backup" | "journal", string>;
let restored: Awaited<ReturnType<typeof restore>>;
const databases: TestDatabase[] = [];

/** What people could do at the backup, what they can do when the journal is written, and after the restore. */
const ROLES: [
  person: string,
  atBackup: string,
  atJournal: string | undefined,
  restored: string | undefined,
][] = [
  ["unchanged", "owner", "owner", "owner"],
  ["removed", "owner", undefined, undefined],
  ["looks-only", "owner", "read_only", "read_only"],
  ["develops", "owner", "developer", "developer"],
  ["helps", "developer", "support", "support"],
  // Each of the two may do something that the other may not.
  ["moves", "support", "warehouse", "warehouse"],
  ["raised", "read_only", "owner", "read_only"],
];
/** Passkeys at the backup, those of them that are left when the journal is written, and after the restore. */
const PASSKEYS: [person: string, atBackup: string[], atJournal: string[]][] = [
  ["unchanged", ["k1", "k2"], ["k1", "k2"]],
  ["develops", ["k3", "k4"], ["k4"]],
  ["helps", ["k5"], []],
  ["removed", ["k6"], []],
];

beforeAll(async () => {
  folder = await temporaryFolder("aftersale people ");
  const at = (name: string) => join(folder.path, name);
  files = { early: at("early.journal"), backup: at("shop.backup"), journal: at("aftersale.journal") };
  const databaseUrl = service.ctx.config.databaseUrl ?? "";
  const cli = createCli({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: KEY });
  for (const [person, role] of ROLES) {
    await query(
      databaseUrl,
      `insert into people (id, email, email_key, name, created_at) select id, id, id, id, now() - interval '2 days' from unnest(array['${person}']) as id`,
      `insert into memberships (store_id, person_id, role, created_at) values ('${store.id}', '${person}', '${role}', now() - interval '1 day')`,
      `insert into sessions (id, person_id, token_hash, form_token, created_at, rotated_at, seen_at, user_agent, address)
       values ('of-${person}', '${person}', 'hash', 'form', now(), now(), now(), '', '')`,
    );
  }
  for (const [person, keys] of PASSKEYS) {
    for (const key of keys) await query(databaseUrl, passkey(person, key));
  }
  // One that is written before someone is made more.
  await query(databaseUrl, "update memberships set role = 'read_only' where person_id = 'unchanged'");
  await cli.run("journal write", files.early);
  await query(databaseUrl, "update memberships set role = 'owner' where person_id = 'unchanged'");
  await cli.run("backup", files.backup);

  await query(databaseUrl, "delete from sessions");
  for (const [person, , role] of ROLES) {
    const where = `where person_id = '${person}'`;
    await query(
      databaseUrl,
      role ? `update memberships set role = '${role}' ${where}` : `delete from memberships ${where}`,
    );
  }
  const left = PASSKEYS.flatMap(([, , keys]) => keys);
  await query(databaseUrl, `delete from passkeys where id <> all('{${left.join(",")}}')`);
  expect((await cli.run("journal write", files.journal)).code).toBe(0);
  restored = await restore("--json");
}, 120_000);
afterAll(async () => {
  for (const database of databases) await database.drop();
  await folder.remove();
});

function passkey(person: string, key: string): string {
  return `insert into passkeys (id, person_id, credential_id, public_key, signature_count, rp_id, passkey_name, created_at)
    values ('${key}', '${person}', '${key}', 'key', 0, 'localhost', '${key}', now() - interval '1 day')`;
}

async function query<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  let rows: Row[] = [];
  for (const statement of statements) ({ rows } = await client.query<Row>(statement));
  await client.end();
  return rows;
}

async function restore(...args: string[]) {
  const database = await emptyDatabase();
  databases.push(database);
  const { url } = database;
  const own = createCli({ DATABASE_URL: url, ENCRYPTION_KEY: KEY });
  return { url, own, ran: await own.run("restore", files.backup, ...args) };
}

const roleIn = async (url: string, person: string) =>
  (await query<{ role: string }>(url, `select role from memberships where person_id = '${person}'`))[0]?.role;

describe("after a restore with the journal", () => {
  test("it says how much it has ended", () => {
    expect(restored.ran).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(restored.ran.out).replayed).toMatchObject({ removed: 1, lowered: 4, passkeys: 3 });
  });

  test.each(ROLES)("%j, who was %j and then %j, is %j", async (person, _was, _became, role) => {
    expect(await roleIn(restored.url, person)).toBe(role);
  });

  test.each(PASSKEYS)(
    "of the passkeys of %s, %p, those that weren't removed are left: %p",
    async (person, _was, left) => {
      const rows = await query<{ id: string }>(
        restored.url,
        `select id from passkeys where person_id = '${person}' order by id`,
      );
      expect(rows.map(({ id }) => id)).toEqual(left);
    },
  );

  test("no session is left", async () => {
    expect(await query(restored.url, "select from sessions")).toEqual([]);
  });

  test("what was added since the restore outlives a later replay, and invitations of those who may not invite don't", async () => {
    await query(
      restored.url,
      passkey("develops", "k9").replace("now() - interval '1 day'", "now()"),
      ...["unchanged", "looks-only", "removed"].map(
        (
          person,
        ) => `insert into invitations (store_id, id, email, role, token_hash, invited_by, created_at, inviter_id)
          values ('${store.id}', 'by-${person}', 'a@b.test', 'owner', 'hash', '${person}', now(), '${person}')`,
      ),
    );
    const again = await restored.own.json("journal replay", files.journal);
    expect(again).toMatchObject({ removed: 0, lowered: 0, passkeys: 0 });
    const left = await query(
      restored.url,
      "select id from passkeys where id = 'k9' union select id from invitations order by id",
    );
    expect(left).toEqual([{ id: "by-unchanged" }, { id: "k9" }]);
  });
});

test("a journal from before the backup lowers no role", async () => {
  const { url, ran } = await restore("--journal", files.early);
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(await roleIn(url, "unchanged")).toBe("owner");
});

test("a replay that fails says that the data is loaded and what to run, and nothing is served before that", async () => {
  const path = join(folder.path, "it's broken.journal");
  const text = await Bun.file(files.journal).text();
  // In the form of a moment, but none.
  await Bun.write(path, text.replace(/"createdAt":"[^"]+"/, '"createdAt":"2026-99-99T99:99:99Z"'));
  const { url, own, ran } = await restore("--journal", path);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("The data is loaded, and the journal isn't applied: ");
  expect(ran.err).toContain(`has run: bun run cli journal replay '${path.replace("'", "'\\''")}'`);
  expect(await roleIn(url, "looks-only")).toBe("owner");

  const start = () => startInside({ DATABASE_URL: url, ENCRYPTION_KEY: KEY });
  await expect(start()).rejects.toThrow("its journal isn't applied");

  const copied = await own.run("backup", join(folder.path, "unserved.backup"));
  expect(copied.err).toContain("its journal isn't applied");
  expect(copied.code).toBe(1);

  expect(await own.json("journal replay", files.journal)).toMatchObject({ lowered: 4, passkeys: 3 });
  const serving = await start();
  expect(serving.output()).toContain("the service has started");
  serving.signal("SIGTERM");
  await serving.exited;
});
