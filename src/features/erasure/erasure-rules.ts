import type { ErasureRule } from "../../core/persons/erasure.ts";
import { fieldMentionsErasure } from "../customers/erase-mentions.ts";
import { batchesErasure } from "../events/erase-batches.ts";
import { eventsErasure } from "../events/erase-events.ts";
import { eventMentionsErasure } from "../events/erase-mentions.ts";
import { rejectionsErasure } from "../events/erase-rejections.ts";
import { orderMentionsErasure } from "../orders/erase-mentions.ts";
import { ordersErasure } from "../orders/erase-orders.ts";
import { returnMentionsErasure } from "../returns/erase-mentions.ts";
import { payloadsErasure, returnsRelease } from "../returns/erase-payloads.ts";
import { returnsErasure } from "../returns/erase-returns.ts";
import { segmentsErasure } from "../segments/erase-segments.ts";
import { storefrontErasure } from "../storefront/erase-events.ts";
import { exportsErasure } from "../warehouse/asn/erase-exports.ts";
import { urlsErasure } from "../webhooks/erase-urls.ts";
import { detachRule } from "./detach-rule.ts";
import { feedIdsRule } from "./feed-ids-rule.ts";

/**
 * Every kind of rows that may have something of a person, in the order in which they are erased: what belongs to
 * the person first, then what mentions the person.
 */
export const ERASURE_RULES: readonly ErasureRule[] = [
  detachRule,
  batchesErasure,
  eventsErasure,
  ordersErasure,
  returnsErasure,
  exportsErasure,
  payloadsErasure,
  returnsRelease,
  storefrontErasure,
  rejectionsErasure,
  eventMentionsErasure,
  fieldMentionsErasure,
  orderMentionsErasure,
  returnMentionsErasure,
  segmentsErasure,
  feedIdsRule,
  urlsErasure,
];
