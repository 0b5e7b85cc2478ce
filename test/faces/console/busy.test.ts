import { expect, test } from "bun:test";
import { newPerson } from "../../support/console.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ isSingle: true });

test("a page that its reader gives up while the store is busy says so, and is no error in the log", async () => {
  const store = await service.newStore();
  const { cookies } = await newPerson(service, store, "owner");
  const taken = Array.from({ length: 60 }, () => store.ctx.connectionLimiter.take(store.id));
  const before = service.log.length;
  const leaving = new AbortController();
  const page = service.fetch(`/console/stores/${store.id}/inventory`, {
    headers: { Cookie: `aftersale_session=${cookies.get("aftersale_session")}` },
    signal: leaving.signal,
  });
  await Bun.sleep(200);
  leaving.abort();
  const response = await page;
  expect(response.status).toBe(503);
  expect(await response.text()).toContain(
    "Too many requests of this store are waiting. This page tries again by itself.",
  );
  expect(service.log.slice(before).filter(({ level }) => Number(level) >= 50)).toEqual([]);
  for (const each of taken) (await each)();
});
