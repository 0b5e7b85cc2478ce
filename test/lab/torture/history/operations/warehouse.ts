import { type Actor, at, listAt, textAt, WAREHOUSE } from "../actor.ts";
import type { Call, Change, Numbered } from "../call.ts";
import type { KnownReturn } from "../shop.ts";
import { PRODUCT } from "./orders.ts";

const ACTIONS: Record<string, Omit<Change, "returnId">> = {
  process: { to: ["complete"], row: "once", event: "once" },
  // A return in review may keep its status.
  flag: { to: ["flagged"], row: "maybe", event: "maybe" },
  close: { to: ["rejected"], row: "once", event: "once" },
  cancel: { to: ["deleted"], row: "once", event: "once" },
};
const NAMES = ["process", "flag", "flag", "close", "cancel"];

/** Sends a random action of the warehouse API, which may be refused. */
export async function act(actor: Actor, one = actor.shop.returns.pick(actor.random)): Promise<void> {
  const name = NAMES[actor.random.between(0, NAMES.length - 1)] ?? "flag";
  const effect = ACTIONS[name];
  if (!one || !effect) return;
  await actor.send(
    { operation: `POST ${name}`, known: one.id, change: { returnId: one.id, ...effect } },
    { method: "POST", path: pathOf(one, name) },
  );
}

/** Posts a note of the warehouse. */
export async function note(actor: Actor, one = actor.shop.returns.pick(actor.random)): Promise<void> {
  if (!one) return;
  const mark = actor.mark();
  const { call } = await actor.send(
    {
      operation: "POST note",
      known: one.id,
      effects: [{ kind: "note", mark, group: mark }],
      change: { returnId: one.id, to: [], row: "never", event: "once" },
    },
    { method: "POST", path: pathOf(one, "note"), body: { content: mark } },
  );
  if (call.outcome === "done") one.notes.push(mark);
}

/** Removes one unit from a return; the return is processed with the rest. */
export async function remove(actor: Actor, one = actor.shop.returns.pick(actor.random)): Promise<void> {
  if (!one) return;
  const details = await actor.send(
    { operation: "GET details", known: one.id },
    { method: "GET", path: `${WAREHOUSE}/return/details?service_return_id=${one.id}` },
  );
  readNumbers(details);
  const lines = listAt(details.body, "line_items");
  const unit = at(lines[actor.random.between(0, lines.length - 1)], "line_item_id");
  if (details.call.outcome !== "done" || typeof unit !== "number") return;
  await actor.send(
    {
      operation: `POST remove ${unit}`,
      known: one.id,
      change: { returnId: one.id, to: ["complete", "deleted"], row: "once", event: "once" },
    },
    { method: "POST", path: `${pathOf(one, "remove")}&line_item_id=${unit}` },
  );
}

/** The report is as long as what was returned in its span: one of a whole week grows with the run until it outlasts any patience. */
const REPORTED_S = 60;

function secondsAgo(seconds: number): string {
  return new Date(Date.now() - seconds * 1_000).toISOString().slice(0, "2026-03-02T14:05:09".length);
}

/** Sends a random read of the warehouse API. */
export async function readWarehouse(actor: Actor): Promise<void> {
  const one = actor.shop.returns.pick(actor.random);
  if (!one) return;
  const id = `service_return_id=${one.id}`;
  const ways = [
    { path: `${WAREHOUSE}/return/details?${id}`, known: one.id },
    { path: `${WAREHOUSE}/return/details?order_name=${one.orderName}`, known: one.orderName },
    { path: `${WAREHOUSE}/return/list?paginate=true&pageSize=20` },
    { path: `${WAREHOUSE}/return/list?paginate=1&pageSize=5&filter=updated_at&state=open` },
    { path: `${WAREHOUSE}/reporting/asn?from=${secondsAgo(REPORTED_S)}` },
    { path: "/api/v1/destinations" },
  ];
  const { path, known } = ways[actor.random.between(0, ways.length - 1)] ?? { path: "/healthz" };
  const operation = `GET ${path.split("?")[0]}`;
  const answer = await actor.send({ operation, ...(known && { known }) }, { method: "GET", path });
  if (path.includes("/details")) readNumbers(answer);
}

/** Keeps the numbers of a response with details, and those of the merchant's ids in it. */
function readNumbers({ call, body }: { call: Call; body: unknown }): void {
  const order = textAt(body, "order_name") ?? "";
  const all: [Numbered["kind"], string, unknown][] = [
    ["return", textAt(body, "service_id") ?? "", at(body, "id")],
    ["order", order, at(body, "order_id")],
    ["id", order, at(body, "provider_order_id")],
    ["id", PRODUCT, at(body, "line_items", 0, "product_id")],
  ];
  call.numbers = all.flatMap(([kind, object, number]) =>
    typeof number === "number" ? [{ kind, object, number }] : [],
  );
}

function pathOf({ id }: KnownReturn, action: string): string {
  return `${WAREHOUSE}/return/0/${action}?service_return_id=${id}`;
}
