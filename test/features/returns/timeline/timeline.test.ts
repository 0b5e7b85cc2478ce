import { expect, test } from "bun:test";
import type { Mail } from "../../../../src/features/mail/schema.ts";
import type { ReturnTimeline } from "../../../../src/features/returns/timeline/schema.ts";

import { answerOf, moveTo, newReturn, problemAnswer } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService, useStore } from "../../../support/use-service.ts";
import { newWebhook, URL_OF_RECEIVER } from "../../../support/webhooks.ts";
import { orderToGermany, withdraw, withdrawalOf } from "../../../support/withdrawals.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const service = useService();
const store = useStore(service);

async function timelineOf(of: TestStore, id: string, headers = {}): Promise<ReturnTimeline["timeline"]> {
  const { status, body } = await answerOf(of.get(`/returns/${id}/timeline`, headers));
  expect(status).toBe(200);
  return (body as ReturnTimeline).timeline;
}

test("the timeline has status changes, notes and deliveries with their responses, newest first", async () => {
  service.world.on(URL_OF_RECEIVER, () => new Response("<b>thanks</b>"));
  const hook = await newWebhook(store);
  const made = await newReturn(store, { notes: "Left at the <door>" });
  await moveTo(store, made.id, "in_transit");
  await store.post(`/returns/${made.id}/comments`, { comment: { image: PNG } });
  await service.drain();

  const all = await timelineOf(store, made.id);
  const lines = all.map((entry) => {
    if (entry.type === "status") return `${entry.from} ${entry.to}`;
    if (entry.type === "note") return entry.message ?? "image";
    if (entry.type !== "delivery") return entry.type;
    return `${entry.eventType} ${entry.sequence} ${entry.status} ${entry.attempts[0]?.status}`;
  });
  expect(lines.toSorted()).toEqual([
    "Left at the <door>",
    "created 1 delivered 200",
    "image",
    "null open",
    "open in_transit",
    "updated 2 delivered 200",
    "updated 3 delivered 200",
  ]);
  const times = all.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  const change = all.find((entry) => entry.type === "status" && entry.to === "in_transit");
  const sent = all.find((entry) => entry.type === "delivery" && entry.sequence === 2);
  if (change?.type !== "status" || sent?.type !== "delivery") throw new Error("An entry is missing.");
  expect([sent.requestId, sent.webhookId]).toEqual([change.requestId, hook.id]);
  expect(sent.attempts).toEqual([
    {
      at: expect.any(String),
      status: 200,
      durationMs: expect.any(Number),
      error: null,
      answer: "<b>thanks</b>",
    },
  ]);
  const note = all.find((entry) => entry.type === "note" && entry.image);
  if (note?.type !== "note") throw new Error("The image is missing.");
  expect((await store.get(note.image?.replace(/^.*\/v2\.2/, "") ?? "")).status).toBe(200);

  const pages: ReturnTimeline["timeline"] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const headers: Record<string, string> = {
      "X-Page-Size": "2",
      ...(cursor && { "X-Page-Continue": cursor }),
    };
    const response = await store.get(`/returns/${made.id}/timeline`, headers);
    pages.push(...((await response.json()) as ReturnTimeline).timeline);
    cursor = response.headers.get("X-Page-Next");
  }
  expect(pages).toEqual(all);
});

test("deliveries need the scope webhooks_read, and a return of another store isn't there", async () => {
  await newWebhook(store);
  const { id } = await newReturn(store);
  const narrow = await store.withScopes("returns_read");
  expect((await timelineOf(narrow, id)).map(({ type }) => type)).toEqual(["status"]);
  const other = await service.newStore();
  expect(await answerOf(other.get(`/returns/${id}/timeline`))).toEqual(problemAnswer(404));
});

test("the timeline has the withdrawal that made the return and the mails about both, without what they say", async () => {
  const own = await service.newStore();
  expect((await own.patch("/stores/:store", { mail: { enabled: true } })).status).toBe(200);
  const withdrawal = await withdraw(own, withdrawalOf(await orderToGermany(own)));
  const other = await withdraw(own, withdrawalOf("unknown-1"));
  const returnId = withdrawal.returnId ?? "";
  await moveTo(own, returnId, "complete");
  const narrow = await own.withScopes("returns_read");
  const all = await timelineOf(narrow, returnId);
  const { mails } = (await (await own.get("/stores/:store/mails")).json()) as { mails: Mail[] };
  const about = mails.filter((mail) => mail.withdrawalId !== other.id);
  expect(about.map(({ kind }) => kind)).toContain("withdrawal_receipt");
  expect(about.length).toBeGreaterThan(1);
  const shown = all.flatMap((entry) => (entry.type === "mail" ? entry : []));
  const byId = (a: { mailId: string }, b: { mailId: string }) => (a.mailId < b.mailId ? -1 : 1);
  expect(shown.toSorted(byId)).toEqual(
    about
      .map(({ id, createdAt, to, kind, status, attempts, error, attemptedAt }) => ({
        ...{ type: "mail" as const, at: createdAt, requestId: expect.any(String), mailId: id },
        ...{ to, kind, status, attempts, error, attemptedAt },
      }))
      .toSorted(byId),
  );
  expect(all.filter(({ type }) => type === "withdrawal")).toMatchObject([
    { withdrawalId: withdrawal.id, number: withdrawal.number, by: expect.any(String) },
  ]);

  const pages: unknown[] = [];
  let headers: Record<string, string> = { "X-Page-Size": "1" };
  for (const _ of all) {
    const response = await narrow.get(`/returns/${returnId}/timeline`, headers);
    pages.push(...((await response.json()) as ReturnTimeline).timeline);
    headers = { ...headers, "X-Page-Continue": response.headers.get("X-Page-Next") ?? "" };
  }
  expect(pages).toEqual(all);
  await own.post(`/stores/:store/withdrawals/${withdrawal.id}/erase`, {});
  const after = (await timelineOf(narrow, returnId)).flatMap((each) => (each.type === "mail" ? each : []));
  expect(after.find(({ kind }) => kind === "withdrawal_receipt")).toMatchObject({ to: "", status: "failed" });
});
