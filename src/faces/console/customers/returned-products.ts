import type { Return } from "../../../features/returns/schema.ts";
import { at } from "../../pages/html.ts";
import type { Product } from "../components/thumb.ts";
import type { Visit } from "../page.ts";
import { inSlices } from "../returns/bulk.ts";
import { productsOf } from "../returns/items.ts";
import type { Read } from "../returns/return.ts";
import type { TimelineEntry } from "./entries.ts";

/** A return whose order stands on another page is a request; that many are made. */
const MAX_READ = 10;

/** Returns the first product of each return of a page of a timeline, by the id of the return. */
export async function returnedProducts(
  visit: Visit,
  entries: readonly TimelineEntry[],
): Promise<Map<string, Product>> {
  const found = new Map<string, Product>();
  const elsewhere: string[] = [];
  for (const entry of entries) {
    if (entry.type !== "return" || !entry.data) continue;
    const product = productIn(entries, entry.data);
    if (product) found.set(entry.data.id, product);
    else elsewhere.push(entry.data.id);
  }
  const read = await inSlices(elsewhere.slice(0, MAX_READ), (id) => visit.api.get<Read>(at`/returns/${id}`));
  for (const { return: shown, order } of read) {
    const product = productsOf([order]).get(shown.items[0]?.orderItem.id ?? "");
    if (product) found.set(shown.id, product);
  }
  return found;
}

/** An order is mostly on the page of its return. */
function productIn(
  entries: readonly TimelineEntry[],
  { externalOrderIds, items }: Return,
): Product | undefined {
  for (const entry of entries) {
    if (entry.type !== "order" || !entry.data || !externalOrderIds.includes(entry.data.orderId)) continue;
    const line = entry.data.lineItems.find(({ id }) => id === items[0]?.orderItem.line_item_id);
    return line && { name: line.title, imageUrl: line.imageUrl };
  }
  return undefined;
}
