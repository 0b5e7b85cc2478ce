import type { Ctx } from "../../../core/ctx.ts";
import { streamJson } from "../../../lib/stream-json.ts";
import { returnNotFound } from "../errors.ts";
import { findReturn, type ReturnReference } from "../find-return.ts";
import { numericIds } from "../numeric-ids.ts";
import type { Audience } from "./common-view.ts";
import { detailsView, merchantIdsOf } from "./details-view.ts";
import { loadForWarehouse } from "./load.ts";
import { refundsOf } from "./refunds.ts";

/** Yields the JSON of a return's details. Throws the warehouse error 200 for an unknown return. */
export async function* detailsJson(
  ctx: Ctx,
  audience: Audience,
  reference: ReturnReference,
): AsyncGenerator<string> {
  const { storeId, version } = audience;
  const found = await findReturn(ctx, storeId, reference);
  const [record] = found ? await loadForWarehouse(ctx, audience, [found.id]) : [];
  if (!record) throw returnNotFound("error");
  const numbers = await numericIds(ctx, storeId, merchantIdsOf(record));
  const refunds = await refundsOf(ctx, storeId, record);
  yield* streamJson(detailsView(record, { numbers, refunds, version }));
}
