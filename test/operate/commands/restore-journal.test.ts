import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type Cli, createCli, refused } from "../../support/cli.ts";
import { emptyDatabase, type TestDatabase } from "../../support/database.ts";
import { readAll } from "../../support/database-contents.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { order } from "../../support/fixtures.ts";
import { newPerson, type Person } from "../../support/person.ts";
import { startService, type TestService } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

/** A customer's id that is the e-mail address. */
const MAILED = "mailed@example.test";
const KEY = "a key for tests only";

const service = useService({ isSingle: true });
const store = useStore(service);
let folder: TemporaryFolder;
let file: string;
let journal: string;
let cli: Cli;
let secrets: Record<"kept" | "revoked" | "deleted", { clientId: string; secret: string }>;
let erased: Person;
/** A customer who was merged into the erased one after the backup. */
let merged: Person;
let kept: Person;
const databases: TestDatabase[] = [];

/** What works and is there at the backup, and what is ended after it. */
beforeAll(async () => {
  folder = await temporaryFolder("aftersale journal ");
  [file, journal] = [join(folder.path, "shop.backup"), join(folder.path, "aftersale.journal")];
  const databaseUrl = service.ctx.config.databaseUrl ?? "";
  cli = createCli({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: KEY }, { asProcess: /^(?:journal|person) / });
  const create = async (name: string) =>
    (await cli.json(`client create --store ${store.id} --name ${name}`)) as {
      clientId: string;
      secret: string;
    };
  secrets = {
    kept: await create("kept"),
    revoked: await create("revoked"),
    deleted: await create("deleted"),
  };
  erased = await newPerson(store);
  merged = await newPerson(store);
  await store.post("/stores/:store/orders", order("mailed", { customer: { id: MAILED, email: MAILED } }));
  kept = await newPerson(store);
  // Erased before the backup, and a new customer since.
  await store.post("/stores/:store/orders", order("returned", { customer: { id: "comes-back" } }));
  await erase("comes-back");
  await service.drain();
  await store.post("/stores/:store/orders", order("again", { customer: { id: "comes-back" } }));
  await cli.json(`store create --id gone --name Gone`);
  await cli.json(`person invite --store ${store.id} --email ann@example.com --role owner`);
  await query(
    databaseUrl,
    `insert into people (id, email, email_key, name, created_at) select id, id, id, id, now() from unnest(array['p1', 'p2']) as id`,
    `insert into memberships (store_id, person_id, role, created_at)
     select '${store.id}', id, 'owner', now() - interval '1 day' from unnest(array['p1', 'p2']) as id`,
    `insert into sessions (id, person_id, token_hash, form_token, created_at, rotated_at, seen_at, user_agent, address)
     values ('s1', 'p1', 'hash', 'form', now(), now(), now(), '', '')`,
    "insert into sign_in_links (person_id, token_hash, created_at) values ('p1', 'hash', now())",
    "update api_clients set created_at = now() - interval '1 day'",
  );
  await cli.run("backup", file);

  await cli.json(`client revoke --store ${store.id} --client ${secrets.revoked.clientId}`);
  await cli.json(`client delete --store ${store.id} --client ${secrets.deleted.clientId}`);
  await cli.json(`store delete --store gone --confirm Gone`);
  await query(databaseUrl, "delete from memberships where person_id = 'p2'");
  await store.post(`/stores/:store/customers/${merged.customerId}/merge`, { into: erased.customerId });
  await erase(erased.customerId);
  await erase(MAILED);
  await service.drain();
}, 120_000);
afterAll(async () => {
  for (const database of databases) await database.drop();
  await folder.remove();
});

async function erase(customerId: string): Promise<void> {
  const path = `/stores/:store/customers/${encodeURIComponent(customerId)}/erase`;
  expect((await store.post(path, {})).status).toBe(202);
}

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function restore(...args: string[]) {
  const database = await emptyDatabase();
  databases.push(database);
  const { url } = database;
  const own = createCli({ DATABASE_URL: url, ENCRYPTION_KEY: KEY });
  return { url, own, ran: await own.run("restore", file, ...args) };
}

