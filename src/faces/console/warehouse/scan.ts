import type { Return } from "../../../features/returns/schema.ts";
import type { Status } from "../../../features/returns/status.ts";
import type { SearchResult } from "../../../features/search/schema.ts";
import { at, type Content, html, type Markup } from "../../pages/html.ts";
import { filterOf } from "../components/filters.ts";
import { foundAbout, foundTitle } from "../found.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { statusBadge } from "../returns/statuses.ts";
import { say } from "../texts/texts.ts";
import { lastAct } from "./last-act.ts";
import { readIfKnown } from "./read-if-known.ts";
import { scanForm } from "./scan-form.ts";
import { stationPath, tick, ticksOf } from "./ticks.ts";
import { todayPart } from "./today.ts";

/** Warehouse mode: one input for a scanner, which opens the return of what it reads, and the numbers of the day. */
export const scanPage: ConsolePage = {
  path: "/warehouse",
  needs: "returns_write",
  show: async (visit) => {
    const scanned = filterOf(visit.url, "scan");
    if (scanned === undefined) return scanView(visit);
    const path = (await tickedPath(visit, scanned)) ?? (await openedPath(visit, scanned));
    if (typeof path !== "string") return scanView(visit, { scanned, found: path });
    return new Response(null, { status: 303, headers: { Location: visit.base + path } });
  },
};

type Scan = { scanned: string; found: Found[] };

async function scanView(visit: Visit, scan?: Scan): Promise<View> {
  const [today, last] = await Promise.all([todayPart(visit), lastAct(visit)]);
  return {
    title: say("Warehouse"),
    body: html`<div class="station">${scanForm(visit, {
      scanned: scan?.scanned,
      isMiss: scan?.found.length === 0,
    })}${scan && foundList(visit, scan)}${last}${today}</div>`,
  };
}

/** Returns where a scan beside a return leads that is of one of its units; undefined for any other. */
async function tickedPath(visit: Visit, scanned: string): Promise<string | undefined> {
  const { url } = visit;
  const returnId = filterOf(url, "at");
  const shown = returnId === undefined ? undefined : await readIfKnown(visit, returnId);
  const ticked = shown && tick(shown, scanned, ticksOf(url));
  if (!ticked) return undefined;
  const { there, isCounted } = ticked;
  const last = filterOf(url, "last");
  return stationPath(shown.id, { there, last, counted: isCounted ? scanned : undefined });
}

/** Returns where a scan leads that means one return, else the returns that it may mean. */
async function openedPath(visit: Visit, scanned: string): Promise<string | Found[]> {
  const found = await find(visit, scanned);
  const [only] = found;
  if (!only || found.length > 1) return found;
  return stationPath(only.id, { last: filterOf(visit.url, "last") });
}

/** Tracking numbers and ids are exact; else what begins with the text. */
async function find(visit: Visit, scanned: string): Promise<Found[]> {
  const { api, store } = visit;
  const path = at`/stores/${store.storeId}`;
  const query = new URLSearchParams({ tracking_number: scanned });
  const [{ body }, byId] = await Promise.all([
    api.list<{ returns: Return[] }>(`${path}/returns?${query}`, { size: 20 }),
    readIfKnown(visit, scanned),
  ]);
  const exact = byId ? [byId] : body.returns;
  if (exact.length > 0) return exact.map(describe);
  const { results } = await api.get<{ results: SearchResult[] }>(
    `${path}/search?${new URLSearchParams({ q: scanned })}`,
  );
  return results
    .filter(({ type }) => type === "return")
    .map((result) => ({ id: result.id, title: foundTitle(result), subtitle: foundAbout(result) }));
}

function describe({ id, order, source, status }: Return): Found {
  const { given, surname } = source.name;
  return { id, title: order.name, subtitle: [given, surname].filter(Boolean).join(" "), status };
}

/** A return that a scan may mean. */
type Found = { id: string; title: Content; subtitle: Content; status?: Status };

/** Returns the returns that a scan may mean, as large links. */
function foundList({ base, url }: Visit, { found, scanned }: Scan): Markup {
  if (found.length === 0) {
    return html`<p class="scan-result" role="alert">${say("Nothing found for {code}. Scan again, or type the order's number.", { code: html`<strong><bdi>${scanned}</bdi></strong>` })}</p>`;
  }
  const last = filterOf(url, "last");
  const items = found.map(
    ({
      id,
      title,
      subtitle,
      status,
    }) => html`<li><a class="large-link" href="${base + stationPath(id, { last })}">
      <strong><bdi>${title}</bdi></strong><bdi>${subtitle}</bdi>${status && statusBadge(status)}</a></li>`,
  );
  return html`<p class="scan-result" role="status">${say("Which one is it?")}</p><ul class="large-links">${items}</ul>`;
}
