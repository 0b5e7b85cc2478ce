import { expect, test } from "bun:test";
import { order, returnOf } from "../../support/fixtures.ts";
import { answerOf, problemAnswer } from "../../support/returns.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const STORE = "/stores/:store";
const LOCATIONS = `${STORE}/locations`;

type Totals = { refund: { amount: { currency: string } } };
type Listed = { locations: { id: string; name: string; isDefault: boolean }[] };

test("PATCH store: changes what the body has, for orders and returns that come later", async () => {
  const store = await service.newStore({ currency: "USD" });
  await store.post("/stores/:store/orders", { ...order("before"), currencyCode: undefined });
  const change = { currency: "EUR", firstStatus: "needs_review" };
  expect(await answerOf(store.patch(STORE, change))).toMatchObject({
    status: 200,
    body: { ...change, name: "Test shop" },
  });
  expect(await answerOf(store.patch(STORE, {}))).toMatchObject({ status: 200, body: change });
  await store.post("/stores/:store/orders", { ...order("after"), currencyCode: undefined });
  const currencyOf = async (orderId: string) => {
    const { body } = await answerOf(store.post("/stores/:store/returns", returnOf(orderId)));
    return (body as { return: { totals: Totals } }).return.totals.refund.amount.currency;
  };
  expect([await currencyOf("before"), await currencyOf("after")]).toEqual(["USD", "EUR"]);
  await store.post("/stores/:store/orders", order("last"));
  const made = await answerOf(store.post("/stores/:store/returns", returnOf("last")));
  expect(made).toMatchObject({ status: 201, body: { return: { status: "needs_review" } } });
});

test("PATCH store: names what is wrong", async () => {
  const store = await service.newStore();
  for (const [body, pointer] of [
    [{ name: " " }, "/name"],
    [{ currency: "ABC" }, "/currency"],
    [{ firstStatus: "closed" }, "/firstStatus"],
  ]) {
    const answer = await answerOf(store.patch(STORE, body));
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  }
});

test("locations: there is one default, the first one until another becomes it", async () => {
  const store = await service.newStore();
  const add = async (body: object) => {
    const answer = await answerOf(store.post(LOCATIONS, body));
    expect(answer).toMatchObject({ status: 201, body });
    return (answer.body as { id: string }).id;
  };
  const defaults = async () =>
    ((await (await store.get(LOCATIONS)).json()) as Listed).locations.map(({ name, isDefault }) => [
      name,
      isDefault,
    ]);
  const first = await add({
    name: "First",
    address: { line1: "1 Dock Rd", line2: "", city: "Town", state: "", postalCode: "", country: "" },
  });
  const second = await add({ name: "Second" });
  expect(await defaults()).toEqual([
    ["First", true],
    ["Second", false],
  ]);
  await store.put(`${LOCATIONS}/${second}`, { name: "Second", isDefault: true });
  expect(await defaults()).toEqual([
    ["First", false],
    ["Second", true],
  ]);
  await store.put(`${LOCATIONS}/${second}`, { name: "Renamed", isDefault: false });
  expect(await defaults()).toEqual([
    ["First", false],
    ["Renamed", true],
  ]);
  await Promise.all(
    [first, second].map((id) => store.put(`${LOCATIONS}/${id}`, { name: id, isDefault: true })),
  );
  expect((await defaults()).filter(([, isDefault]) => isDefault)).toHaveLength(1);
  const nameless = await answerOf(store.put(`${LOCATIONS}/${first}`, { name: " " }));
  expect(nameless).toMatchObject({ status: 400, body: { errors: [{ pointer: "/name" }] } });
});

test("locations: one of another store is unknown", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  const { id } = (await (await other.post(LOCATIONS, { name: "Theirs" })).json()) as { id: string };
  const unknown = problemAnswer(404, `The store has no location ${id}.`);
  expect(await answerOf(store.get(`${LOCATIONS}/${id}`))).toEqual(unknown);
  expect(await answerOf(store.put(`${LOCATIONS}/${id}`, { name: "Ours", isDefault: true }))).toEqual(unknown);
});
