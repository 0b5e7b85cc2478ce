import type { Return } from "../../../features/returns/schema.ts";
import { mayBecome } from "../../../features/returns/status.ts";
import { invalid } from "../../../lib/problem.ts";
import type { Form, FormState } from "../../pages/form.ts";
import { at, attributes, html, type Markup } from "../../pages/html.ts";
import { questionDialog } from "../components/act-button.ts";
import { button } from "../components/button.ts";
import { card } from "../components/card.ts";
import { bar } from "../components/chart.ts";
import { sentenceText } from "../fault-words.ts";
import type { Redirect, View, Visit } from "../page.ts";
import { joined, say } from "../texts/texts.ts";
import { type CHOICES, changeStatuses, MAX_SELECTED } from "./bulk.ts";
import { sumText } from "./compensation.ts";
import { reasonField, reasonOf } from "./rejection.ts";

/** As many returns may be selected by selecting all that match. */
export const MAX_MATCHING = 1_000;
/** Pages end early while they are compared with several filters. */
const MAX_PAGES = 50;

type Choice = (typeof CHOICES)[number];
type Hidden = Record<string, string>;

/**
 * Returns the dialog that names number and sum before all returns of a query are changed. Throws 400 if there are too many,
 * or noneMatches can be.
 */
export async function questionOfAll(
  visit: Visit,
  { to, text, look, ask, left, noneMatches }: Choice,
  query: URLSearchParams,
  state: FormState,
): Promise<Markup> {
  const until = visit.ctx.now().toISOString();
  const all = await matching(visit, query, until);
  const able = all.filter(({ status }) => mayBecome(status, to));
  if (able.length === 0) throw invalid({ detail: noneMatches });
  const others = all.length - able.length;
  const sums = sumText(able.map(({ totals }) => totals));
  const asked = [
    say(to === "rejected" ? "Not given: {sums}." : "Given: {sums}.", { sums }),
    ...(others > 0 ? [say(left, { count: others })] : []),
    say(
      to === "open"
        ? "They are changed one after another."
        : "They are changed one after another, and can't be reopened all at once.",
    ),
  ];
  const hidden = { to, confirmed: "yes", until, total: String(all.length) };
  const action = visit.url.pathname + visit.url.search;
  return html`<form method="post" action="${action}">${inputs(visit, hidden)}
    ${questionDialog(
      "confirm-change",
      {
        title: say(ask, { count: able.length }),
        text: joined(asked, " "),
        ...(to === "rejected" && { fields: reasonField(state) }),
        isOpen: true,
      },
      { text: say(text), look, cancelTo: action },
    )}</form>`;
}

/**
 * Changes the next returns of a query, as many as one request may, and returns a page that goes on with the others, or where
 * to go when it is done. Each is changed by itself: what was done stays if the rest is not.
 */
export async function changeAll(
  visit: Visit,
  choice: Choice,
  query: URLSearchParams,
  form: Form,
): Promise<View | Redirect> {
  const reason: Hidden = choice.to === "rejected" ? { reason: reasonOf(form) } : {};
  const paging = { cursor: form.get("cursor") || undefined, size: MAX_SELECTED };
  const { body, next } = await page(visit, endingAt(query, form.get("until")), paging);
  const ids = body.returns.filter(({ status }) => mayBecome(status, choice.to)).map(({ id }) => id);
  const results = ids.length > 0 ? await changeStatuses(visit, { ids, status: choice.to, ...reason }) : [];
  const failed = results.filter(({ status }) => status !== 200);
  const tally = {
    seen: numberIn(form, "seen") + body.returns.length,
    changed: numberIn(form, "changed") + results.length - failed.length,
    failed: numberIn(form, "failed") + failed.length,
    steps: numberIn(form, "steps") + 1,
  };
  const why = form.get("why") || (failed[0]?.detail ?? "").slice(0, 300);
  const isOver = next === undefined || tally.seen >= MAX_MATCHING + MAX_SELECTED || tally.steps >= MAX_PAGES;
  if (isOver) return finished(visit, choice, tally, why);
  const counts = Object.fromEntries(Object.entries(tally).map(([name, count]) => [name, String(count)]));
  const carried = { ...{ to: choice.to, confirmed: "yes", cursor: next, why }, ...counts, ...reason };
  return progressView(visit, choice, {
    ...carried,
    until: form.get("until"),
    total: String(Math.max(numberIn(form, "total"), tally.seen)),
  });
}

type Tally = { changed: number; failed: number };

function finished(
  { url }: Visit,
  { done, failed: others }: Choice,
  { changed, failed }: Tally,
  why: string,
): Redirect {
  const notice = say(done, { count: changed });
  const rest = failed > 0 ? [say(others, { count: failed }), sentenceText(why)] : [];
  return { to: `/returns${url.search}`, notice: joined([notice, ...rest], " ") };
}

/** Goes on by itself with JavaScript; without, by its button. */
function progressView(visit: Visit, { title, done }: Choice, hidden: Hidden): View {
  const [seen, total] = [Number(hidden.seen), Number(hidden.total)];
  const words = joined(
    [
      say("{seen} of {total} returns are through.", { seen, total }),
      say(done, { count: Number(hidden.changed) }),
    ],
    " ",
  );
  const progress = attributes({ "data-continues": true });
  return {
    title: say(title),
    parents: [{ title: say("Returns"), path: "/returns" }],
    body: card(html`<form method="post" action="${visit.url.pathname + visit.url.search}" class="stack" ${progress}>${inputs(visit, hidden)}
      <p role="status">${words}</p>${bar("progress", total === 0 ? 1 : seen / total)}
      <p class="help">${say("What is done stays, if you leave this page.")}</p>
      <div class="form-buttons">${button(say("Go on"), { look: "primary" })}<a class="button plain" href="${visit.url.pathname + visit.url.search}">${say("Stop here")}</a></div></form>`),
  };
}

function inputs({ formToken }: Visit, hidden: Hidden): Markup {
  const all = { _act: "change", _token: formToken, all: "yes", ...hidden };
  return html`${Object.entries(all).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

/** Returns the returns of a query that were there at a moment. Throws 400 if there are too many. */
async function matching(visit: Visit, query: URLSearchParams, until: string): Promise<Return[]> {
  const found: Return[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { body, next } = await page(visit, endingAt(query, until), { cursor, size: 100 });
    found.push(...body.returns);
    cursor = next;
    pages++;
    if (found.length > MAX_MATCHING || pages > MAX_PAGES) {
      throw invalid({ detail: `More than ${MAX_MATCHING} returns may match. Filter for fewer.` });
    }
  } while (cursor !== undefined);
  return found;
}

type Paging = { cursor: string | undefined; size: number };

function page({ api, store }: Visit, query: URLSearchParams, paging: Paging) {
  return api.list<{ returns: Return[] }>(`${at`/stores/${store.storeId}/returns`}?${query}`, paging);
}

/** In the order of creation what is changed keeps its place, and what comes meanwhile is left out. */
function endingAt(query: URLSearchParams, until: string): URLSearchParams {
  const ending = new URLSearchParams(query);
  ending.delete("sort");
  ending.delete("include");
  const end = query.get("created_at_max");
  if (end === null || Date.parse(end) > Date.parse(until)) ending.set("created_at_max", until);
  return ending;
}

function numberIn(form: Form, name: string): number {
  const text = form.get(name);
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}
