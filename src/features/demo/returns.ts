import type { Ctx } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { HOUR_MS } from "../../lib/duration.ts";
import { amendReturn } from "../returns/change/amend.ts";
import { changeStatus } from "../returns/change/change-status.ts";
import { commentReturn } from "../returns/comments/comment.ts";
import { createReturn } from "../returns/create/create-return.ts";
import type { ReturnBody } from "../returns/create/new-return-schema.ts";
import type { Return } from "../returns/schema.ts";
import type { Status } from "../returns/status.ts";
import type { FirstStatus } from "../stores/create-store.ts";
import { setFirstStatus } from "../stores/set-first-status.ts";
import { at, type Calendar } from "./calendar.ts";
import { type Choice, chooseUnits } from "./choice.ts";
import { closingPatch, openingPatch } from "./findings.ts";
import { endMails, type MailEnd } from "./mails.ts";
import { trackingNumber } from "./parcels.ts";
import { PHOTO } from "./photo.ts";
import type { Purchase } from "./purchases.ts";
import type { Random } from "./random.ts";
import { type Actor, REASONS, SCENARIOS, type Scenario } from "./scenarios.ts";

export type Shop = {
  storeId: string;
  random: Random;
  calendar: Calendar;
  /** Returns a caller for an API client of the store; each call has its own request id. */
  as(who: Actor): Caller;
};

/** The client that sets a status; by default support. */
const STATUS_ACTORS: Partial<Record<Status, Actor>> = {
  in_transit: "shop",
  delivered: "warehouse",
  in_review: "warehouse",
  complete: "warehouse",
};

const LABELS = "https://labels.example.com";

/** Creates the demo store's returns and their mails, plays their scenarios, and returns the id of the one to show. */
export async function createReturns(ctx: Ctx, shop: Shop, purchases: Purchase[]): Promise<string> {
  const unreturned = new Set(purchases);
  const ends = new Map<string, MailEnd>();
  let shown = "";
  let last: Choice | undefined;
  let firstStatus: FirstStatus = "open";
  for (const scenario of SCENARIOS) {
    const [first] = scenario.way;
    if (first !== firstStatus) await setFirstStatus(ctx, shop.storeId, first);
    firstStatus = first;
    last = scenario.again && last ? last : chooseUnits(shop.random, scenario, [...unreturned]);
    unreturned.delete(last.purchase);
    const returnId = await play(ctx, shop, scenario, last);
    if (scenario.shown) shown = returnId;
    if (scenario.mails !== "waiting") ends.set(returnId, scenario.mails ?? "sent");
  }
  await endMails(ctx, shop.storeId, ends);
  return shown;
}

/** Plays one scenario and returns the return's id. */
async function play(ctx: Ctx, shop: Shop, scenario: Scenario, choice: Choice): Promise<string> {
  const { random, calendar } = shop;
  let day = scenario.daysAgo;
  let time = calendar.moment(day, hour(random));
  const record = await open(at(ctx, time), shop, scenario, choice);
  await comment(at(ctx, time), shop, record.id, { scenario, step: 0 });

  const [, ...rest] = scenario.way;
  const patch = closingPatch(record, scenario);
  const isCompleted = scenario.way.at(-1) === "complete";
  for (const [i, status] of rest.entries()) {
    day -= status === "delivered" ? 2 : 1;
    time = calendar.moment(day, hour(random));
    // The mail of a completed return says what it comes to.
    if (patch && isCompleted && i === rest.length - 1)
      await amendReturn(at(ctx, time), shop.as("warehouse"), record.id, patch);
    await move(at(ctx, time), shop, record, {
      ...{ status, last: i === rest.length - 1 },
      reason: status === "rejected" ? scenario.rejectedBecause : undefined,
    });
    await comment(at(ctx, time), shop, record.id, { scenario, step: i + 1 });
  }
  if (patch && !isCompleted) await amendReturn(at(ctx, time), shop.as("warehouse"), record.id, patch);
  return record.id;
}

function hour(random: Random): number {
  return random.between(12 * HOUR_MS, 20 * HOUR_MS) / HOUR_MS;
}

async function open(ctx: Ctx, shop: Shop, scenario: Scenario, choice: Choice): Promise<Return> {
  const caller = shop.as(scenario.openedBy ? "support" : "shop");
  const record = await createReturn(ctx, caller, bodyOf(shop.random, scenario, choice));
  if (scenario.photo) await commentReturn(ctx, caller, record.id, { image: PHOTO });
  const patch = openingPatch(record, scenario);
  if (patch) await amendReturn(ctx, caller, record.id, patch);
  return record;
}

function bodyOf(random: Random, scenario: Scenario, { purchase, units }: Choice): ReturnBody {
  const { reason, comment: notes, note, credit, way, language } = scenario;
  const { street, city, code, postalCode } = purchase.person.home;
  const compensation = credit ? "store_credit" : "refund";
  return {
    data: {
      provider: "shopify",
      externalOrderId: purchase.body.orderId,
      items: units.map((unit) => ({
        ...unit,
        reason: REASONS[reason],
        reasonCode: reason,
        notes,
        compensation,
      })),
      shippingAddress: { line1: street, line2: "", city, state: code, postalCode, country: "US" },
      notes: note,
      ...(way.includes("in_transit") && { label: labelOf(trackingNumber(random, "UPS")) }),
    },
    ...(language && { options: { language } }),
  };
}

function labelOf(trackingNumber: string) {
  return {
    carrier: "UPS",
    trackingNumber,
    trackingUrl: `${LABELS}/track/${trackingNumber}`,
    postageLabelUrl: `${LABELS}/${trackingNumber}.pdf`,
  };
}

/** Moves a return to its next status, by a shipment's status where the carrier reports it. */
async function move(
  ctx: Ctx,
  shop: Shop,
  { id, shipments }: Return,
  { status, last, reason }: { status: Status; last: boolean; reason: string | undefined },
): Promise<void> {
  const caller = shop.as(STATUS_ACTORS[status] ?? "support");
  const arrived = status === "delivered" && { deliveredAt: ctx.now().toISOString() };
  if (!arrived && !(status === "in_transit" && last))
    return changeStatus(ctx, caller, id, { status, reason });
  await amendReturn(ctx, caller, id, {
    shipments: shipments.map((shipment) => ({ ...shipment, status, ...arrived })),
  });
}

/** Posts the comments after a step of the scenario, a little later. */
async function comment(
  ctx: Ctx,
  shop: Shop,
  returnId: string,
  { scenario, step }: { scenario: Scenario; step: number },
): Promise<void> {
  const comments = (scenario.comments ?? []).filter(([after]) => scenario.way.lastIndexOf(after) === step);
  for (const [, who, message] of comments) {
    const later = new Date(ctx.now().getTime() + shop.random.between(60_000, 5_400_000));
    await commentReturn(at(ctx, later), shop.as(who), returnId, { message });
  }
}
