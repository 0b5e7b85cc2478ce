import type { Mail } from "../../../features/mail/schema.ts";
import { at, html } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { badge } from "../components/badge.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { MAIL_STATES, MAIL_TITLES } from "./mail-words.ts";

/** Mails to shoppers and to the store's people: what they say, what has become of them, and a button to send one now. */
export const mailsPage: ConsolePage = {
  path: "/mails",
  needs: "returns_read",
  show: async (visit) => {
    const { url, ctx, store } = visit;
    const { body, next } = await visit.api.list<{ mails: Mail[] }>(at`/stores/${store.storeId}/mails`, {
      cursor: filterOf(url, "after"),
      size: 20,
    });
    const now = ctx.now();
    const listed = table({
      label: "Mails",
      isDense: true,
      rows: body.mails,
      empty: emptyState(
        "No mails yet",
        "Turn mail on in the settings; each change of a return then writes one.",
      ),
      columns: [
        { title: "Mail", kind: "main", cell: ({ kind }) => MAIL_TITLES[kind] },
        { title: "Text", cell: words },
        { title: "To", cell: ({ to }) => html`<bdi class="long">${to === "" ? "Erased" : to}</bdi>` },
        { title: "State", cell: (mail) => state(mail) },
        { title: "Queued", cell: ({ createdAt }) => ago(createdAt, now) },
        { title: "Actions", kind: "actions", cell: (mail) => sendButton(visit, mail) },
      ],
    });
    return {
      title: "Mails",
      lead: "What the service writes to shoppers and to the people of this console.",
      body: html`${ctx.config.smtp === undefined && NO_SERVER}${livePart(visit, "mails", html`${listed}${pager(url, next, { rows: body.mails.length })}`)}`,
    };
  },
  acts: {
    send: {
      needs: "returns_write",
      run: async (visit, input) => {
        const path = at`/stores/${visit.store.storeId}/mails/${input.get("mail")}/send`;
        await visit.api.post(path, undefined);
        return {
          to: visit.url.pathname.slice(visit.base.length) + visit.url.search,
          notice: "It is sent now.",
        };
      },
    },
  },
};

const NO_SERVER = html`<p class="notice-box" role="note">This process has no mail server (<code>SMTP_URL</code>): unless another one has,
  mails wait here, and nothing is lost. They go out once there is one; or send your own by a webhook of the topic <code>mail</code>.</p>`;

function words({ subject, text }: Mail) {
  const title = html`<bdi>${subject ?? "Erased"}</bdi>`;
  if (text === null) return title;
  return html`<details class="disclosure"><summary>${title}</summary><pre class="body" dir="auto">${text}</pre></details>`;
}

function state({ status, error, answer, attempts }: Mail) {
  const reason =
    error === null
      ? undefined
      : html`<small>${error}${answer !== null && html`: <bdi>${answer}</bdi>`}</small>`;
  const { title, tone } = MAIL_STATES[status];
  return html`${badge(title, tone)}${attempts > 1 && html` <small>${attempts} attempts</small>`}${reason}`;
}

/** A link that only its reader may have is forgotten once it has gone out. */
const SENT_ONCE: Mail["kind"][] = ["invitation", "sign_in_link"];

function sendButton(visit: Visit, { id, kind, status, subject }: Mail) {
  const isGone = subject === null || (status === "sent" && SENT_ONCE.includes(kind));
  if (isGone || visit.ctx.config.smtp === undefined || !visit.can("returns_write")) return html``;
  return actButton(visit, {
    act: "send",
    text: status === "sent" ? "Send again" : "Send now",
    hidden: { mail: id },
  });
}
