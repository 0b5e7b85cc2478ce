import type { Segment, SegmentCustomers } from "../../../features/segments/schema.ts";
import { Problem } from "../../../lib/problem.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { card } from "../components/card.ts";
import type { Visit } from "../page.ts";
import { SEGMENTS } from "../segments/segment-form.ts";
import { joined, say } from "../texts/texts.ts";

/** Each is a query of its own: of more segments the first ones are asked. */
const MAX_ASKED = 24;
const ASKED_AT_ONCE = 3;

/** Returns the card of a customer's segments. Asking takes a while: it is requested once the page is shown, without JavaScript by a link. */
export async function segmentsCard(visit: Visit, customerId: string): Promise<Markup> {
  const { url } = visit;
  if (url.searchParams.has("segments")) {
    const content = await segmentsOf(visit, customerId);
    return html`<div id="segments">${card(content, { title: say("Segments") })}</div>`;
  }
  const address = `${url.pathname}?segments`;
  const later = html`<p class="lead"><a href="${address}">${say("Show the segments")}</a></p>`;
  return html`<div id="segments" hx-get="${address}" hx-trigger="load" hx-select="#segments" hx-target="this"
    hx-swap="outerHTML" hx-push-url="false" hx-disinherit="hx-select hx-target hx-swap hx-push-url">${card(later, { title: say("Segments") })}</div>`;
}

type Asked = { key: string; isIn: boolean | undefined };

async function segmentsOf(visit: Visit, customerId: string): Promise<Markup> {
  const { api, store, base } = visit;
  const path = at`/stores/${store.storeId}/segments`;
  const { body, next } = await api.list<{ segments: { key: string }[] }>(path, { size: MAX_ASKED });
  const asked: Asked[] = [];
  for (let from = 0; from < body.segments.length; from += ASKED_AT_ONCE) {
    const some = body.segments.slice(from, from + ASKED_AT_ONCE);
    asked.push(...(await Promise.all(some.map(({ key }) => isIn(visit, key, customerId)))));
  }
  const found = asked.filter(({ isIn }) => isIn === true);
  const unknown = asked.filter(({ isIn }) => isIn === undefined);
  const tags = found.map(({ key }) => {
    const href = base + SEGMENTS + at`/saved/${key}`;
    return html`<a class="tag" href="${href}"><bdi>${key}</bdi></a>`;
  });
  const rest = [
    unknown.length > 0 && say("{count} couldn't be asked at the moment.", { count: unknown.length }),
    next !== undefined && say("Only the first {max} segments of the store were asked.", { max: MAX_ASKED }),
  ].filter((each) => each !== false);
  return html`${tags.length > 0 ? html`<p class="tags">${tags}</p>` : html`<p class="lead">${say("In no saved segment.")}</p>`}${
    rest.length > 0 && html`<p class="help">${joined(rest, " ")}</p>`
  }`;
}

/** Whether a customer meets a segment's conditions now; undefined if that can't be said quickly. */
async function isIn({ api, store }: Visit, key: string, customerId: string): Promise<Asked> {
  const path = at`/stores/${store.storeId}/segments`;
  try {
    const { segment } = await api.get<{ segment: Segment }>(path + at`/${key}`);
    const where = { all: [{ customer: "id", is: customerId }, segment.where] };
    const { body } = await api.listBy<SegmentCustomers>(`${path}/query`, { where }, { size: 1 });
    return { key, isIn: body.customers.length > 0 };
  } catch (error) {
    if (!(error instanceof Problem) || error.parts.status === 403) throw error;
    return { key, isIn: undefined };
  }
}
