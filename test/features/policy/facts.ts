import type { Facts, LineFacts } from "../../../src/features/policy/facts.ts";

/** A line of one delivered unit that cost 20.00, with the given facts. */
function lineFacts(given: Partial<LineFacts> = {}): LineFacts {
  return {
    ...{ lineItemId: "1", productId: "shirt", sku: "SHIRT-M", tags: [], ordered: 1, returnable: 1 },
    ...{ price: "20.00", discount: "0", paid: "20.00", quantity: null, reasonCode: null },
    parcels: [{ units: 1, fulfilledAt: "2026-03-03T10:00:00.000Z", deliveredAt: "2026-03-05T10:00:00.000Z" }],
    ...given,
  };
}

/** The facts of an order of 2 March 2026, looked at on 20 March. */
export function orderFacts(given: Partial<Facts> = {}, ...lines: Partial<LineFacts>[]): Facts {
  return {
    ...{
      at: "2026-03-20T10:00:00.000Z",
      orderedAt: "2026-03-02T10:00:00.000Z",
      currency: "EUR",
      country: "DE",
    },
    ...{ orderTags: [], segments: [], language: null },
    lines: (lines.length > 0 ? lines : [{}]).map(lineFacts),
    ...given,
  };
}
