import { isProxyIgnored } from "../../../core/http/ignored-proxy.ts";
import {
  listInvitations,
  type PendingInvitation,
  withdrawInvitation,
} from "../../../features/people/invitations.ts";
import { invite } from "../../../features/people/invite.ts";
import { listMembers, type Member } from "../../../features/people/members.ts";
import { ROLE_NAMES, ROLES } from "../../../features/people/roles.ts";
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

const PATH = "/settings/people";
const FIELDS: Field[] = [
  {
    ...{ type: "email", name: "email", label: "E-mail", required: true },
    control: { maxlength: 254, autocomplete: "off" },
  },
  {
    ...{ type: "select", name: "role", label: "Role", required: true, value: "support" },
    options: ROLE_NAMES.map((role) => ({
      value: role,
      title: `${ROLES[role].title}: ${ROLES[role].may.toLowerCase()}`,
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
      return { to: PATH, notice: "Withdrawn. Its link stops working." };
    },
  },
};

const PROXY_NOTE = html`<p class="notice-box" role="note">The service is behind a proxy and doesn't believe what it says about
  addresses: all people share one, and slow each other down when they sign in. Its operator can set TRUST_PROXY=1.</p>`;

function peopleView(visit: Visit, members: Member[], invited: PendingInvitation[], state: FormState): View {
  const now = visit.ctx.now();
  const list = table({
    label: "People",
    rows: members,
    empty: emptyState("No people yet", "Invite the first person below."),
    columns: [
      {
        title: "Name",
        kind: "main",
        cell: ({ personId, name, email, isProved }) =>
          html`<a href="${`${visit.base}${PATH}/${personId}`}"><bdi>${name}</bdi></a>${
            personId === visit.person.id && html` ${badge("You", "info")}`
          }<small><bdi>${email}</bdi>${isProved ? undefined : " · address not proved"}</small>`,
      },
      { title: "Role", cell: ({ role }) => ROLES[role].title },
      { title: "Since", cell: ({ createdAt }) => ago(createdAt, now) },
    ],
  });
  const waiting = html`<h2 class="section-title">Invited</h2>${invitedTable(visit, invited)}`;
  const invitation = card(
    form(visit, {
      ...{ act: "invite", fields: FIELDS, state },
      buttons: button("Create invitation", { look: "primary" }),
    }),
    {
      title: "Invite a person",
      lead: "You get a link that works once, for a week, and pass it on yourself.",
    },
  );
  return {
    title: "People",
    lead: "Who may use this console, and for what.",
    body: html`<div class="sections">${isProxyIgnored(visit.ctx) && PROXY_NOTE}${list}${invited.length > 0 && html`<div>${waiting}</div>`}${invitation}</div>`,
  };
}

function invitedTable(visit: Visit, invited: PendingInvitation[]): Markup {
  return table({
    label: "Invited",
    rows: invited,
    empty: html``,
    columns: [
      { title: "E-mail", kind: "main", cell: ({ email }) => html`<bdi>${email}</bdi>` },
      { title: "Role", cell: ({ role }) => ROLES[role].title },
      {
        title: "Invited",
        cell: ({ createdAt, invitedBy }) =>
          html`${ago(createdAt, visit.ctx.now())} by <bdi>${invitedBy}</bdi>`,
      },
      {
        title: "Actions",
        kind: "actions",
        cell: ({ id }) => actButton(visit, { act: "withdraw", text: "Withdraw", hidden: { invitation: id } }),
      },
    ],
  });
}

function linkView({ base }: Visit, email: string, url: string): View {
  return {
    title: "Send this link",
    parents: [{ title: "People", path: PATH }],
    lead: html`To <bdi>${email}</bdi>, by a way that only they read. It is shown only now, and works once, for a week.`,
    body: html`<section class="card highlight stack">
      <div class="copyable"><code id="link" data-secret>${url}</code>${copyButton("link")}</div>
      <div class="form-buttons">${linkButton("Done", base + PATH)}</div>
    </section>`,
  };
}
