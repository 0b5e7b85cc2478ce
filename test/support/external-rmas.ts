import { expect } from "bun:test";
import { createApp } from "../../src/app.ts";
import type { Ctx } from "../../src/core/ctx.ts";
import { createIntegration } from "../../src/features/integrations/create-integration.ts";
import { judged } from "../contract/judge.ts";
import { returnOf } from "./fixtures.ts";
import type { Seen } from "./outside-world.ts";
import { type Answer, answerOf, newOrder } from "./returns.ts";
import type { TestService, TestStore } from "./service.ts";

type Answering = (request: Seen) => Response | Promise<Response>;

/**
 * Configures an integration with a later creation time than the earlier ones, and returns its URL. Without
 * `answer`, its host refuses connections.
 */
export async function integrate(
  service: TestService,
  store: TestStore,
  provider: string,
  answer?: Answering,
): Promise<string> {
  const url = `https://${provider}.example/${store.id}`;
  if (answer) service.world.on(url, answer);
  await createIntegration(store.ctx, store.id, { provider, url });
  // Gives the next integration a later creation time.
  await Bun.sleep(2);
  return url;
}

export function seenAt(service: TestService, url: string): Seen[] {
  return service.world.seen.filter((request) => request.url === url);
}

/** Creates an order and returns the body of a return of it that requests external RMAs. */
export async function wanting(store: TestStore, changes: Record<string, unknown> = {}): Promise<object> {
  return { ...returnOf(await newOrder(store), changes), options: { createExternalRMAs: true } };
}

export function create(
  store: TestStore,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return answerOf(store.post("/stores/:store/returns", body, headers));
}

/** Like `create`, through an app that calls integrations with `callIntegration`. */
export function createMeeting(
  callIntegration: Ctx["callIntegration"],
  request: { store: TestStore; body: unknown; headers?: Record<string, string> },
): Promise<Answer> {
  const { store, body, headers } = request;
  const app = judged(createApp({ ...store.ctx, callIntegration }, { ready: true, stopping: false }));
  return answerOf(
    app.fetch(
      new Request(`http://localhost/v2.2/stores/${store.id}/returns`, {
        method: "POST",
        headers: { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    ),
  );
}

export function withResponses(...externalRMAResponses: object[]): object {
  return { return: expect.any(Object), externalRMAResponses };
}

export function success(integrationProvider: string): object {
  return { integrationProvider, success: true };
}

export function failure(
  integrationProvider: string,
  errorCode: string,
  errorMessage: unknown = expect.any(String),
): object {
  return { integrationProvider, success: false, errorCode, errorMessage };
}