describe("without a journal", () => {
  let restored: Awaited<ReturnType<typeof restore>>;
  beforeAll(async () => {
    restored = await restore();
  });

  test("a restore ends all sessions and one-time links", async () => {
    const rows = await readAll(restored.url);
    expect([rows.sessions, rows.sign_in_links, rows.invitations]).toEqual([[], [], []]);
    expect(rows.people?.length).toBe(2);
  });

  test("it says what it can't know, and since when", () => {
    expect(restored.ran).toMatchObject({ code: 0, err: "" });
    const { out } = restored.ran;
    expect(out).toMatch(/as of \d{4}-\d\d-\d\dT[\d:.]+Z\./);
    expect(out).toContain("All sessions, sign-in links and invitations have ended");
    expect(out).toMatch(
      /There is no journal: API clients revoked, .+ customers erased since \d{4}-.+ are back\./,
    );
  });
});

describe("with the journal beside the backup", () => {
  let restored: TestService;
  let url: string;
  let own: Cli;
  beforeAll(async () => {
    expect((await cli.run("journal write", journal)).code).toBe(0);
    const result = await restore("--json");
    ({ url, own } = result);
    expect(result.ran).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(result.ran.out).replayed).toMatchObject({
      revoked: 2,
      removed: 1,
      deleted: 1,
      erased: 3,
    });
    restored = await startService({ databaseUrl: url });
    await restored.drain();
  }, 120_000);
  afterAll(() => restored.stop());

  test("secrets that were revoked or deleted since don't work", async () => {
    const status = async ({ secret }: { secret: string }) =>
      (await restored.as({ id: store.id, secret }).get("/stores/:store/orders/again")).status;
    expect(await Promise.all([secrets.kept, secrets.revoked, secrets.deleted].map(status))).toEqual([
      200, 401, 401,
    ]);
  });

  test("people who were removed since are no members, and a store that was deleted is deleted", async () => {
    const rows = await readAll(url);
    expect(rows.memberships?.map((row) => JSON.parse(row).person_id)).toEqual(["p1"]);
    expect((await own.json("store list")).stores).toMatchObject([{ id: store.id }]);
  });

  test("nothing of the persons who were erased since is left, and all of the others", async () => {
    const all = JSON.stringify(await readAll(url));
    const left = (person: Person) => person.texts.filter((text) => all.includes(text));
    expect([...left(erased), ...left(merged)]).toEqual([]);
    expect(all).not.toContain(MAILED);
    // An image's bytes are shown in another form.
    expect(left(kept)).toEqual(kept.texts.filter((text) => !text.startsWith("imagebytes")));
    const same = restored.as(store);
    const ids = [erased.customerId, MAILED, kept.customerId, "comes-back"];
    const found = ids.map(
      async (id) => (await same.get(`/stores/:store/customers/${encodeURIComponent(id)}/export`)).status,
    );
    expect(await Promise.all(found)).toEqual([404, 404, 200, 200]);
  });

  test("a second replay has nothing to do", async () => {
    expect(await own.json("journal replay", journal)).toMatchObject({
      revoked: 0,
      removed: 0,
      deleted: 0,
      erased: 0,
    });
  });
});

test("a journal has ids and no text of a person, and keeps the erasures that the change feed has forgotten", async () => {
  const path = join(folder.path, "other.journal");
  await cli.run("journal write", path);
  const text = await Bun.file(path).text();
  expect([...erased.texts, ...merged.texts, MAILED].filter((each) => text.includes(each))).toEqual([]);
  const count = (of: string) => of.split("\n").filter((line) => line.startsWith('{"erased"')).length;
  expect(count(text)).toBe(4);
  await query(service.ctx.config.databaseUrl ?? "", "delete from changes where type = 'customer.erased'");
  await cli.run("journal write", path);
  expect(count(await Bun.file(path).text())).toBe(4);
  expect((await readdir(folder.path)).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a journal that is torn, damaged or missing is refused before anything is restored", async () => {
  const path = join(folder.path, "torn.journal");
  await cli.run("journal write", path);
  const text = await Bun.file(path).text();
  const lines = text.split("\n");
  const faults: [string, string][] = [
    [lines.slice(0, -2).join("\n"), `The journal ${path} isn't whole.`],
    [lines.toSpliced(1, 1).join("\n"), `The journal ${path} isn't whole.`],
    [lines.with(1, "{}").join("\n"), `Line 2 of ${path} is none of a journal.`],
    ["", `${path} is not a journal of this service.`],
    ["\0".repeat(1_000_000), `${path} is not a journal of this service.`],
  ];
  for (const [content, message] of faults) {
    await Bun.write(path, content);
    const { url, ran } = await restore("--journal", path);
    expect(ran).toEqual(refused(message));
    expect(await readAll(url)).toEqual({ sequences: [] });
  }
  const none = join(folder.path, "none.journal");
  expect((await restore("--journal", none)).ran).toEqual(refused(`There is no file ${none}.`));
});
