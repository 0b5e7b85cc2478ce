import type { Return } from "../../../features/returns/schema.ts";
import type { Status } from "../../../features/returns/status.ts";
import type { SearchResult } from "../../../features/search/schema.ts";
import { Problem } from "../../../lib/problem.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { filterOf } from "../components/filters.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { statusBadge } from "../returns/statuses.ts";
import { scanForm } from "./scan-form.ts";

/** Warehouse mode: one input for a scanner, which opens the return of what it reads. */
export const scanPage: ConsolePage = {
  path: "/warehouse",
  needs: "returns_write",
  show: async (visit) => {
    const scanned = filterOf(visit.url, "scan");
    const found = scanned === undefined ? [] : await find(visit, scanned);
    const [only] = found;
    if (only && found.length === 1) {
      const Location = visit.base + at`/warehouse/${only.id}`;
      return new Response(null, { status: 303, headers: { Location } });
    }
    return {
      title: "Warehouse",
      body: html`<div class="station">${scanForm(visit, { scanned })}${
        scanned !== undefined && foundList(visit, found, scanned)
      }</div>`,
    };
  },
};

/** Tracking numbers and ids are exact; else what begins with the text. */
async function find(visit: Visit, scanned: string): Promise<Found[]> {
  const { api, store } = visit;
  const path = at`/stores/${store.storeId}`;
  const query = new URLSearchParams({ tracking_number: scanned });
  const [{ body }, byId] = await Promise.all([
    api.list<{ returns: Return[] }>(`${path}/returns?${query}`, { size: 20 }),
    readById(visit, scanned),
  ]);
  const exact = byId ? [byId] : body.returns;
  if (exact.length > 0) return exact.map(describe);
  const { results } = await api.get<{ results: SearchResult[] }>(
    `${path}/search?${new URLSearchParams({ q: scanned })}`,
  );
  return results
    .filter(({ type }) => type === "return")
    .map(({ id, title, subtitle }) => ({ id, title, subtitle }));
}

async function readById({ api }: Visit, id: string): Promise<Return | undefined> {
  try {
    return (await api.get<{ return: Return }>(at`/returns/${id}`)).return;
  } catch (error) {
    if (error instanceof Problem && error.parts.status === 404) return undefined;
    throw error;
  }
}

function describe({ id, order, source, status }: Return): Found {
  const { given, surname } = source.name;
  return { id, title: order.name, subtitle: [given, surname].filter(Boolean).join(" "), status };
}

/** A return that a scan may mean. */
type Found = { id: string; title: string; subtitle: string; status?: Status };

/** Returns the returns that a scan may mean, as large links. */
function foundList({ base }: Visit, found: readonly Found[], scanned: string): Markup {
  if (found.length === 0) {
    return html`<p class="scan-result" role="alert">Nothing found for <strong><bdi>${scanned}</bdi></strong>. Scan again, or type the order's number.</p>`;
  }
  const items = found.map(
    ({ id, title, subtitle, status }) => html`<li><a class="large-link" href="${base + at`/warehouse/${id}`}">
      <strong><bdi>${title}</bdi></strong><bdi>${subtitle}</bdi>${status && statusBadge(status)}</a></li>`,
  );
  return html`<p class="scan-result" role="status">Which one is it?</p><ul class="large-links">${items}</ul>`;
}
