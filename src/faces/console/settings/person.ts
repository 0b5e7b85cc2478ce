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
import { ROLE_WORDS } from "../role-words.ts";
import { say } from "../texts/texts.ts";

const PEOPLE = "/settings/people";

/** Settings: one person of the store. */
export const personPage: ConsolePage = {
  path: `${PEOPLE}/:personId`,
  section: PEOPLE,
  needs: "people",
  show: async (visit, state) => {
    const member = await memberOf(visit);
    const sessions = await listSessionsIn(visit.ctx, visit.store.storeId, member.personId);
    return personView(visit, member, sessions, stateOf(state, "role"));
  },
  acts: {
    role: async (visit, input) => {
      const { personId, name } = await memberOf(visit);
      await changeRole(visit.ctx, visit.store.storeId, personId, requireRole(input.get("role")));
      return { to: `${PEOPLE}/${personId}`, notice: say("{name}'s role is changed.", { name }) };
    },
    end: async (visit) => {
      const { ctx, store, person, sessionId } = visit;
      const { personId, name } = await memberOf(visit);
      if (personId === person.id) await endSessions(ctx, personId, sessionId);
      else await endSessionsIn(ctx, store.storeId, personId);
      return {
        to: `${PEOPLE}/${personId}`,
        notice: say("{name} has to sign in again to use this store.", { name }),
      };
    },
    remove: async (visit) => {
      const { personId, name } = await memberOf(visit);
      await removeMember(visit.ctx, visit.store.storeId, personId);
      return {
        to: personId === visit.person.id ? "" : PEOPLE,
        notice: say("{name} is no longer in this store.", { name }),
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
        buttons: button(say("Save"), { look: "primary" }),
      },
      fields: [
        {
          ...{ type: "choices", name: "role", label: say("Role"), value: role },
          options: ROLE_NAMES.map((each) => ({
            value: each,
            title: say(ROLE_WORDS[each].title),
            text: say(ROLE_WORDS[each].may),
          })),
        },
      ],
    }),
  );
  const remove = actButton(visit, {
    ...{ act: "remove", text: say("Remove from the store"), look: "danger" },
    confirm: {
      title: say("Remove {name}?", { name }),
      text: say("They lose access at once. What they did stays in the history under their name."),
    },
  });
  return {
    title: name,
    parents: [{ title: say("People"), path: PEOPLE }],
    lead: html`<bdi>${email}</bdi>`,
    actions: remove,
    body: html`<div class="sections">${roles}${sessionsCard(visit, sessions)}</div>`,
  };
}

function sessionsCard(visit: Visit, sessions: ListedSession[]): Markup {
  const now = visit.ctx.now();
  const list = table({
    label: say("Sessions in this store"),
    rows: sessions,
    empty: emptyState(say("Not signed in"), say("No open session of this person was used in this store.")),
    columns: [
      {
        title: say("Browser"),
        kind: "main",
        cell: ({ userAgent }) => html`<bdi>${browserName(userAgent)}</bdi>`,
      },
      { title: say("Address"), cell: ({ address }) => address || say("unknown") },
      { title: say("First used"), cell: ({ createdAt }) => ago(createdAt, now) },
      { title: say("Last used"), cell: ({ seenAt }) => ago(seenAt, now) },
    ],
  });
  const end = actButton(visit, {
    ...{ act: "end", text: say("End all"), look: "danger" },
    confirm: {
      title: say("End all sessions?"),
      text: say("The person has to sign in again to use this store. What they do in other stores goes on."),
    },
  });
  return html`<div><div class="card-head"><h2>${say("Sessions in this store")}</h2>${end}</div>${list}</div>`;
}
