import { type Actor, textAt, V2 } from "../actor.ts";
import type { Change, Write } from "../call.ts";
import type { KnownReturn } from "../shop.ts";

/** Target statuses as merchants and carriers send them; final ones are rare. */
const TARGETS = [
  ...["in_transit", "delivered", "needs_review", "in_review", "flagged", "open", "open", "complete"],
  ...["rejected", "pre_shipment"],
];
const SHIPMENT_STATUSES = ["pre_transit", "in_transit", "delivered"] as const;
const MAX_TRIES = 3;
const RETRY_PAUSE_MS = 100;
/** One pixel; image viewers ignore what follows its end. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

/** Changes the status of a return; the transition may be illegal. */
export async function changeStatus(actor: Actor, one = actor.shop.returns.pick(actor.random)): Promise<void> {
  if (!one) return;
  const to = actor.random.chance(0.03)
    ? "deleted"
    : (TARGETS[actor.random.between(0, TARGETS.length - 1)] ?? "open");
  await actor.send(
    {
      operation: `PUT status ${to}`,
      known: one.id,
      change: { returnId: one.id, to: [to], row: "once", event: "once" },
    },
    { method: "PUT", path: `${V2}/returns/${one.id}/status`, body: { status: to } },
  );
}

/** Posts a comment; with an `Idempotency-Key`, retries until it succeeds. */
export async function comment(actor: Actor, one = actor.shop.returns.pick(actor.random)): Promise<void> {
  if (!one) return;
  const mark = actor.mark();
  const key = actor.random.chance(0.4) ? mark : undefined;
  if (actor.random.chance(0.15)) {
    await sendComment(actor, one, { kind: "image", mark });
    return;
  }
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const isDone = await sendComment(actor, one, { kind: "comment", mark, key });
    const again = key !== undefined && (!isDone || actor.random.chance(0.2));
    if (!again) return;
    await Bun.sleep(RETRY_PAUSE_MS);
  }
}

type Sent = { kind: "comment" | "image"; mark: string; key?: string | undefined };

async function sendComment(actor: Actor, one: KnownReturn, { kind, mark, key }: Sent): Promise<boolean> {
  const image = Buffer.concat([Buffer.from(PIXEL, "base64"), Buffer.from(mark)]).toString("base64");
  const { call } = await actor.send(
    {
      operation: `POST ${kind}`,
      known: one.id,
      effects: [{ kind, mark, group: mark }],
      change: { returnId: one.id, to: [], row: "never", event: "once" },
    },
    {
      method: "POST",
      path: `${V2}/returns/${one.id}/comments`,
      body: { comment: kind === "image" ? { image } : { message: mark } },
      ...(key !== undefined && { headers: { "Idempotency-Key": key } }),
    },
  );
  if (call.outcome === "done" && kind === "comment" && !one.notes.includes(mark)) one.notes.push(mark);
  return call.outcome === "done";
}

/** Posts an invalid comment, which has both a message and an image. */
export async function commentTwice(actor: Actor): Promise<void> {
  const one = actor.shop.returns.pick(actor.random);
  if (!one) return;
  const mark = actor.mark();
  await actor.send(
    { operation: "POST comment (invalid)", known: one.id, effects: [{ kind: "comment", mark, group: mark }] },
    {
      method: "POST",
      path: `${V2}/returns/${one.id}/comments`,
      body: { comment: { message: mark, image: PIXEL } },
    },
  );
}

/** Patches a return; each field sent replaces its previous value. */
export async function amend(actor: Actor, one = actor.shop.returns.pick(actor.random)): Promise<void> {
  if (!one) return;
  const { random } = actor;
  const mark = actor.mark();
  const item = random.chance(0.3) ? one.itemIds[random.between(0, one.itemIds.length - 1)] : undefined;
  const isNamed = random.chance(0.3);
  const isShipped = random.chance(0.25);
  const writes: Write[] = [
    { register: `${one.id} tags`, value: mark },
    ...(isNamed ? [{ register: `${one.id} internalCreatedByName`, value: mark }] : []),
    ...(item ? [{ register: `${item} grade`, value: mark }] : []),
  ];
  const change: Change = { returnId: one.id, to: [], row: "never", event: "once" };
  const shipped: Change = { ...change, to: ["in_transit", "delivered"], row: "maybe" };
  const { call, body } = await actor.send(
    { operation: "PATCH return", known: one.id, writes, change: isShipped ? shipped : change },
    {
      method: "PATCH",
      path: `${V2}/returns/${one.id}`,
      body: {
        tags: [{ name: mark, source: "merchant" }],
        ...(isNamed && { internalCreatedByName: mark }),
        ...(item && { items: [{ id: item, grade: mark }] }),
        ...(isShipped && { shipments: [{ tracker: mark, status: SHIPMENT_STATUSES[random.between(0, 2)] }] }),
      },
    },
  );
  if (call.outcome !== "done") return;
  call.reads = [{ register: `${one.id} tags`, value: textAt(body, "return", "tags", 0, "name") }];
}

/** Requests a return or the list of another store, which must fail. */
export async function trespass(actor: Actor): Promise<void> {
  const one = actor.other.returns.pick(actor.random);
  if (!one) return;
  const mark = actor.mark();
  const path = `${V2}/returns/${one.id}`;
  const ways = [
    { method: "GET", path },
    { method: "GET", path: `${path}/history` },
    { method: "PUT", path: `${path}/status`, body: { status: "deleted" } },
    { method: "POST", path: `${path}/comments`, body: { comment: { message: mark } } },
    { method: "PATCH", path, body: { tags: [{ name: mark }] } },
    { method: "GET", path: `${V2}/stores/${actor.other.storeId}/returns` },
  ] as const;
  const request = ways[actor.random.between(0, ways.length - 1)] ?? ways[0];
  await actor.send(
    { operation: "trespass", effects: [{ kind: "comment", mark, group: mark }], mustFail: true },
    request,
  );
}
