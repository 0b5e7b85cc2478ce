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

/** `value` is the placeholder in the usage; a switch has none. */
type Option = { value?: string; required?: true };

type OptionValues<Options extends Record<string, Option>> = {
  [Name in keyof Options]: Options[Name] extends { value: string }
    ? Options[Name] extends { required: true }
      ? string
      : string | undefined
    : boolean | undefined;
};

/** The parsed options of a command: every required one is present, and none is unknown. */
export type ParsedOptions = Record<string, string | boolean | undefined>;

/** What a command uses of the terminal. */
export type Terminal = {
  /** Returns the content of a file. Throws when the file is missing. */
  read(path: string): Promise<ReadableStream<Uint8Array>>;
  /** Prints a line while the command runs. */
  onProgress(line: string): void;
};

/** An operator's command: one call of a verb. */
export type Command = {
  name: string;
  summary: string;
  options: Record<string, Option>;
  run(ctx: Ctx, options: ParsedOptions, terminal: Terminal): Promise<CommandResult>;
};

/** `failed` when the command completed only in part. */
type CommandResult = { result: object; text: string; failed: boolean };

const itemsIn = (text: string | undefined) => text?.split(",").map((item) => item.trim());
const required = (value: string) => ({ value, required: true }) as const;
const optional = (value: string) => ({ value }) as const;
const WIDTH = 88;
const STORE = { store: required("ID") };

export const COMMANDS: readonly Command[] = [
  command({
    name: "store create",
    summary: "Create a store.",
    options: {
      id: optional("ID"),
      name: required("NAME"),
      currency: optional("USD"),
      "first-status": optional(FIRST_STATUSES.join("|")),
    },
    run: (ctx, { "first-status": firstStatus, ...store }) => createStore(ctx, { ...store, firstStatus }),
    text: ({ storeId }) => `Created the store ${storeId}.`,
  }),
  command({
    name: "client create",
    summary:
      "Create an API client and its secret, with all scopes by default. With origins the secret is publishable: their pages may send storefront events with it.",
    options: { ...STORE, name: required("NAME"), scopes: optional("A,B"), origins: optional("URL,URL") },
    run: (ctx, { store, name, scopes, origins }) =>
      createClient(ctx, store, { name, scopes: itemsIn(scopes), origins: itemsIn(origins) }),
    text: ({ clientId, secret }) =>
      `Created the API client ${clientId}. Its secret, shown only once:\n${secret}`,
  }),
  command({
    name: "client list",
    summary: "List a store's API clients, revoked ones included.",
    options: STORE,
    run: async (ctx, { store }) => ({ clients: await listClients(ctx, store) }),
    text: ({ clients }) =>
      textTable(
        ["CLIENT", "CREATED", "REVOKED", "NAME", "SCOPES", "ORIGINS"],
        clients.map((client) => [
          client.clientId,
          client.createdAt,
          client.revokedAt ?? "-",
          client.name,
          client.scopes.join(","),
          client.origins.join(",") || "-",
        ]),
      ),
  }),
  command({
    name: "client revoke",
    summary: "Revoke an API client's secret immediately.",
    options: { ...STORE, client: required("ID") },
    run: async (ctx, { store, client }) => {
      await revokeClient(ctx, store, client);
      return { revoked: true };
    },
    text: () => "Revoked. Its secret is no longer valid.",
  }),
  command({
    name: "location create",
    summary: "Create a location. Returns go to the default location; the first one is always the default.",
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
    text: ({ locationId }) => `Created the location ${locationId}.`,
  }),
  command({
    name: "integration create",
    summary: "Add a system that issues external return authorizations, by POST to its URL.",
    options: { ...STORE, provider: required("NAME"), url: required("URL"), token: optional("T") },
    run: (ctx, { store, ...integration }) => createIntegration(ctx, store, integration),
    text: ({ integrationId }) => `Created the integration ${integrationId}.`,
  }),
  command({
    name: "webhook create",
    summary: "Create a webhook that receives every change of the store's returns, with this bearer token.",
    options: { ...STORE, url: required("URL"), token: required("T") },
    run: (ctx, { store, ...callback }) => subscribe(ctx, store, callback),
    text: ({ webhookId, signingSecret }) =>
      `Created the webhook ${webhookId}. Its signing secret, shown only once:\n${signingSecret}`,
  }),
  command({
    name: "inventory import",
    summary: "Import inventory levels from a file: CSV with a header or JSON lines, optionally gzipped.",
    options: { ...STORE, file: required("F") },
    run: async (ctx, { store, file }, { read, onProgress }) =>
      importLevels(ctx, store, { file: await read(file), onProgress }),
    text: ({ lines, changed, broken }) =>
      `Read ${lines} lines: ${changed} levels changed, ${broken} lines are invalid.`,
    failed: ({ broken }) => broken > 0,
  }),
  command({
    name: "key rotate",
    summary:
      "Re-encrypt values with ENCRYPTION_KEY that are encrypted with ENCRYPTION_KEY_PREVIOUS. The service may keep running.",
    options: {},
    run: (ctx, _, { onProgress }) => rotateKey(ctx, onProgress),
    text: ({ rotated, unreadable, values }) =>
      [
        `Re-encrypted ${rotated} values. ENCRYPTION_KEY_PREVIOUS is no longer needed.`,
        ...(unreadable > 0 ? [`${unreadable} values can't be decrypted with either key, among them:`] : []),
        ...values.map(({ column, storeId, id }) => `  ${column} of ${id} in store ${storeId}`),
      ].join("\n"),
    failed: ({ unreadable }) => unreadable > 0,
  }),
];

/** Returns the usage line of a command. */
export function usageOf({ name, options }: Command): string {
  const placeholders = Object.entries(options).map(([option, { value, required }]) => {
    const text = value === undefined ? `--${option}` : `--${option} ${value}`;
    return required ? text : `[${text}]`;
  });
  return wrap([name, ...placeholders, "[--json]"]);
}

function wrap([first = "", ...rest]: string[]): string {
  const lines = [first];
  for (const word of rest) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length > WIDTH) lines.push(`        ${word}`);
    else lines[lines.length - 1] = line;
  }
  return lines.join("\n");
}

function command<const Options extends Record<string, Option>, Result extends object>(definition: {
  name: string;
  summary: string;
  options: Options;
  run(ctx: Ctx, options: OptionValues<Options>, terminal: Terminal): Promise<Result>;
  text(result: Result): string;
  failed?(result: Result): boolean;
}): Command {
  return {
    ...definition,
    run: async (ctx, options, terminal) => {
      const result = await definition.run(ctx, options as OptionValues<Options>, terminal);
      return { result, text: definition.text(result), failed: definition.failed?.(result) ?? false };
    },
  };
}
