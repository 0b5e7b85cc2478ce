import { addNote } from "../../../src/features/activity/notes/notes.ts";
import { joinStore } from "../../../src/features/people/accept-invitation.ts";
import { changeRole, removeMember } from "../../../src/features/people/change-members.ts";
import { createPerson } from "../../../src/features/people/create-person.ts";
import { findSession } from "../../../src/features/people/find-session.ts";
import { listInvitations, withdrawInvitation } from "../../../src/features/people/invitations.ts";
import { invite } from "../../../src/features/people/invite.ts";
import { addMember } from "../../../src/features/people/members.ts";
import { openSession } from "../../../src/features/people/open-session.ts";
import { createSignInLink, useSignInLink } from "../../../src/features/people/sign-in-link.ts";
import { Problem } from "../../../src/lib/problem.ts";
import type { Answer, Shop } from "./store.ts";
import type { Verb } from "./verbs.ts";

export const DEVICE = { userAgent: "Lab", address: undefined };

/** What people do to get into the store and out of it, on the same rows. */
export const PEOPLE_VERBS: Record<string, Verb> = {
  invite: {
    prepare: async (shop) => void (await newOwner(shop, "first")),
    run: (shop, mark) =>
      answered(async () => {
        const inviterId = shop.known.made.first;
        const role = mark === "a" ? "support" : "owner";
        const invitation = { email: "invited@example.test", role, invitedBy: "lab" };
        await invite(shop.process.ctx, shop.id, { ...invitation, ...(inviterId && { inviterId }) });
      }),
  },
  "invitation-accept": {
    prepare: async (shop) => {
      const { ctx } = shop.process;
      const person = await createPerson(ctx, { email: addressIn(shop), name: "Invited", passwordHash: null });
      await openSession(ctx, person.personId, DEVICE);
      const { url } = await invite(ctx, shop.id, {
        email: addressIn(shop),
        ...{ role: "support", invitedBy: "lab" },
      });
      shop.known.made.invited = person.personId;
      shop.known.made.token = tokenIn(url);
    },
    run: (shop) =>
      answered(async () => {
        const { invited = "", token = "" } = shop.known.made;
        await joinStore(shop.process.ctx, token, { id: invited, email: addressIn(shop) }, "none");
      }),
  },
  "sign-in": {
    parts: 2,
    prepare: async (shop) => {
      const { ctx } = shop.process;
      const personId = await newOwner(shop, "second");
      const { url } = await createSignInLink(ctx, `second-${shop.id}@example.test`, personId);
      shop.known.made.link = tokenIn(url);
    },
    run: (shop, _mark, parts = 2) =>
      answered(async () => {
        const { token } = await useSignInLink(shop.process.ctx, shop.known.made.link ?? "", DEVICE);
        if (parts === 1) return;
        if (!(await findSession(shop.process.ctx, token, shop.id))) throw new Error("the session isn't open");
      }),
  },
  "invitation-withdraw": {
    prepare: async (shop) => {
      const { ctx } = shop.process;
      if (!shop.known.made.invited)
        await invite(ctx, shop.id, { email: addressIn(shop), role: "support", invitedBy: "lab" });
      shop.known.made.invitation = (await listInvitations(ctx, shop.id))[0]?.id ?? "";
    },
    run: ({ process: { ctx }, id, known }) =>
      answered(() => withdrawInvitation(ctx, id, known.made.invitation ?? "")),
  },
  "member-role": {
    prepare: async (shop) => {
      await newOwner(shop, "first");
      await newOwner(shop, "second");
    },
    run: (shop, mark) =>
      answered(() =>
        changeRole(
          shop.process.ctx,
          shop.id,
          shop.known.made[mark === "a" ? "second" : "first"] ?? "",
          "support",
        ),
      ),
  },
  note: {
    run: (shop, mark) => {
      const person = { id: "per_lab", name: "Lab" };
      return answered(() =>
        addNote(shop.process.ctx, shop.id, { customerId: "ann", text: `said ${mark}`, person, key: mark }),
      );
    },
  },
  "owner-leaves": {
    prepare: async (shop) => {
      await newOwner(shop, "first");
      await newOwner(shop, "second");
    },
    run: (shop, mark) =>
      answered(() =>
        removeMember(shop.process.ctx, shop.id, shop.known.made[mark === "a" ? "first" : "second"] ?? ""),
      ),
  },
};

/** A person of two verbs is the same one. */
export async function newOwner({ process: { ctx }, id, known }: Shop, name: string): Promise<string> {
  const email = `${name}-${id}@example.test`;
  const personId =
    known.made[name] ?? (await createPerson(ctx, { email, name: "Owner", passwordHash: null })).personId;
  if (known.made[name] === undefined) await addMember(ctx, { storeId: id, personId, role: "owner" });
  known.made[name] = personId;
  return personId;
}

function addressIn({ id }: Shop): string {
  return `invited-${id}@example.test`;
}

function tokenIn(url: string): string {
  return new URL(url, "http://localhost").searchParams.get("token") ?? "";
}

/** Returns what a client would be answered. */
export async function answered(work: () => Promise<unknown>): Promise<Answer> {
  try {
    await work();
    return { status: 200, body: undefined };
  } catch (error) {
    if (error instanceof Problem) return { status: error.parts.status, body: error.message };
    throw error;
  }
}
