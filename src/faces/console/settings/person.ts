import { changeRole, removeMember } from "../../../features/people/change-members.ts";
import { requireRole } from "../../../features/people/invite.ts";
import { type Member, readMember } from "../../../features/people/members.ts";
import { ROLE_NAMES } from "../../../features/people/roles.ts";
import {
  endSessions,
  endSessionsIn,
  type ListedSession,
  listSessionsIn,
} from "../../../features/people/sessions.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { html, type Markup } from "../../pages/html.ts";
import { browserName } from "../account/browser-name.ts";
import { actButton } from "../components/act-button.ts";
import { button } from "../components/button.ts";
import { card } from "../components/card.ts";
import { emptyState } from "../components/empty-state.ts";
import { form } from "../components/form.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import type { Texts } from "../texts/texts-shape.ts";

const PEOPLE = "/settings/people";

const word = (text: keyof Texts["people"]) => say(({ people }) => people[text]);
const named = (text: keyof Texts["people"], name: string) => say(({ people }) => people[text], { name });

/** Settings: one person of the store. */
export const personPage: ConsolePage = {
  path: `${PEOPLE}/:personId`,
  section: PEOPLE,
  needs: "people",
  isTranslated: true,
  show: async (visit, state) => {
    const member = await memberOf(visit);
    const sessions = await listSessionsIn(visit.ctx, visit.store.storeId, member.personId);
    return personView(visit, member, sessions, stateOf(state, "role"));
  },
  acts: {
    role: async (visit, input) => {
      const { personId, name } = await memberOf(visit);
      await changeRole(visit.ctx, visit.store.storeId, personId, requireRole(input.get("role")));
      return { to: `${PEOPLE}/${personId}`, notice: named("roleChanged", name) };
    },
    end: async (visit) => {
      const { ctx, store, person, sessionId } = visit;
      const { personId, name } = await memberOf(visit);
      if (personId === person.id) await endSessions(ctx, personId, sessionId);
      else await endSessionsIn(ctx, store.storeId, personId);
      return { to: `${PEOPLE}/${personId}`, notice: named("mustSignIn", name) };
    },
    remove: async (visit) => {
      const { personId, name } = await memberOf(visit);
      await removeMember(visit.ctx, visit.store.storeId, personId);
      return {
        to: personId === visit.person.id ? "" : PEOPLE,
        notice: named("removed", name),
      };
    },
  },
};

function memberOf({ ctx, store, params }: Visit): Promise<Member> {
  return readMember(ctx, store.storeId, params.personId ?? "");
}

function personView(visit: Visit, member: Member, sessions: ListedSession[], state: FormState): View {
  const { name, email, role } = member;
  const roles = card(
    form(visit, {
      ...{
        act: "role",
        state,
        buttons: button(
          say(({ parts }) => parts.save),
          { look: "primary" },
        ),
      },
      fields: [
        {
          ...{ type: "choices", name: "role", label: word("role"), value: role },
          options: ROLE_NAMES.map((each) => ({
            value: each,
            title: say(({ roles }) => roles[each].title),
            text: say(({ roles }) => roles[each].may),
          })),
        },
      ],
    }),
  );
  const remove = actButton(visit, {
    ...{ act: "remove", text: word("remove"), look: "danger" },
    confirm: {
      title: named("removeTitle", name),
      text: word("removeText"),
    },
  });
  return {
    title: name,
    parents: [{ title: say(({ names }) => names.people), path: PEOPLE }],
    lead: html`<bdi>${email}</bdi>`,
    actions: remove,
    body: html`<div class="sections">${roles}${sessionsCard(visit, sessions)}</div>`,
  };
}

function sessionsCard(visit: Visit, sessions: ListedSession[]): Markup {
  const now = visit.ctx.now();
  const list = table({
    label: word("sessions"),
    rows: sessions,
    empty: emptyState(word("notSignedIn"), word("notSignedInText")),
    columns: [
      {
        title: word("browser"),
        kind: "main",
        cell: ({ userAgent }) => html`<bdi>${browserName(userAgent)}</bdi>`,
      },
      { title: word("address"), cell: ({ address }) => address || word("unknown") },
      { title: word("firstUsed"), cell: ({ createdAt }) => ago(createdAt, now) },
      { title: word("lastUsed"), cell: ({ seenAt }) => ago(seenAt, now) },
    ],
  });
  const end = actButton(visit, {
    ...{ act: "end", text: word("endAll"), look: "danger" },
    confirm: {
      title: word("endTitle"),
      text: word("endText"),
    },
  });
  return html`<div><div class="card-head"><h2>${word("sessions")}</h2>${end}</div>${list}</div>`;
}
