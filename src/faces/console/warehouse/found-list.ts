import type { Status } from "../../../features/returns/status.ts";
import { at, html, type Markup } from "../html.ts";
import type { Visit } from "../page.ts";
import { statusBadge } from "../returns/statuses.ts";

/** A return that a scan may mean. */
export type Found = { id: string; title: string; subtitle: string; status?: Status; isExact: boolean };

/** Returns the returns that a scan may mean, as large links. */
export function foundList({ base }: Visit, found: readonly Found[], scanned: string): Markup {
  if (found.length === 0) {
    return html`<p class="scan-result" role="alert">Nothing found for <strong><bdi>${scanned}</bdi></strong>. Scan again, or type the order's number.</p>`;
  }
  const items = found.map(
    ({ id, title, subtitle, status }) => html`<li><a class="large-link" href="${base + at`/warehouse/${id}`}">
      <strong><bdi>${title}</bdi></strong><bdi>${subtitle}</bdi>${status && statusBadge(status)}</a></li>`,
  );
  return html`<p class="scan-result" role="status">Which one is it?</p><ul class="large-links">${items}</ul>`;
}
