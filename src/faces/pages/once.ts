import { sha256 } from "../../lib/hash.ts";
import { hasCode } from "../../lib/problem.ts";
import { pause } from "../../lib/promises.ts";
import type { Form } from "./form.ts";

/** A form that is sent twice at once waits for the first one, and asks this often whether it is done. */
const FIRST_PAUSE_MS = 100;
const MAX_FIRST_MS = 20_000;

/** Does what a form does once: one that a second click sends gets the result of the first, which may still be at work. */
export async function onceForForm<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + MAX_FIRST_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, "idempotency_key_in_use") || performance.now() >= until) throw error;
      await pause(FIRST_PAUSE_MS);
    }
  }
}

/** Returns the key that a page gives a form that adds something, in its hidden field `key`; a form that failed keeps its own. */
export function newFormKey(given?: string): string {
  return given || crypto.randomUUID();
}

/** Returns the header of a request that adds something once per form: another `content` is another request. */
export async function onceHeader(form: Form, name: string, content: string): Promise<Record<string, string>> {
  return { "Idempotency-Key": `${newFormKey(form.get("key"))} ${name} ${await sha256(content)}` };
}

/** Returns such a key for what is no operation of the API, which would refuse one that is too long. */
export function onceKey(form: Form, content: string): Promise<string> {
  return sha256(`${newFormKey(form.get("key"))} ${content}`);
}
