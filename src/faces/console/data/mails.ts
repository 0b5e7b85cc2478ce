import type { Mail } from "../../../features/mail/schema.ts";
import type { Listed } from "../../pages/api.ts";
import { at, type Content, html, type PerReader } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { badge } from "../components/badge.ts";
import { breakable } from "../components/breakable.ts";
import { clipped } from "../components/clipped.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Filter, filtered, filterOf, filters, queryOf } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { BY_CREATION, type Counted, CREATED, orderIn, totalOf } from "../components/order.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import { viewActs, viewTabs } from "../components/view-tabs.ts";
import { sentenceText } from "../fault-words.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { MAIL_STATES, MAIL_TITLES } from "./mail-words.ts";

const FILTERS: readonly Filter[] = [
  {
    ...{ name: "status", label: say("State"), type: "select" },
    options: Object.entries(MAIL_STATES).map(([value, { title }]) => ({ value, title: say(title) })),
  },
];

const VIEWS = { path: "/mails", needs: "returns_write" } as const;

/** Mails to shoppers and to the store's people: what they say, what has become of them, and a button to send one now. */
export const mailsPage: ConsolePage = {
  path: "/mails",
  needs: "returns_read",
  show: async (visit, state) => {
    const { url, ctx, store } = visit;
    const { value: sort = "", order } = orderIn(url, BY_CREATION) ?? {};
    const query = queryOf(visit, ["status"]);
    const isFiltered = query.size > 0;
    query.set("sort", sort);
    query.set("include", "count");
    const [{ found, faults }, tabs] = await Promise.all([
      filtered<Listed<{ mails: Mail[] } & Counted>>(
        () =>
          visit.api.list(`${at`/stores/${store.storeId}/mails`}?${query}`, {
            cursor: filterOf(url, "after"),
            size: 20,
          }),
        { body: { mails: [] }, next: undefined },
      ),
      viewTabs(visit, VIEWS, state),
    ]);
    const { body, next } = found;
    const now = ctx.now();
    const listed = table({
      label: say("Mails"),
      isDense: true,
      rows: body.mails,
      sorted: { url, by: sort },
      empty: isFiltered
        ? emptyState(say("No such mail"), say("No mail matches these filters."))
        : emptyState(
            say("No mails yet"),
            say("Turn mail on in the settings; each change of a return then writes one."),
          ),
      columns: [
        { title: say("Mail"), kind: "main", cell: ({ kind }) => say(MAIL_TITLES[kind]) },
        { title: say("Text"), cell: words },
        {
          title: say("To"),
          cell: ({ to }) => html`<bdi class="long">${to === "" ? say("Erased") : breakable(to)}</bdi>`,
        },
        { title: say("State"), cell: stateOf },
        { title: say("Queued"), sorts: CREATED, cell: ({ createdAt }) => ago(createdAt, now) },
        { title: say("Actions"), kind: "actions", cell: (mail) => sendButton(visit, mail) },
      ],
    });
    return {
      title: say("Mails"),
      lead: say("What the service writes to shoppers and to the people of this console."),
      body: html`${ctx.config.smtp === undefined && NO_SERVER}${tabs}${filters(url, FILTERS, { faults, sorts: BY_CREATION })}${livePart(
        visit,
        "mails",
        html`${listed}${pager(url, next, {
          ...{ rows: body.mails.length, of: totalOf(body), order },
        })}`,
      )}`,
    };
  },
  acts: {
    ...viewActs(VIEWS),
    send: {
      needs: "returns_write",
      run: async (visit, input) => {
        const path = at`/stores/${visit.store.storeId}/mails/${input.get("mail")}/send`;
        await visit.api.post(path, undefined);
        return {
          to: visit.url.pathname.slice(visit.base.length) + visit.url.search,
          notice: say("It is sent now."),
        };
      },
    },
  },
};

const NO_SERVER = html`<p class="notice-box" role="note">${say(
  "This process has no mail server ({setting}): unless another one has, mails wait here, and nothing is lost. They go out once there is one; or send your own by a webhook of the topic {topic}.",
  { setting: html`<code>SMTP_URL</code>`, topic: html`<code>mail</code>` },
)}</p>`;

/** Returns a subject in which the number of an order doesn't break at its hyphen. */
function withWholeNumbers(subject: string): Content[] {
  return subject.split(/(\s+)/).map((word) => {
    const isNumber = word.indexOf("-") > 0 && /\d/.test(word.slice(word.indexOf("-")));
    return isNumber ? html`<span class="whole">${word}</span>` : word;
  });
}

function words(mail: Mail) {
  const { subject, text } = mail;
  if (subject === null || text === null) return html`<bdi>${subject ?? say("Erased")}</bdi>`;
  const reason = reasonOf(mail);
  return html`<details class="disclosure"><summary><bdi class="subject" title="${subject}">${withWholeNumbers(subject)}</bdi></summary>${reason && html`<p class="fault">${reason}</p>`}<pre class="body" dir="auto">${text}</pre></details>`;
}

/** A reason that has no room in its row is whole once it is pressed, and above the text. */
function stateOf(mail: Mail) {
  const { status, attempts } = mail;
  const reason = reasonOf(mail);
  const { title, tone } = MAIL_STATES[status];
  const tries =
    attempts > 1 && html` <small>${say("{count} attempt | {count} attempts", { count: attempts })}</small>`;
  const shown = html`${badge(say(title), tone)}${tries}`;
  return reason === undefined
    ? html`<div class="one-line state">${shown}</div>`
    : clipped("state", html`${shown} <small class="clip">${reason}</small>`, reason);
}

/** Returns why a mail hasn't gone out, with what the mail server has answered. */
function reasonOf({ error, answer }: Mail): PerReader | undefined {
  if (error === null) return undefined;
  const reason = sentenceText(error);
  return (reader) => (answer === null ? reason(reader) : `${reason(reader)}: ${answer}`);
}

/** A link that only its reader may have is forgotten once it has gone out. */
const SENT_ONCE: Mail["kind"][] = ["invitation", "sign_in_link"];

function sendButton(visit: Visit, { id, kind, status, subject }: Mail) {
  const isGone = subject === null || (status === "sent" && SENT_ONCE.includes(kind));
  if (isGone || visit.ctx.config.smtp === undefined || !visit.can("returns_write")) return html``;
  return actButton(visit, {
    act: "send",
    text: status === "sent" ? say("Send again") : say("Send now"),
    hidden: { mail: id },
  });
}
