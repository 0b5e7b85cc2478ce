import { expect, test } from "bun:test";
import { parseExactJson } from "../../../../src/core/http/body/exact-json.ts";

test.each([
  ['{"id":9007199254740993}', { id: "9007199254740993" }],
  ['{"id":-9007199254740993,"of":[1,2.5]}', { id: "-9007199254740993", of: [1, 2.5] }],
  ['[12345678901234567890,"12345678901234567890"]', ["12345678901234567890", "12345678901234567890"]],
  ['{"9007199254740993":9007199254740992}', { "9007199254740993": 9007199254740992 }],
  ['{"amount":0.10000000000000000001}', { amount: "0.10000000000000000001" }],
  [
    '{"text":"a 9007199254740993, \\"9007199254740995\\""}',
    { text: 'a 9007199254740993, "9007199254740995"' },
  ],
  ["12", 12],
])("of %s every digit is kept", async (text, value) => {
  expect(await parseExactJson(text)).toEqual(value);
});

test.each([["{"], [""], ["webhook_id=5"], ["[".repeat(101)], ['{"a":1}}']])("%s is no JSON", async (text) => {
  await expect(parseExactJson(text)).rejects.toMatchObject({ parts: { status: 400 } });
});

test("a text of 4 MB that is one number is read in the time of its length", async () => {
  const before = process.cpuUsage();
  await parseExactJson(`[${"9".repeat(300)},"${"9".repeat(4_000_000)}"]`).catch(() => undefined);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
