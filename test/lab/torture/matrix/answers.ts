import type { Document } from "../../../contract/document.ts";
import { createJudge } from "../../../contract/judge.ts";
import type { Credential } from "./credentials.ts";
import type { Fixtures } from "./fixtures.ts";
import type { Ask } from "./requests.ts";
import type { Target } from "./target.ts";

/** A response in the form in which two of them are compared. */
export type Comparable = { status: number; headers: Record<string, string>; text: string };

export type Send = (credential: Credential, fixtures: Fixtures) => Promise<Comparable>;

/** Ids shorter than this are numbers that may also occur elsewhere, so they are not replaced. */
const MIN_ID_LENGTH = 8;

/** Returns a sender that checks each response against the OpenAPI document. */
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

/**
 * Converts a response for comparison: removes request ids and dates, and replaces the fixtures' ids by their
 * names.
 */
async function comparable(answer: Response, fixtures: Fixtures): Promise<Comparable> {
  let text = (await answer.text()).replaceAll(/urn:uuid:[0-9a-f-]{36}/g, "urn:uuid:…");
  for (const [name, id] of Object.entries(fixtures))
    if (id.length >= MIN_ID_LENGTH) text = text.replaceAll(id, `<${name}>`);
  const {
    "x-request-id": _,
    date: __,
    "content-length": ___,
    ...headers
  } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, text };
}

/** Returns both responses if they differ. */
export function differenceOf(expected: Comparable, seen: Comparable): string | undefined {
  return Bun.deepEquals(expected, seen)
    ? undefined
    : `${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`;
}
