import { STATUS_PHRASES } from "../../core/http/errors/status-phrases.ts";
import { INFO } from "../../core/openapi/info.ts";
import { SCOPES } from "../../core/scopes.ts";
import { PROBLEM_CODES } from "../../lib/problem-codes.ts";
import { nameOf, type Schemas, valuesText } from "./fields.ts";
import { anchorOf } from "./html.ts";
import { bodyOf } from "./operation-parts.ts";
import { firstSentence, type Group, type Listed, type Shown } from "./reference.ts";

const PATHS = {
  conventions: "/docs/reference/conventions",
  errors: "/docs/reference/errors",
  scopes: "/docs/reference/scopes",
  headers: "/docs/reference/headers",
  events: "/docs/reference/events",
};

/** What a status means in this API. */
const MEANINGS: Record<number, string> = {
  400: "The request is wrong: correct it. `errors` says what and where.",
  401: "The credential is missing, wrong or revoked.",
  403: "The credential is valid, and may not do this.",
  404: "There is no such object in the store, or no such path.",
  405: "The path has no such method; `Allow` names those that it has.",
  409: "The state of the object doesn't allow it, or the request contradicts an earlier one. Read the object again, then decide.",
  410: "What was asked for is gone, and doesn't come back.",
  413: "The body is too large.",
  415: "The body has a media type or an encoding that the operation doesn't take.",
  422: "The compatible warehouse API says so that the request is wrong.",
  429: "Too many requests: wait for `Retry-After` seconds.",
  500: "A fault of the service. Repeat it once or twice, and report the `X-Request-Id`.",
  503: "The database is away, or the store is busy; nothing was done. Repeat it after `Retry-After` seconds.",
};

/** Returns the pages of the reference that belong to no single operation, as Markdown by path. */
export function factsOf(document: Shown, groups: Group[]): Map<string, string> {
  const operations = groups.flatMap((group) => group.operations);
  return new Map([
    [PATHS.conventions, `# Conventions\n\n${INFO.description.replace(/^##/gm, "#")}\n`],
    [PATHS.scopes, scopes(groups)],
    [PATHS.errors, errors()],
    [PATHS.headers, headers(document, operations)],
    [PATHS.events, events(operations, document.components.schemas)],
  ]);
}

/** Returns the addresses of operations, error codes and scopes, by what texts call them. */
export function namesOf(groups: Group[]): Map<string, string> {
  // Of two operations of one name the main API's is meant, which comes first.
  const operations = groups.flatMap((group) => group.operations).reverse();
  return new Map([
    ...Object.keys(PROBLEM_CODES).map((code) => [code, `${PATHS.errors}#${anchorOf(code)}`] as const),
    ...SCOPES.map((scope) => [scope, `${PATHS.scopes}#${anchorOf(scope)}`] as const),
    ...operations.map(({ summary, page }) => [summary, page] as const),
    ...operations.map(({ method, path, page }) => [`${method} ${path}`, page] as const),
  ]);
}

function errors(): string {
  const codes = Object.entries(PROBLEM_CODES);
  const statuses = Object.keys({
    ...MEANINGS,
    ...Object.fromEntries(codes.map(([, { status }]) => [status, 1])),
  });
  const parts = statuses.map(Number).map((status) => {
    const own = codes.filter(([, entry]) => entry.status === status);
    const entries = own.map(([code, { cause, cure }]) => `### \`${code}\`\n\n${cause} ${cure}`);
    return [`## ${status} ${STATUS_PHRASES[status] ?? ""}`.trim(), MEANINGS[status], ...entries].join("\n\n");
  });
  return `# Error codes

Programs go by \`code\`, which is never renamed. Each operation names the codes that it may have. *What to do* about a status and how to repeat
safely is in [Errors and retries](/docs/guides/errors).

${parts.join("\n\n")}
`;
}

function scopes(groups: Group[]): string {
  const parts = SCOPES.map((scope) => {
    const lists = groups.flatMap(({ title, operations }) => {
      const own = operations.filter((one) => scopesOf(one).includes(scope));
      return own.length > 0 ? [`- ${title}: ${own.map(({ summary }) => `*${summary}*`).join(", ")}`] : [];
    });
    return `## \`${scope}\`\n\n${lists.join("\n")}`;
  });
  return `# Scopes

What a secret may do is limited by its scopes. This page lists the operations that each scope allows;
[Credentials and scopes](/docs/guides/credentials) says how to make a secret.

${parts.join("\n\n")}
`;
}

function scopesOf({ security = [] }: Listed): string[] {
  return security.flatMap((way) => Object.values(way).flat());
}

function headers({ components }: Shown, operations: Listed[]): string {
  const sent = new Map<string, string>();
  const toReceivers = new Map<string, string>();
  for (const { parameters = [], isWebhook } of operations) {
    for (const { in: place, name, description = "" } of parameters) {
      const names = isWebhook ? toReceivers : sent;
      if (place === "header" && !names.has(name)) names.set(name, description);
    }
  }
  const listed = (entries: Iterable<[string, string]>) =>
    [...entries].map(([name, text]) => `### \`${name}\`\n\n${text}`).join("\n\n");
  const responses = Object.entries(components.headers).map(([name, { description }]): [string, string] => [
    name,
    description,
  ]);
  return `# Headers

## In requests

### \`Authorization\`

\`Bearer\` and the API secret. The compatible warehouse API takes it in \`X-Authorization\` too.

### \`Content-Encoding\`

\`gzip\`, for a compressed body.

${listed(sent)}

## In responses

${listed(responses)}

## In webhooks

${listed(toReceivers)}
`;
}

function events(operations: Listed[], schemas: Schemas): string {
  const parts = operations
    .filter(({ isWebhook }) => isWebhook)
    .map((operation) => {
      const body = bodyOf(operation);
      const { properties } = schemas[nameOf(String(body?.schema?.$ref ?? ""))] ?? {};
      const { type = {} } = (properties ?? {}) as Schemas;
      return `## ${operation.summary}

${firstSentence(operation.description)} The topic is \`${operation.topic}\`; *${operation.summary}* describes every field.

${valuesText(type)}

\`\`\`json
${JSON.stringify(body?.example, null, 2)}
\`\`\``;
    });
  return `# Event catalogue

Every event that the service sends to a [webhook](/docs/guides/webhooks), by topic. \`type\` says what has happened. Generators of clients read the
same from \`webhooks\` in [/openapi.json](/openapi.json).

${parts.join("\n\n")}
`;
}
