import { inSlice } from "../../core/jobs/in-slice.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import { deleteEvents } from "./delete-events.ts";

const SLICE_EVENTS = 500;

/** Deletes events of bulk requests that were recorded after the request to erase. */
export const eventsErasure: ErasureRule = {
  name: "events of bulk requests",
  erase: (ctx, { storeId, batch }) =>
    inSlice(ctx, async (tx) => {
      const personOf = new Map(batch.map(({ id, person }) => [id, person]));
      return { isDone: await deleteEvents(tx, storeId, personOf, SLICE_EVENTS) };
    }),
};
