import { afterEach, expect, test } from "bun:test";
import { TEXTS } from "../../../src/features/withdrawals/texts/texts-of.ts";
import { LANGUAGES } from "../../../src/lib/languages.ts";
import { answerOf } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { newWebhook } from "../../support/webhooks.ts";
import { orderToGermany, WITHDRAWALS, withdraw, withdrawalOf } from "../../support/withdrawals.ts";

const service = useService({ hasIdleQueues: true });
const store = useStore(service);
afterEach(() => service.setClock(undefined));

type Mail = { to: string; kind: string; text: string; messageId: string; withdrawalId: string };

async function languagesOf(returnId: string | null): Promise<string[]> {
  const { body } = await answerOf(store.get(`/stores/:store/mails?returnId=${returnId}`));
  return (body as { mails: { language: string }[] }).mails.map(({ language }) => language);
}

async function mailsOf(withdrawalId: string): Promise<Mail[]> {
  const { body } = await answerOf(store.get("/stores/:store/mails?limit=100"));
  return (body as { mails: Mail[] }).mails.filter((mail) => mail.withdrawalId === withdrawalId);
}

/** Returns the time on a receipt's page: as people write it, with the offset that it was received with. */
async function timeOnPage({ at, receiptUrl }: { at: string; receiptUrl: string }, language: string) {
  const headers = { "Accept-Language": language };
  const html = await (await service.fetch(new URL(receiptUrl).pathname, { headers })).text();
  const [, time] = /<time datetime="[^"]*">([^<]+)<\/time>/.exec(html) ?? [];
  return time ?? `${at} is not on the page`;
}

test("a statement is sent as one mail, word for word, with number, time and link, in each language", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  for (const language of LANGUAGES) {
    const orderId = await orderToGermany(store);
    const key = `key-${language}`;
    const made = await withdraw(store, withdrawalOf(orderId, { language }), key);
    await withdraw(store, withdrawalOf(orderId, { language }), key);
    const mails = await mailsOf(made.id);
    expect(mails.map(({ to, kind }) => [to, kind])).toEqual([
      [`${orderId.toLowerCase()}@example.test`, "withdrawal_receipt"],
    ]);
    const text = mails[0]?.text ?? "";
    expect(text).toContain(made.statement);
    expect(text).not.toContain(made.at);
    expect(text).toContain(await timeOnPage(made, language));
    expect(text).toContain(String(made.number));
    expect(text).toContain(new URL(made.receiptUrl).pathname);
    expect(text).toContain(`/r/${store.id}/withdraw\n`);
    expect([language, await languagesOf(made.returnId)]).toEqual([language, [language]]);
  }
});

test("where the store has no mails in the statement's language, its mail is in the store's, its time too", async () => {
  const own = await service.newStore();
  const mail = { enabled: true, languages: ["de"] };
  await own.patch("/stores/:store", { timeZone: "Asia/Tokyo", withdrawal: { enabled: true }, mail });
  service.setClock(new Date("2026-03-10T16:03:21.480Z"));
  const made = await withdraw(own, withdrawalOf("UNKNOWN", { language: "en" }));
  const { body } = await answerOf(own.get("/stores/:store/mails"));
  const [receipt] = (body as { mails: Mail[] }).mails;
  expect(made.at).toBe("2026-03-11T01:03:21+09:00");
  expect(receipt?.text).toContain("Eingegangen: 11. März 2026 um 1:03:21 GMT+09:00\n");
});

test("webhooks of the topic are told of each withdrawal once, and of nothing of an erased person", async () => {
  await newWebhook(store, { topic: "withdrawal" });
  const made = await withdraw(store, withdrawalOf(await orderToGermany(store)));
  const shown = (await answerOf(store.get(`${WITHDRAWALS}/${made.id}`))).body as { withdrawal: object };
  const payloads = await payloadsOf(made.id);
  expect(payloads).toEqual([
    {
      type: "created",
      at: expect.any(String),
      merchantName: "Test shop",
      withdrawal: { ...shown.withdrawal, receiptUrl: expect.stringContaining("/receipts/") },
    },
  ]);
  await store.post(`${WITHDRAWALS}/${made.id}/erase`, undefined);
  expect(await payloadsOf(made.id)).toMatchObject([
    { type: "created", withdrawal: { ...payloads[0]?.withdrawal, name: "", email: "", statement: "" } },
  ]);
  const [mail] = await mailsOf(made.id);
  expect([mail?.to, mail?.text ?? ""]).toEqual(["", ""]);
});

type Payload = Record<"type" | "at" | "merchantName", unknown> & { withdrawal: Record<string, unknown> };

async function payloadsOf(id: string): Promise<Payload[]> {
  const { rows } = await store.ctx.db.execute<{ body: string }>(
    `select body from webhook_payloads where store_id = '${store.id}' and return_id = '${id}'`,
  );
  return rows.map(({ body }) => JSON.parse(body) as Payload);
}

test("the texts of each language have the same placeholders, and none is empty", () => {
  const placeholders = (value: unknown): unknown =>
    typeof value === "string"
      ? [value.trim() !== "", (value.match(/\{\w+\}/g) ?? []).toSorted()]
      : Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, placeholders(part)]));
  for (const language of LANGUAGES) {
    expect([language, placeholders(TEXTS[language])]).toEqual([language, placeholders(TEXTS.en)]);
  }
});
