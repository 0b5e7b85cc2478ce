import { at, type Content, html, type Label } from "../../pages/html.ts";
import type { Visit } from "../page.ts";

const PAGES = {
  return: "/returns/:returnId",
  order: "/orders/:orderId",
  customer: "/customers/:customerId",
  withdrawal: "/withdrawals/:withdrawalId",
} as const;

/** Returns the address of an object's page; undefined if there is none that the person may open. */
export function addressOf(visit: Visit, type: keyof typeof PAGES, id: string): string | undefined {
  const pattern = PAGES[type];
  if (!visit.offers(pattern)) return undefined;
  return visit.base + pattern.replace(/:\w+/, () => at`${id}`);
}

/** Returns a link to an object, or its text alone. */
export function objectLink(visit: Visit, type: keyof typeof PAGES, id: string, text: Label): Content {
  const href = addressOf(visit, type, id);
  return href === undefined ? html`<bdi>${text}</bdi>` : html`<a href="${href}"><bdi>${text}</bdi></a>`;
}
