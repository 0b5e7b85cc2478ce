import type { Random } from "../../random.ts";
import type { Actor } from "../actor.ts";
import { amend, changeStatus, comment, commentTwice, trespass } from "./changes.ts";
import { crowdApart, crowdCustomer, crowdReturn } from "./crowds.ts";
import { competeForId, sendEvent, sendEvents, sendFirstEvent, sendInvalid } from "./events.ts";
import { fulfill, placeOrder, track } from "./orders.ts";
import { readAnything, readCustomer } from "./reads.ts";
import { repeat } from "./repeats.ts";
import { openReturn, readReturn } from "./returns.ts";
import { putLevels, readLevels } from "./stock.ts";
import { storefrontEvent } from "./storefront.ts";
import { act, note, readWarehouse, remove } from "./warehouse.ts";
import { workWithWebhook } from "./webhooks.ts";

type Operation = (actor: Actor) => Promise<void>;

/** The operations of clients and their relative frequencies. */
const OPERATIONS: [weight: number, operation: Operation][] = [
  [8, placeOrder],
  [9, openReturn],
  [4, fulfill],
  [4, track],
  [5, changeStatus],
  [4, comment],
  [1, commentTwice],
  [4, amend],
  [2, trespass],
  [5, act],
  [4, note],
  [2, remove],
  [5, sendFirstEvent],
  [8, sendEvent],
  [6, crowdCustomer],
  [8, crowdApart],
  [6, crowdReturn],
  [3, sendEvents],
  [2, competeForId],
  [1, sendInvalid],
  [3, storefrontEvent],
  [4, repeat],
  [4, putLevels],
  [2, readLevels],
  [3, workWithWebhook],
  [6, readCustomer],
  [6, readReturn],
  [4, readAnything],
  [2, readWarehouse],
];
const TOTAL = OPERATIONS.reduce((sum, [weight]) => sum + weight, 0);

export function chooseOperation(random: Random): Operation {
  let left = random.between(1, TOTAL);
  for (const [weight, operation] of OPERATIONS) {
    left -= weight;
    if (left <= 0) return operation;
  }
  return sendEvent;
}
