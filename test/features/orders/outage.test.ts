import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type DatabaseLink, linkTo } from "../../support/database-link.ts";
import { accepted, getCustomer, leastOrder, ORDERS, postOrder } from "../../support/orders.ts";
import { answerOf, problemAnswer } from "../../support/returns.ts";
import { startService, type TestService, type TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
let linked: TestService;
let link: DatabaseLink;
beforeAll(async () => {
  link = await linkTo(service.ctx.config.databaseUrl ?? "");
  linked = await startService({ databaseUrl: link.url });
});
service.beforeStop(async () => {
  await linked.stop();
  await link.cut();
});

const ORDER = leastOrder("1001", { customer: { email: "ann@example.test" } });

/** Finds a customer by e-mail address, creates an order and reads one. */
function askAll(store: TestStore): Promise<Response[]> {
  return Promise.all([
    store.get("/stores/:store/customers?email=ann@example.test"),
    store.post(ORDERS, ORDER),
    store.get(`${ORDERS}/1001`),
  ]);
}

test("without the database each operation is 503 with Retry-After, and works again afterwards", async () => {
  const store = await linked.newStore();
  await link.cut();
  for (const response of await askAll(store)) {
    expect(response.headers.get("retry-after")).toBe("1");
    expect(await answerOf(response)).toEqual(problemAnswer(503, "The database is not available; try again."));
  }
  await link.mend();
  expect(await postOrder(store, ORDER)).toEqual(accepted("1001"));
  expect(await getCustomer(store, "ann@example.test")).toMatchObject({ status: 200 });
});

test("an internal error is 500 as a problem, whose only detail is the request id of the log line", async () => {
  const store = await service.newStore();
  await store.ctx.db.execute(sql`alter table orders rename column body to elsewhere`);
  await store.ctx.db.execute(sql`alter table customers rename column email to elsewhere`);
  for (const response of await askAll(store)) {
    const id = response.headers.get("x-request-id");
    const answer = await answerOf(response);
    expect(answer).toEqual(
      problemAnswer(500, `The service failed; its log has the cause under request ${id}.`),
    );
    expect(answer.body).toMatchObject({ instance: `urn:uuid:${id}` });
    expect(service.log).toContainEqual(
      expect.objectContaining({ level: 50, requestId: id, msg: "a request failed" }),
    );
  }
});
