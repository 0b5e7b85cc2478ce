import { invite } from "../people/invite.ts";
import { ROLE_NAMES } from "../people/roles.ts";
import { createSignInLink } from "../people/sign-in-link.ts";
import { type Command, command, required, STORE } from "./command.ts";

export const PERSON_COMMANDS: readonly Command[] = [
  command({
    name: "person invite",
    summary: "Invite a person to a store's console, by a one-time link that the person opens within a week.",
    options: { ...STORE, email: required("ADDRESS"), role: required(ROLE_NAMES.join("|")) },
    place: "directory",
    run: (ctx, { store, email, role }) => invite(ctx, store, { email, role, invitedBy: "The operator" }),
    text: ({ url }) => `Send this link to the person:\n${url}`,
  }),
  command({
    name: "person link",
    summary: "Create a one-time sign-in link for a person who forgot the password.",
    options: { email: required("ADDRESS") },
    run: (ctx, { email }) => createSignInLink(ctx, email),
    text: ({ url }) => `Send this link to the person. It signs in without a password, once:\n${url}`,
  }),
];
