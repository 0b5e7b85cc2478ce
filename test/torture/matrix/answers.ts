import type { Document } from "../../contract/document.ts";
import { createJudge } from "../../contract/judge.ts";
import type { Credential } from "./credentials.ts";
import type { Fixtures } from "./fixtures.ts";
import type { Ask } from "./requests.ts";
import type { Target } from "./target.ts";

/** An answer as a client can compare it. */
export type Comparable = { status: number; headers: Record<string, string>; text: string };

export type Send = (credential: Credential, fixtures: Fixtures) => Promise<Comparable>;

/** A shorter id is a number that may stand for anything. */
const LEAST_ID = 8;

/** Sends requests, and has each answer compared with the description. */
export function createSender(target: Target, document: Document) {
  const judge = createJudge(document, new Set());
  let requests = 0;
  const senderOf = (ask: Ask, fault: (text: string) => void): Send => {
    return async ({ name, headers }, fixtures) => {
      requests++;
      const { method, path, body } = ask.of({ ...fixtures, callbackUrl: target.callbackUrl });
      const init = {
        method,
        headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      };
      const answer = await target.fetch(path, init);
      const faults = await judge(new Request(`http://localhost${path}`, { method }), answer.clone());
      for (const one of faults) fault(`with ${name}, ${one}`);
      return comparable(answer, fixtures);
    };
  };
  return Object.assign(senderOf, { requests: () => requests });
}

/** An answer as a client can compare it: without the request's number, and with names in the place of the ids that it gave. */
async function comparable(answer: Response, fixtures: Fixtures): Promise<Comparable> {
  let text = (await answer.text()).replaceAll(/urn:uuid:[0-9a-f-]{36}/g, "urn:uuid:…");
  for (const [name, id] of Object.entries(fixtures))
    if (id.length >= LEAST_ID) text = text.replaceAll(id, `<${name}>`);
  const {
    "x-request-id": _,
    date: __,
    "content-length": ___,
    ...headers
  } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, text };
}

/** Both answers, if they are not the same. */
export function differenceOf(expected: Comparable, seen: Comparable): string | undefined {
  return Bun.deepEquals(expected, seen)
    ? undefined
    : `${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`;
}
