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
import { say } from "../texts/texts.ts";
import type { Texts } from "../texts/texts-shape.ts";

const PATH = "/settings/people";

const word = (name: keyof Texts["people"]) => say(({ people }) => people[name]);

const FIELDS: Field[] = [
  {
    ...{ type: "email", name: "email", label: word("email"), required: true },
    control: { maxlength: 254, autocomplete: "off" },
  },
  {
    ...{ type: "select", name: "role", label: word("role"), required: true, value: "support" },
    options: ROLE_NAMES.map((role) => ({
      value: role,
      title: say(({ roles }) => `${roles[role].title}: ${roles[role].may}`),
    })),
  },
];

/** Settings: the people of the store, and those who are invited. */
export const peoplePage: ConsolePage = {
  path: PATH,
  needs: "people",
  isTranslated: true,
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
      return { to: PATH, notice: word("withdrawn") };
    },
  },
};

const PROXY_NOTE = html`<p class="notice-box" role="note">${word("proxy")}</p>`;

function peopleView(visit: Visit, members: Member[], invited: PendingInvitation[], state: FormState): View {
  const now = visit.ctx.now();
  const list = table({
    label: say(({ names }) => names.people),
    rows: members,
    empty: emptyState(word("none"), word("noneText")),
    columns: [
      {
        title: say(({ parts }) => parts.name),
        kind: "main",
        cell: ({ personId, name, email, isProved }) =>
          html`<a href="${`${visit.base}${PATH}/${personId}`}"><bdi>${name}</bdi></a>${
            personId === visit.person.id && html` ${badge(word("you"), "info")}`
          }<small><bdi>${email}</bdi>${isProved ? undefined : word("unproved")}</small>`,
      },
      { title: word("role"), cell: ({ role }) => say(({ roles }) => roles[role].title) },
      { title: word("since"), cell: ({ createdAt }) => ago(createdAt, now) },
    ],
  });
  const waiting = html`<h2 class="section-title">${word("invited")}</h2>${invitedTable(visit, invited)}`;
  const invitation = card(
    form(visit, {
      ...{ act: "invite", fields: FIELDS, state },
      buttons: button(word("create"), { look: "primary" }),
    }),
    {
      title: word("invite"),
      lead: word("inviteLead"),
    },
  );
  return {
    title: say(({ names }) => names.people),
    lead: word("lead"),
    body: html`<div class="sections">${isProxyIgnored(visit.ctx) && PROXY_NOTE}${list}${invited.length > 0 && html`<div>${waiting}</div>`}${invitation}</div>`,
  };
}

function invitedTable(visit: Visit, invited: PendingInvitation[]): Markup {
  return table({
    label: word("invited"),
    rows: invited,
    empty: html``,
    columns: [
      { title: word("email"), kind: "main", cell: ({ email }) => html`<bdi>${email}</bdi>` },
      { title: word("role"), cell: ({ role }) => say(({ roles }) => roles[role].title) },
      {
        title: word("invited"),
        cell: ({ createdAt, invitedBy }) =>
          say(({ people }) => people.invitedBy, {
            when: ago(createdAt, visit.ctx.now()),
            name: html`<bdi>${invitedBy}</bdi>`,
          }),
      },
      {
        title: say(({ parts }) => parts.actions),
        kind: "actions",
        cell: ({ id }) =>
          actButton(visit, { act: "withdraw", text: word("withdraw"), hidden: { invitation: id } }),
      },
    ],
  });
}

function linkView({ base }: Visit, email: string, url: string): View {
  return {
    title: word("sendLink"),
    parents: [{ title: say(({ names }) => names.people), path: PATH }],
    lead: say(({ people }) => people.sendLead, { email: html`<bdi>${email}</bdi>` }),
    body: html`<section class="card highlight stack">
      <div class="copyable"><code id="link" data-secret>${url}</code>${copyButton("link")}</div>
      <div class="form-buttons">${linkButton(
        say(({ parts }) => parts.done),
        base + PATH,
      )}</div>
    </section>`,
  };
}
