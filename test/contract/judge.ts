import type { App } from "../../src/app.ts";
import { codesIn } from "../../src/core/openapi/error-responses.ts";
import type { ProblemCode } from "../../src/lib/problem-codes.ts";
import { Problem } from "../../src/lib/problem-schema.ts";
import { type Document, headersOf, type Operation, operationsOf, readDocument } from "./document.ts";
import { createFinder } from "./find-operation.ts";
import { createSchemas } from "./schemas.ts";

/** Returns the differences between a response and the description; an empty array when it matches. */
type Judge = (request: Request, answer: Response) => Promise<string[]>;

type Contract = { document: Document; judge: Judge; reached: Set<string> };

// Bun loads modules once per test file; the description is compiled once per process.
const shared = globalThis as { aftersaleContract?: Promise<Contract> };

/** Paths that the description omits: the root, the documentation and itself, the console, the pages of shoppers, webhooks of shops, health checks and metrics. */
const UNDESCRIBED =
  /^\/($|(docs(\.md)?|llms\.txt|console|r|shopper|hooks|openapi\.json|openapi\.yaml|healthz|readyz|metrics)(\/|$))/;
/** Headers that any response may have without a description. */
const USUAL_HEADERS = new Set(["content-type", "content-length", "x-request-id"]);

/** Returns an app that compares every response with the description, and throws when they differ. */
export function judged(app: App): App {
  return {
    ...app,
    fetch: async (request) => {
      const { judge } = await contractOf(app);
      const answer = await app.fetch(request);
      const faults = await judge(request, answer.clone());
      if (faults.length === 0) return answer;
      const asked = `${request.method} ${new URL(request.url).pathname}`;
      throw new Error(`The description lacks this response to ${asked}:\n  ${faults.join("\n  ")}`);
    },
  };
}

/**
 * Returns every `operationId status` of the description, and those that responses of this process have had.
 */
export async function coverage(): Promise<{ described: string[]; reached: Set<string> } | undefined> {
  const contract = await shared.aftersaleContract;
  if (!contract) return undefined;
  const described = operationsOf(contract.document).flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => `${operationId} ${status}`),
  );
  return { described, reached: contract.reached };
}

function contractOf(app: App): Promise<Contract> {
  shared.aftersaleContract ??= readDocument(app).then((document) => {
    const reached = new Set<string>();
    return { document, reached, judge: createJudge(document, reached) };
  });
  return shared.aftersaleContract;
}

/** The description has one version of the compatible API, and what another one has otherwise. */
export function describedPath(pathname: string): string {
  if (/^\/api\/(?:2026-10|latest)\/dispositioning\/grade$/.test(pathname)) {
    return "/api/2026-10/dispositioning/grade";
  }
  return pathname.replace(/^\/api\/(?:2026-07|2026-10|latest)\//, "/api/v1/");
}

export function createJudge(document: Document, reached: Set<string>): Judge {
  const find = createFinder(operationsOf(document));
  const schemas = createSchemas(document);

  const judgeDescribed = async (operation: Operation, request: Request, answer: Response) => {
    const described = operation.responses[answer.status];
    if (!described) return [`${operation.operationId} has no status ${answer.status}`];
    reached.add(`${operation.operationId} ${answer.status}`);
    const faults = headerFaults(headersOf(document, described.headers), answer.headers);
    if (request.method === "HEAD") return faults;
    const codes = await codeFaults(described.description, answer.clone());
    return [...faults, ...codes, ...(await bodyFaults(described.content, answer))];
  };

  const headerFaults = (described: ReturnType<typeof headersOf>, given: Headers) => {
    const unknown = [...given.keys()].filter((name) => !described.has(name) && !USUAL_HEADERS.has(name));
    const wrong = [...described].flatMap(([name, { required, schema }]) => {
      const text = given.get(name);
      if (text === null) return required ? [`the header ${name} is missing`] : [];
      const value = schema.type === "integer" ? Number(text) : text;
      return schemas
        .closed(schema)(value)
        .map((fault) => `the header ${name}: ${fault}`);
    });
    return [...unknown.map((name) => `the header ${name} is not described`), ...wrong];
  };

  const bodyFaults = async (content: Operation["responses"][string]["content"], answer: Response) => {
    const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
    if (!content) {
      const size = (await answer.arrayBuffer()).byteLength;
      return size === 0 ? [] : [`a body of ${size} bytes (${type}) where none is described`];
    }
    const media = content[type];
    if (!media) return [`the media type is "${type}" and not ${Object.keys(content).join(" or ")}`];
    if (!media.schema || !/json$/.test(type)) return [];
    return schemas.closed(media.schema)(await answer.json());
  };

  return async (request, answer) => {
    const { pathname } = new URL(request.url);
    const { operation, methods } = find(request.method, describedPath(pathname));
    if (operation) return judgeDescribed(operation, request, answer);
    if (UNDESCRIBED.test(pathname) || isPreflight(request)) return [];
    return unroutedFaults(methods, request, answer, schemas.closed(Problem));
  };
}

/** Returns an error unless the description of the response names the problem's code for this status. */
async function codeFaults(description: string, answer: Response): Promise<string[]> {
  if (answer.headers.get("content-type") !== "application/problem+json") return [];
  const { code } = (await answer.json()) as { code: ProblemCode };
  if (codesIn(description, answer.status).includes(code)) return [];
  return [`the code ${code} is not in the description of the status ${answer.status}`];
}

/** Returns whether the request is a browser's preflight request for a storefront event. */
function isPreflight({ method, url }: Request): boolean {
  return (
    method === "OPTIONS" &&
    /^\/v2\.2\/stores\/[^/]+\/(?:storefront\/events|withdrawals)\/?$/.test(new URL(url).pathname)
  );
}

/**
 * Checks a response that no operation describes: 404, or 405 with the allowed methods, in the API style of
 * its path.
 */
async function unroutedFaults(
  methods: string[],
  { method }: Request,
  answer: Response,
  problemFaults: (body: unknown) => string[],
): Promise<string[]> {
  const expected = methods.length > 0 ? 405 : 404;
  if (answer.status !== expected)
    return [`${answer.status} where no operation is described, not ${expected}`];
  const allowed = answer.headers.get("allow")?.split(", ") ?? [];
  if (methods.some((one) => !allowed.includes(one))) return [`Allow is ${allowed} and not ${methods}`];
  if (method === "HEAD") return [];
  const type = answer.headers.get("content-type");
  if (type === "application/problem+json") return problemFaults(await answer.json());
  return type === "application/json" ? [] : [`the media type is ${type}`];
}
