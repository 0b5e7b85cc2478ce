import { expect, test } from "bun:test";
import { endSessions } from "../../../src/features/people/sessions.ts";
import { HOUR_MS } from "../../../src/lib/duration.ts";
import { newPerson, ofPeople } from "../../support/console.ts";
import { order } from "../../support/fixtures.ts";
import { openTab } from "../../support/live-tab.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

test("a tab learns that its own store has changed, and nothing of another one", async () => {
  const person = await newPerson(service, store, "support");
  const other = await service.newStore();
  const first = await openTab(person);
  await store.post("/stores/:store/orders", order("ours-1"));
  expect(await first.next()).toBe("change");
  // Reading the feed numbers the changes, as workers do; until then they are announced again.
  await store.get("/stores/:store/changes");

  const tab = await openTab(person);
  const { following: announced } = await tab.untilQuiet();
  await other.post("/stores/:store/orders", order("theirs"));
  expect(await Promise.race([announced, Bun.sleep(300).then(() => "nothing")])).toBe("nothing");
  await store.post("/stores/:store/orders", order("ours-2"));
  expect(await announced).toBe("change");
});

test("a tab of a session that is a week old learns that it has ended, however much it was used", async () => {
  const person = await newPerson(service, store, "support");
  const after = (hours: number) => service.setClock(new Date(Date.now() + hours * HOUR_MS));
  for (let hours = 10; hours <= 160; hours += 10) {
    after(hours);
    expect((await person.get(":store")).status).toBe(200);
  }
  const tab = await openTab(person);
  after(169);
  await store.post("/stores/:store/orders", order("after a week"));
  const next = () => Promise.race([tab.next(), Bun.sleep(60_000).then(() => "nothing")]);
  let event = await next();
  while (event === "change") event = await next();
  service.setClock(undefined);
  expect(event).toBe("ended");
});

test("a tab of a session that was ended learns only that", async () => {
  const person = await newPerson(service, store, "support");
  const tab = await openTab(person);
  await endSessions(ofPeople(service.ctx), person.personId);
  await store.post("/stores/:store/orders", order("after the end"));
  // Changes of before the end may be announced once more.
  let event = await tab.next();
  while (event === "change") event = await tab.next();
  expect([event, await tab.next()]).toEqual(["ended", "closed"]);
});
