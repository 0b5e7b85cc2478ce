import type { Ctx } from "../ctx.ts";
import { importLevels } from "../inventory/import-levels.ts";
import { textTable } from "../lib/text-table.ts";
import { createClient } from "../stores/create-client.ts";
import { createIntegration } from "../stores/create-integration.ts";
import { createLocation } from "../stores/create-location.ts";
import { createStore, FIRST_STATUSES } from "../stores/create-store.ts";
import { listClients } from "../stores/list-clients.ts";
import { revokeClient } from "../stores/revoke-client.ts";
import { rotateKey } from "../stores/rotate-key.ts";
import { subscribe } from "../webhooks/subscribe.ts";

/** What an option takes, as the usage shows it; a switch takes nothing. */
type Option = { value?: string; required?: true };

type Given<Options extends Record<string, Option>> = {
  [Name in keyof Options]: Options[Name] extends { value: string }
    ? Options[Name] extends { required: true }
      ? string
      : string | undefined
    : boolean | undefined;
};

/** What the command line gave: every required option of the command, and none that it doesn't have. */
export type GivenOptions = Record<string, string | boolean | undefined>;

/** What a command may reach beside the ctx. */
export type Terminal = {
  /** What a file holds; an error when there is none. */
  read(path: string): Promise<ReadableStream<Uint8Array>>;
  /** Says something while the command is at work. */
  onProgress(line: string): void;
};

/** An operator's command: one call of a verb. */
export type Command = {
  name: string;
  summary: string;
  options: Record<string, Option>;
  run(ctx: Ctx, given: GivenOptions, terminal: Terminal): Promise<Ran>;
};

/** `failed` when the command did what it could, and that wasn't all. */
type Ran = { answer: object; text: string; failed: boolean };

const required = (value: string) => ({ value, required: true }) as const;
const optional = (value: string) => ({ value }) as const;
const WIDTH = 88;
const STORE = { store: required("ID") };

export const COMMANDS: readonly Command[] = [
  command({
    name: "store create",
    summary: "Make a store.",
    options: {
      id: optional("ID"),
      name: required("NAME"),
      currency: optional("USD"),
      "first-status": optional(FIRST_STATUSES.join("|")),
    },
    run: (ctx, { "first-status": firstStatus, ...store }) => createStore(ctx, { ...store, firstStatus }),
    text: ({ storeId }) => `Made the store ${storeId}.`,
  }),
  command({
    name: "client create",
    summary: "Make an API client and its secret, with all scopes unless some are named.",
    options: { ...STORE, name: required("NAME"), scopes: optional("A,B") },
    run: (ctx, { store, name, scopes }) =>
      createClient(ctx, store, { name, scopes: scopes?.split(",").map((scope) => scope.trim()) }),
    text: ({ clientId, secret }) =>
      `Made the API client ${clientId}. Its secret, shown this once:\n${secret}`,
  }),
  command({
    name: "client list",
    summary: "List a store's API clients, revoked ones included.",
    options: STORE,
    run: async (ctx, { store }) => ({ clients: await listClients(ctx, store) }),
    text: ({ clients }) =>
      textTable(
        ["CLIENT", "MADE", "REVOKED", "NAME", "SCOPES"],
        clients.map((client) => [
          client.clientId,
          client.createdAt,
          client.revokedAt ?? "-",
          client.name,
          client.scopes.join(","),
        ]),
      ),
  }),
  command({
    name: "client revoke",
    summary: "End an API client's secret, at once.",
    options: { ...STORE, client: required("ID") },
    run: async (ctx, { store, client }) => {
      await revokeClient(ctx, store, client);
      return { revoked: true };
    },
    text: () => "Revoked: its secret no longer opens the store.",
  }),
  command({
    name: "location create",
    summary: "Make a location; returns go to the default one, which the first is in any case.",
    options: {
      ...STORE,
      name: required("NAME"),
      line1: optional("TEXT"),
      line2: optional("TEXT"),
      city: optional("TEXT"),
      state: optional("TEXT"),
      "postal-code": optional("TEXT"),
      country: optional("TEXT"),
      phone: optional("TEXT"),
      default: {},
    },
    run: (ctx, { store, "postal-code": postalCode, default: isDefault, ...location }) =>
      createLocation(ctx, store, { ...location, postalCode, isDefault }),
    text: ({ locationId }) => `Made the location ${locationId}.`,
  }),
  command({
    name: "integration create",
    summary: "Add a system that is asked for return authorizations of its own, by POST to its URL.",
    options: { ...STORE, provider: required("NAME"), url: required("URL"), token: optional("T") },
    run: (ctx, { store, ...integration }) => createIntegration(ctx, store, integration),
    text: ({ integrationId }) => `Made the integration ${integrationId}.`,
  }),
  command({
    name: "webhook create",
    summary: "Tell a URL of every change of the store's returns, with this bearer token.",
    options: { ...STORE, url: required("URL"), token: required("T") },
    run: (ctx, { store, ...callback }) => subscribe(ctx, store, callback),
    text: ({ webhookId, signingSecret }) =>
      `Made the webhook ${webhookId}. Its signing secret, shown this once:\n${signingSecret}`,
  }),
  command({
    name: "inventory import",
    summary: "Put inventory levels out of a file: csv with a header, or JSON lines, either packed by gzip.",
    options: { ...STORE, file: required("F") },
    run: async (ctx, { store, file }, { read, onProgress }) =>
      importLevels(ctx, store, { file: await read(file), onProgress }),
    text: ({ lines, changed, broken }) =>
      `Read ${lines} lines: ${changed} levels changed, ${broken} lines are broken.`,
    failed: ({ broken }) => broken > 0,
  }),
  command({
    name: "key rotate",
    summary:
      "Encrypt anew, under ENCRYPTION_KEY, what is encrypted under ENCRYPTION_KEY_PREVIOUS; the service may run meanwhile.",
    options: {},
    run: (ctx, _, { onProgress }) => rotateKey(ctx, onProgress),
    text: ({ rotated, unreadable, values }) =>
      [
        `Encrypted ${rotated} values anew. ENCRYPTION_KEY_PREVIOUS is needed no more.`,
        ...(unreadable > 0 ? [`${unreadable} values are opened by neither key, first of all:`] : []),
        ...values.map(({ column, storeId, id }) => `  ${column} of ${id} in store ${storeId}`),
      ].join("\n"),
    failed: ({ unreadable }) => unreadable > 0,
  }),
];

/** How a command is written, its options included. */
export function usageOf({ name, options }: Command): string {
  const written = Object.entries(options).map(([option, { value, required }]) => {
    const text = value === undefined ? `--${option}` : `--${option} ${value}`;
    return required ? text : `[${text}]`;
  });
  return wrapped([name, ...written, "[--json]"]);
}

function wrapped([first = "", ...rest]: string[]): string {
  const lines = [first];
  for (const word of rest) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length > WIDTH) lines.push(`        ${word}`);
    else lines[lines.length - 1] = line;
  }
  return lines.join("\n");
}

function command<const Options extends Record<string, Option>, Answer extends object>(described: {
  name: string;
  summary: string;
  options: Options;
  run(ctx: Ctx, given: Given<Options>, terminal: Terminal): Promise<Answer>;
  text(answer: Answer): string;
  failed?(answer: Answer): boolean;
}): Command {
  return {
    ...described,
    run: async (ctx, given, terminal) => {
      const answer = await described.run(ctx, given as Given<Options>, terminal);
      return { answer, text: described.text(answer), failed: described.failed?.(answer) ?? false };
    },
  };
}
