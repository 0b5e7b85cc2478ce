import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Ctx } from "../../../src/core/ctx.ts";
import { emailKey } from "../../../src/core/persons/person.ts";
import { createPerson } from "../../../src/features/people/create-person.ts";
import { addMember } from "../../../src/features/people/members.ts";
import { addCell } from "../../../src/platform/cells/add-cell.ts";
import type { Role } from "../../../src/platform/db/tables/people.ts";
import { useService } from "../../support/use-service.ts";

const directory = useService({ isSingle: true });
const cell = useService({ isSingle: true });

type Account = { email: string; isProved: boolean; role: Role };

/** Accounts of one address that the directory and a cell have before the cell is added, and whether they become one. */
const CASES: { what: string; known?: Account; added: Account; isMerged: boolean }[] = [
  {
    what: "both proved",
    known: { email: "ann@shop.test", isProved: true, role: "read_only" },
    added: { email: "ann@shop.test", isProved: true, role: "owner" },
    isMerged: true,
  },
  {
    what: "both proved, in another case",
    known: { email: "Bea@Shop.test", isProved: true, role: "owner" },
    added: { email: "bea@SHOP.test", isProved: true, role: "support" },
    isMerged: true,
  },
  {
    what: "both proved, in another spelling of the mailbox",
    known: { email: "cara@münchen.test", isProved: true, role: "owner" },
    added: { email: "CARA@xn--mnchen-3ya.test", isProved: true, role: "warehouse" },
    isMerged: true,
  },
  {
    what: "the cell's not proved",
    known: { email: "dora@shop.test", isProved: true, role: "owner" },
    added: { email: "dora@shop.test", isProved: false, role: "owner" },
    isMerged: false,
  },
  {
    what: "the directory's not proved",
    known: { email: "eva@shop.test", isProved: false, role: "owner" },
    added: { email: "eva@shop.test", isProved: true, role: "developer" },
    isMerged: false,
  },
  {
    what: "neither proved",
    known: { email: "fay@shop.test", isProved: false, role: "owner" },
    added: { email: "fay@shop.test", isProved: false, role: "developer" },
    isMerged: false,
  },
  {
    what: "of other mailboxes",
    known: { email: "gil@munchen.test", isProved: true, role: "owner" },
    added: { email: "gil@münchen.test", isProved: true, role: "developer" },
    isMerged: false,
  },
  {
    what: "only in the cell",
    added: { email: "hal@shop.test", isProved: true, role: "developer" },
    isMerged: false,
  },
];

const ids: { known: string | undefined; added: string }[] = [];
let here: string;
let there: string;

beforeAll(async () => {
  [{ id: here }, { id: there }] = [await directory.newStore(), await cell.newStore()];
  for (const { known, added } of CASES) {
    ids.push({
      known: known && (await createAccount(directory.ctx, here, known)),
      added: await createAccount(cell.ctx, there, added),
    });
  }
  await addCell(directory.ctx, { name: "added", url: cell.ctx.config.databaseUrl ?? "" });
});

async function createAccount(ctx: Ctx, storeId: string, { email, isProved, role }: Account) {
  const { personId } = await createPerson(ctx, { email, name: email, passwordHash: null, isProved });
  await addMember(ctx, { storeId, personId, role });
  await ctx.db.execute(sql`
    insert into passkeys (id, person_id, credential_id, public_key, signature_count, rp_id, passkey_name, created_at)
    values (${`psk_${personId}`}, ${personId}, ${personId}, 'key', 0, 'localhost', 'A key', now())`);
  return personId;
}

/** Returns the directory's accounts of a mailbox: their roles in the cell's store and in its own, and their passkeys. */
async function accountsOf(email: string) {
  const { rows } = await directory.ctx.db.execute<{ id: string }>(sql`
    select id, (select role from memberships where person_id = people.id and store_id = ${there}) as there,
      (select role from memberships where person_id = people.id and store_id = ${here}) as here,
      array(select passkeys.id from passkeys where person_id = people.id) as passkeys
    from people where email_key = ${emailKey(email)} order by created_at, id`);
  return rows;
}

const account = (id: string, roles: { there: Role | null; here: Role | null }) => ({
  ...{ id, ...roles, passkeys: [`psk_${id}`] },
});

function expectedAccounts(i: number) {
  const { known, added, isMerged } = CASES[i] ?? {};
  const { known: knownId, added: addedId = "" } = ids[i] ?? {};
  const [knownRole = null, addedRole = null] = [known?.role, added?.role];
  if (isMerged) return [account(knownId ?? "", { there: addedRole, here: knownRole })];
  const own = account(addedId, { there: addedRole, here: null });
  const sameMailbox = known && added && emailKey(known.email) === emailKey(added.email);
  return sameMailbox ? [account(knownId ?? "", { there: null, here: knownRole }), own] : [own];
}

describe("accounts of a cell that is added and of the directory", () => {
  test.each(CASES.map(({ what, isMerged }, i) => [what, isMerged, i] as const))(
    "%s, are one person: %p",
    async (_what, _isMerged, i) => {
      expect(await accountsOf(CASES[i]?.added.email ?? "")).toEqual(expectedAccounts(i));
    },
  );

  test("are the same when the cell is added again", async () => {
    await addCell(directory.ctx, { name: "added", url: cell.ctx.config.databaseUrl ?? "" });
    for (const [i, { added }] of CASES.entries())
      expect(await accountsOf(added.email)).toEqual(expectedAccounts(i));
  });

  test("stay as they are in the cell that is added, and the directory has no passkey of one that it merged", async () => {
    const { rows } = await cell.ctx.db.execute(sql`select id from people order by created_at, id`);
    expect(rows).toEqual(ids.map(({ added: id }) => ({ id })));
    const merged = CASES.flatMap(({ isMerged }, i) => (isMerged ? [ids[i]?.added ?? ""] : []));
    const { rows: left } = await directory.ctx.db.execute(sql`
      select id from passkeys where person_id = any(${sql.param(merged)}::text[])
      union select id from people where id = any(${sql.param(merged)}::text[])`);
    expect(left).toEqual([]);
  });
});
