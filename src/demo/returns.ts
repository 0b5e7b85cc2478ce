import type { Ctx } from "../ctx.ts";
import type { Caller } from "../http/request-context.ts";
import { amendReturn } from "../returns/amend.ts";
import { changeStatus } from "../returns/change-status.ts";
import { commentReturn } from "../returns/comment.ts";
import { insertReturn } from "../returns/insert-return.ts";
import { readReturn } from "../returns/read.ts";
import type { Return, ReturnBody } from "../returns/schema.ts";
import type { Status } from "../returns/status.ts";
import type { FirstStatus } from "../stores/create-store.ts";
import { setFirstStatus } from "../stores/set-first-status.ts";
import { at, type Calendar } from "./calendar.ts";
import { type Choice, chooseUnits } from "./choice.ts";
import { closingPatch, openingPatch } from "./findings.ts";
import { trackingNumber } from "./parcels.ts";
import { PHOTO } from "./photo.ts";
import type { Purchase } from "./purchases.ts";
import type { Random } from "./random.ts";
import { REASONS, SCENARIOS, type Scenario, type Who } from "./scenarios.ts";

export type Shop = {
  storeId: string;
  random: Random;
  calendar: Calendar;
  /** One of the store's API clients by what it does; each call is a request of its own. */
  as(who: Who): Caller;
};

/** Whose doing a status is, where not support's. */
const DOERS: Partial<Record<Status, Who>> = {
  in_transit: "shop",
  delivered: "warehouse",
  in_review: "warehouse",
  complete: "warehouse",
};

const LABELS = "https://labels.example.com";

/** Opens the demo store's returns and takes each through its story; gives the id of the one worth showing. */
export async function createReturns(ctx: Ctx, shop: Shop, purchases: Purchase[]): Promise<string> {
  const unreturned = new Set(purchases);
  let shown = "";
  let last: Choice | undefined;
  let beginning: FirstStatus = "open";
  for (const story of SCENARIOS) {
    const [first] = story.way;
    if (first !== beginning) await setFirstStatus(ctx, shop.storeId, first);
    beginning = first;
    last = story.again && last ? last : chooseUnits(shop.random, story, [...unreturned]);
    unreturned.delete(last.purchase);
    const returnId = await tell(ctx, shop, story, last);
    if (story.shown) shown = returnId;
  }
  return shown;
}

async function tell(ctx: Ctx, shop: Shop, story: Scenario, choice: Choice): Promise<string> {
  const { random, calendar } = shop;
  let day = story.daysAgo;
  let time = calendar.moment(day, hour(random));
  const record = await open(at(ctx, time), shop, story, choice);
  await say(at(ctx, time), shop, record.id, { story, step: 0 });

  const [, ...rest] = story.way;
  for (const [i, status] of rest.entries()) {
    day -= status === "delivered" ? 2 : 1;
    time = calendar.moment(day, hour(random));
    await move(at(ctx, time), shop, record, { status, last: i === rest.length - 1 });
    await say(at(ctx, time), shop, record.id, { story, step: i + 1 });
  }
  const patch = closingPatch(record, story);
  if (patch) await amendReturn(at(ctx, time), shop.as("warehouse"), record.id, patch);
  return record.id;
}

function hour(random: Random): number {
  return random.between(12 * 3_600_000, 20 * 3_600_000) / 3_600_000;
}

async function open(ctx: Ctx, shop: Shop, story: Scenario, choice: Choice): Promise<Return> {
  const caller = shop.as(story.openedBy ? "support" : "shop");
  const returnId = await insertReturn(ctx, caller, bodyOf(shop.random, story, choice));
  const { return: record } = await readReturn(ctx, caller, returnId);
  if (story.photo) await commentReturn(ctx, caller, returnId, { image: PHOTO });
  const patch = openingPatch(record, story);
  if (patch) await amendReturn(ctx, caller, returnId, patch);
  return record;
}

function bodyOf(random: Random, story: Scenario, { purchase, units }: Choice): ReturnBody {
  const { reason, comment: notes, note, credit, way } = story;
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

/**
 * Brings a return to its next status; where a parcel is, the carrier says as the shop comes to know of it.
 */
async function move(
  ctx: Ctx,
  shop: Shop,
  { id, shipments }: Return,
  { status, last }: { status: Status; last: boolean },
): Promise<void> {
  const caller = shop.as(DOERS[status] ?? "support");
  const arrived = status === "delivered" && { deliveredAt: ctx.now().toISOString() };
  if (!arrived && !(status === "in_transit" && last)) return changeStatus(ctx, caller, id, status);
  return amendReturn(ctx, caller, id, {
    shipments: shipments.map((shipment) => ({ ...shipment, status, ...arrived })),
  });
}

/** What is said after a step of the way, a little later. */
async function say(
  ctx: Ctx,
  shop: Shop,
  returnId: string,
  { story, step }: { story: Scenario; step: number },
): Promise<void> {
  const remarks = (story.said ?? []).filter(([after]) => story.way.lastIndexOf(after) === step);
  for (const [, who, message] of remarks) {
    const later = new Date(ctx.now().getTime() + shop.random.between(60_000, 5_400_000));
    await commentReturn(at(ctx, later), shop.as(who), returnId, { message });
  }
}
