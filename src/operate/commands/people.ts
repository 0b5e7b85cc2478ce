import { invite } from "../../features/people/invite.ts";
import { ROLE_NAMES } from "../../features/people/roles.ts";
import { createSignInLink } from "../../features/people/sign-in-link.ts";
import { type Command, command, optional, required, STORE } from "./command.ts";

export const PERSON_COMMANDS: readonly Command[] = [
  command({
    name: "person invite",
    summary: "Invite a person to a store's console, by a one-time link that the person opens within a week.",
    options: { ...STORE, email: required("ADDRESS"), role: required(ROLE_NAMES.join("|")) },
    place: "directory",
    run: (ctx, { store, email, role }) =>
      invite(ctx, store, { email, role, invitedBy: "The operator", provesAddress: true }),
    text: ({ url }) =>
      `Send this link to the person, by a way that only they read. It proves the address:\n${url}`,
  }),
  command({
    name: "person link",
    summary: "Create a one-time sign-in link for a person who forgot the password.",
    options: { email: required("ADDRESS"), person: optional("ID") },
    run: (ctx, { email, person }) => createSignInLink(ctx, email, person),
    text: ({ url }) =>
      `Send this link to the person, by a way that only they read. It signs in without a password, once, and proves the address:\n${url}`,
  }),
];
