import { expect, test } from "bun:test";
import { useService } from "../../support/use-service.ts";

type Hit = { href: string; title: string; line: string; marked: boolean };

const service = useService();

/** What integrators ask, the place that the first hit has to lead to, and what its line has to say. */
const QUESTIONS: [question: string, href: string, line: RegExp][] = [
  ["how do I page", "/docs/guides/lists#page-through-a-list", /page/i],
  ["which scope for payouts", "/docs/guides/credentials#scopes", /Payouts are read with returns_read/],
  ["what does 409 mean here", "/docs/reference/errors#409-conflict", /state of the object/],
  ["how do I verify in Go", "/docs/guides/webhooks#verify-in-go", /verify\.go/],
  ["verify a webhook in python", "/docs/guides/webhooks#verify-in-python", /verify\.py/],
  ["X-Page-Continue", "/docs/reference/headers#x-page-continue", /X-Page-Next|cursor/],
  ["Idempotency-Key header", "/docs/reference/headers#idempotency-key", /retr|repeat|key/i],
  ["refund_exceeds_paid", "/docs/reference/errors#refund-exceeds-paid", /more than what was paid/],
  ["missing_scope", "/docs/reference/errors#missing-scope", /lacks the scope/],
  ["returns_write", "/docs/reference/scopes#returns-write", /./],
  ["create a return", "/docs/reference/returns/createReturn", /./],
  ["POST /v2.2/stores/{storeId}/orders", "/docs/reference/orders/createOrder", /POST/],
  ["rotate signing secret", "/docs/reference/webhooks/rotateWebhookSecret", /secret/],
  ["replay events after an outage", "/docs/guides/webhooks#get-events-again", /outage Replay events/],
  ["limit query parameter", "/docs/integrate#requests-and-errors", /takes limit in the query/],
  ["maximum body size", "/docs/guides/limits#size-of-a-request-and-its-body", /1 MB/],
  ["rate limit for events", "/docs/guides/limits#rates", /100 a second/],
  ["EVENT_RATE_LIMIT", "/docs/guides/limits#rates", /100 a second/],
  ["DATABASE_URL", "/docs/guides/operating#start-it-for-real", /version 15 to 18/],
  ["how do I take a backup", "/docs/operate/backup", /./],
  ["productValueNoTaxNoAdjustment", "/docs/guides/orders-and-returns#what-a-piece-is-worth", /without tax/],
  ["sandbox", "/docs/guides/sandbox", /./],
  ["how do I exchange for another size", "/docs/guides/exchanges-and-credit", /./],
  ["store credit", "/docs/guides/exchanges-and-credit#store-credit", /store_credit/],
  ["send a tracking number", "/docs/guides/labels-and-tracking", /./],
  ["sync stock with my ERP", "/docs/guides/inventory-sync", /./],
  ["typescript types", "/docs/guides/types-and-sdks#typescript", /types/],
  ["erase a customer gdpr", "/docs/reference/customers/eraseCustomer", /./],
  ["retry after 503", "/docs/guides/errors#what-to-do", /after Retry-After seconds/],
  ["unknown fields of a body", "/docs/reference/errors#unknown-field", /strict/],
  ["webhook-sequence", "/docs/reference/headers#webhook-sequence", /1, 2, 3/],
  ["mail failed event", "/docs/reference/events#mail-queued-sent-or-failed", /mail/],
  ["coming from loop returns", "/docs/guides/warehouse", /Loop/],
];

test("what integrators ask is answered by the first hit of one search, without a script", async () => {
  const first: Record<string, Hit | undefined> = {};
  for (const [question] of QUESTIONS) [first[question]] = await hitsOf(question);
  const wrong = QUESTIONS.filter(
    ([question, href, line]) => !first[question]?.href.startsWith(href) || !line.test(first[question].line),
  );
  expect(wrong.map(([question, href]) => [question, href, first[question]])).toEqual([]);
});

test("hits lead to places that are there, and mark what was asked for", async () => {
  const words = ["return", "401", "webhook", "limit", "Fulfillment", "inventory level"];
  const hits = (await Promise.all(words.map((word) => hitsOf(word)))).flat();
  expect(hits.length).toBeGreaterThan(50);
  for (const { href } of hits) {
    const [path = "", anchor] = href.split("#");
    const page = await (await service.fetch(path)).text();
    expect([href, page.includes(anchor ? ` id="${anchor}"` : "<h1>")]).toEqual([href, true]);
  }
  expect(hits.filter(({ marked }) => marked).length).toBeGreaterThan(40);
});

test("a search for nothing, for what isn't there and for markup is a page that says so", async () => {
  for (const query of [
    "",
    "   ",
    "qwertzuiop",
    "<script>alert(1)</script>",
    `"'&`,
    "the of",
    "x".repeat(5_000),
  ]) {
    const response = await service.fetch(`/docs/search?q=${encodeURIComponent(query)}`);
    const page = await response.text();
    expect([query, response.status, page.includes("<script>alert")]).toEqual([query, 200, false]);
  }
  expect(await (await service.fetch("/docs/search?q=qwertzuiop")).text()).toContain("Nothing was found.");
  expect((await service.fetch("/docs/search")).status).toBe(200);
});

async function hitsOf(query: string): Promise<Hit[]> {
  const page = await (await service.fetch(`/docs/search?q=${encodeURIComponent(query)}`)).text();
  const list = /<ol id="hits"[^>]*>([\s\S]*?)<\/ol>/.exec(page)?.[1] ?? "";
  const hits = [...list.matchAll(/<a href="([^"]+)"><b>(.*?)<\/b> <span>.*?<\/span><p>(.*?)<\/p>/g)];
  return hits.map(([, href = "", title = "", line = ""]) => {
    return { href, title, line: line.replace(/<\/?mark>/g, ""), marked: line.includes("<mark>") };
  });
}
