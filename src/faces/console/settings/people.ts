import { isProxyIgnored } from "../../../core/http/ignored-proxy.ts";
import {
  listInvitations,
  type PendingInvitation,
  withdrawInvitation,
} from "../../../features/people/invitations.ts";
import { invite } from "../../../features/people/invite.ts";
import { listMembers, type Member } from "../../../features/people/members.ts";
import { ROLE_NAMES } from "../../../features/people/roles.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { html, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { badge } from "../components/badge.ts";
import { button, copyButton, linkButton } from "../components/button.ts";
import { card } from "../components/card.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Field, form } from "../components/form.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { ROLE_WORDS } from "../role-words.ts";
import { joined, say } from "../texts/texts.ts";

const PATH = "/settings/people";

const FIELDS: Field[] = [
  {
    ...{ type: "email", name: "email", label: say("E-mail"), required: true },
    control: { maxlength: 254, autocomplete: "off" },
  },
  {
    ...{ type: "select", name: "role", label: say("Role"), required: true, value: "support" },
    options: ROLE_NAMES.map((role) => ({
      value: role,
      title: joined([say(ROLE_WORDS[role].title), say(ROLE_WORDS[role].may)], ": "),
    })),
  },
];

/** Settings: the people of the store, and those who are invited. */
export const peoplePage: ConsolePage = {
  path: PATH,
  needs: "people",
  show: async (visit, state) => {
    const { ctx, store } = visit;
    const [members, invited] = await Promise.all([
      listMembers(ctx, store.storeId),
      listInvitations(ctx, store.storeId),
    ]);
    return peopleView(visit, members, invited, stateOf(state, "invite"));
  },
  acts: {
    invite: async (visit, input) => {
      const { ctx, store, person } = visit;
      const email = input.get("email");
      const invitation = { email, role: input.get("role"), invitedBy: person.name, inviterId: person.id };
      const { url } = await invite(ctx, store.storeId, invitation);
      return linkView(visit, email, url);
    },
    withdraw: async ({ ctx, store }, input) => {
      await withdrawInvitation(ctx, store.storeId, input.get("invitation"));
      return { to: PATH, notice: say("Withdrawn. Its link stops working.") };
    },
  },
};

const PROXY_NOTE = html`<p class="notice-box" role="note">${say("The service is behind a proxy and doesn't believe what it says about addresses: all people share one, and slow each other down when they sign in. Its operator can set TRUST_PROXY=1.")}</p>`;

function peopleView(visit: Visit, members: Member[], invited: PendingInvitation[], state: FormState): View {
  const now = visit.ctx.now();
  const list = table({
    label: say("People"),
    isDense: true,
    rows: members,
    empty: emptyState(say("No people yet"), say("Invite the first person below.")),
    columns: [
      {
        title: say("Name"),
        kind: "main",
        cell: ({ personId, name, email, isProved }) =>
          html`<a href="${`${visit.base}${PATH}/${personId}`}"><bdi>${name}</bdi></a>${
            personId === visit.person.id && html` ${badge(say("You"), "info")}`
          }<small><bdi>${email}</bdi>${isProved ? undefined : say(" · address not proved")}</small>`,
      },
      { title: say("Role"), cell: ({ role }) => say(ROLE_WORDS[role].title) },
      { title: say("Since"), cell: ({ createdAt }) => ago(createdAt, now) },
    ],
  });
  const waiting = html`<h2 class="section-title">${say("Invited")}</h2>${invitedTable(visit, invited)}`;
  const invitation = card(
    form(visit, {
      ...{ act: "invite", fields: FIELDS, state },
      buttons: button(say("Create invitation"), { look: "primary" }),
    }),
    {
      title: say("Invite a person"),
      lead: say("You get a link that works once, for a week, and pass it on yourself."),
    },
  );
  return {
    title: say("People"),
    lead: say("Who may use this console, and for what."),
    body: html`<div class="sections">${isProxyIgnored(visit.ctx) && PROXY_NOTE}${list}${invited.length > 0 && html`<div>${waiting}</div>`}${invitation}</div>`,
  };
}

function invitedTable(visit: Visit, invited: PendingInvitation[]): Markup {
  return table({
    label: say("Invited"),
    rows: invited,
    empty: html``,
    columns: [
      { title: say("E-mail"), kind: "main", cell: ({ email }) => html`<bdi>${email}</bdi>` },
      { title: say("Role"), cell: ({ role }) => say(ROLE_WORDS[role].title) },
      {
        title: say("Invited"),
        cell: ({ createdAt, invitedBy }) =>
          say("{when} by {name}", {
            when: ago(createdAt, visit.ctx.now()),
            name: html`<bdi>${invitedBy}</bdi>`,
          }),
      },
      {
        title: say("Actions"),
        kind: "actions",
        cell: ({ id }) =>
          actButton(visit, { act: "withdraw", text: say("Withdraw"), hidden: { invitation: id } }),
      },
    ],
  });
}

function linkView({ base }: Visit, email: string, url: string): View {
  return {
    title: say("Send this link"),
    parents: [{ title: say("People"), path: PATH }],
    lead: say("To {email}, by a way that only they read. It is shown only now, and works once, for a week.", {
      email: html`<bdi>${email}</bdi>`,
    }),
    body: html`<section class="card highlight stack">
      <div class="copyable"><code id="link" data-secret>${url}</code>${copyButton("link")}</div>
      <div class="form-buttons">${linkButton(say("Done"), base + PATH)}</div>
    </section>`,
  };
}
