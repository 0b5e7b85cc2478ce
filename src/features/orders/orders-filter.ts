import type { ListFilter } from "../../core/lists/list-filter.ts";
import { STORE } from "../../core/lists/list-key.ts";

/** Returns SQL for an array of the service's ids of the orders that a text means. */
type Meant = (store: string, text: string) => string;

/** Returns a filter of rows of the orders that a text means, for each of which an index has its rows in the order of the list. */
export function ordersFilter(column: string, meant: Meant): ListFilter {
  return {
    types: ["text"],
    match: (text) => `${column} = any(${meant(STORE, text)})`,
    stream: ({ newest }, text) => ofEach(meant(STORE, text), newest(`${column} = meant.order_id`)),
  };
}

/** Returns the same for a list in another order than the index has: `order`. Its rows are read when they are few. */
export function otherOrderOrdersFilter(column: string, meant: Meant, order: string): ListFilter {
  return {
    ...ordersFilter(column, meant),
    stream: ({ unordered }, text) =>
      ofEach(meant(STORE, text), unordered(`${column} = meant.order_id`, order)),
    isUnordered: true,
  };
}

/** The rows of one order after the other, so that none but theirs are read. */
function ofEach(ids: string, rows: string): string {
  return `select part.* from unnest(${ids}) as meant (order_id) cross join lateral (${rows}) as part`;
}
