import type { Random } from "../random.ts";
import type { Answer, Request } from "./actor.ts";
import type { Act, Call, Outcome } from "./call.ts";

export type Target = { name: string; origin: string };

export type Recorder = {
  calls: Call[];
  send(client: SendingClient, act: Act, request: Request): Promise<Answer>;
  now(): number;
};

export type SendingClient = { name: string; secret: string; random: Random };

export type RecorderOptions = {
  /** The processes that accept requests. */
  targets(): Target[];
  /** The signs of all stores, by index; responses to one store must not contain another's. */
  signs: string[];
  now(): number;
};

/**
 * Most requests to a frozen process time out soon, so that not all clients wait for it; some outlast the
 * freeze.
 */
const PATIENCE_MS = { most: 4_000, some: 25_000 };
const IMPATIENT = 0.7;
const LONGEST_DETAIL = 160;
const NO_TARGET_PAUSE_MS = 100;
const UNAVAILABLE_PAUSE_MS = 250;

/** Sends requests to random processes and records their outcomes. */
export function createRecorder({ targets, signs, now }: RecorderOptions): Recorder {
  const calls: Call[] = [];

  async function record(client: SendingClient, act: Act, request: Request): Promise<Answer> {
    let all = targets();
    for (; all.length === 0; all = targets()) await Bun.sleep(NO_TARGET_PAUSE_MS);
    const target = all[client.random.between(0, all.length - 1)] as Target;
    const start = now();
    const answer = await exchange(`${target.origin}${request.path}`, client, request);
    const { status, text, headers } = answer;
    const body = parsed(text);
    const outcome = outcomeOf(status, body);
    const call: Call = {
      ...act,
      ...{ number: calls.length + 1, client: client.name, process: target.name, start, end: now() },
      ...{ outcome, status, requestId: headers.get("x-request-id") ?? "" },
      ...(outcome !== "done" && { detail: text.slice(0, LONGEST_DETAIL) }),
      ...(headers.has("retry-after") && { retryAfter: true }),
    };
    const foreign = signs.find((sign, store) => store !== act.store && text.includes(sign));
    if (foreign) call.foreign = foreign;
    calls.push(call);
    if (outcome === "unknown") await Bun.sleep(UNAVAILABLE_PAUSE_MS);
    return { call, body, text, headers };
  }

  return { calls, send: record, now };
}

async function exchange(
  url: string,
  { secret, random }: SendingClient,
  { method, body, headers }: Request,
): Promise<{ status: number; text: string; headers: Headers }> {
  const withinMs = random.chance(IMPATIENT) ? PATIENCE_MS.most : PATIENCE_MS.some;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${secret}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      // One connection per request: on a broken keep-alive connection, fetch would silently send the request
      // again.
      keepalive: false,
      signal: AbortSignal.timeout(withinMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  } catch (error) {
    const { code, name, message } = error as Error & { code?: string };
    return { status: 0, text: String(code ?? `${name}: ${message}`), headers: new Headers() };
  }
}

/** Returns the outcome; error responses of the warehouse API have status 200 and `errors`. */
function outcomeOf(status: number, body: unknown): Outcome {
  if (status === 0 || status >= 500) return "unknown";
  const isRefused = typeof body === "object" && body !== null && ("errors" in body || "error" in body);
  return status >= 400 || isRefused ? "refused" : "done";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
