import { expect, test } from "bun:test";
import type { SeenMail } from "../../support/open-mail-server.ts";
import { seeded } from "./random.ts";
import type { Receipt, Sent } from "./withdrawals/consumers.ts";
import { gapsIn, mailFaults, type Row, rowFaults, unitFaults } from "./withdrawals/judge.ts";
import { tortureWithdrawals } from "./withdrawals/run.ts";
import { newStatement } from "./withdrawals/statements.ts";

/** The short form of `bun run torture withdrawals`. */
test("each confirmed withdrawal has one receipt and one mail, whatever is killed and lost", async () => {
  const run = await tortureWithdrawals({ withdrawals: 40, kills: 2, seed: 11, say: () => {} });
  expect(run.differences).toEqual([]);
  expect(run.kills).toEqual({ process: 1, postgres: 1 });
  expect(run.confirmed + run.unanswered).toBe(40);
  expect(run.confirmed).toBeGreaterThanOrEqual(38);
  expect(run.rows).toBeGreaterThanOrEqual(run.confirmed);
  expect(run.units).toBeGreaterThan(0);
  expect(run.mails.lost + run.mails.refused).toBeGreaterThan(0);
  expect(run.mails.arrived).toBeGreaterThanOrEqual(run.rows);
}, 400_000);

test("what is lost, invented, changed, mailed twice over or returned twice is found", () => {
  const statement = { ...newStatement(1, 1, seeded(1)), orderIndex: 0, isWhole: true };
  const { body, text } = statement;
  const row: Row = { id: "wdr_1", number: 1, statement: text, email: body.email, token: "secret" };
  const receiptUrl = "http://localhost/r/demo/receipts/secret";
  const receipt: Receipt = {
    id: "wdr_1",
    number: 1,
    statement: text,
    at: "2026-03-10T14:03:21+01:00",
    receiptUrl,
  };
  const sent: Sent[] = [{ statement, receipts: [receipt, receipt], confirmedAt: 0 }];
  const faults = (rows: Row[], receipts = [receipt, receipt]) =>
    rowFaults([{ statement, receipts, confirmedAt: 0 }], rows).length;
  expect(faults([row])).toBe(0);
  expect(faults([], [])).toBe(0);
  expect(faults([])).toBe(1);
  expect(faults([row, { ...row, id: "wdr_2" }])).toBe(1);
  expect(faults([row, { ...row, email: "nobody@example.test" }])).toBe(1);
  expect(faults([{ ...row, statement: `${text} ` }])).toBe(1);
  expect(faults([row], [receipt, { ...receipt, id: "wdr_2" }])).toBe(1);
  expect(faults([row], [receipt, { ...receipt, statement: `${text} ` }])).toBe(1);
  expect(faults([row], [receipt, { ...receipt, at: "2026-03-10T14:03:22+01:00" }])).toBe(1);

  expect(gapsIn([2, 1, 3])).toEqual([]);
  for (const numbers of [[2], [1, 3], [1, 1]]) expect(gapsIn(numbers)).toHaveLength(1);

  const mail = (id: string, said: string, to = body.email): SeenMail => ({
    ...{ from: "", to, at: 0, headers: { "message-id": id } },
    raw: [
      ...['Content-Type: multipart/alternative; boundary="b"', "", "--b", "Content-Type: text/plain"],
      ...[
        "Content-Transfer-Encoding: base64",
        "",
        Buffer.from(`Hello\n\n${said}\n\nRead:\n${receiptUrl}\n`).toString("base64"),
      ],
      "--b--",
    ].join("\r\n"),
  });
  const ofMails = (...arrived: SeenMail[]) => mailFaults(sent, [row], { arrived }).length;
  expect(ofMails(mail("<1>", text), mail("<1>", text))).toBe(0);
  expect(ofMails()).toBe(1);
  expect(ofMails(mail("<1>", text), mail("<2>", text))).toBe(1);
  expect(ofMails(mail("<1>", text), mail("<1>", text.replace("o", "0")))).toBe(1);
  expect(ofMails(mail("<1>", text), mail("<3>", text, "nobody@example.test"))).toBe(1);

  const unit = (line: string, unit: number, times = 1) => ({ order: "WD-0", line, unit, times });
  const all = [unit("line-1", 0), unit("line-1", 1), unit("line-2", 0)];
  expect(unitFaults(sent, all)).toEqual([]);
  expect(unitFaults(sent, all.slice(1))).toHaveLength(1);
  expect(unitFaults(sent, [...all.slice(1), unit("line-1", 0, 2)])).toHaveLength(1);
});
