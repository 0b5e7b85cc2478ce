import { expect } from "bun:test";
import type { TestBrowser } from "./console.ts";

/** Longer than the service takes to announce again what it has announced before. */
const QUIET_MS = 1_500;

/**
 * Opens the stream of a tab; `next` returns the name of the next event, or the end, and `untilQuiet` the event that
 * comes after a pause. It ends with the service.
 */
export async function openTab(person: TestBrowser) {
  const response = await person.get(":store/live");
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/event-stream"]);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  const next = async (): Promise<string> => {
    for (;;) {
      const found = /event: (\w+)\n/.exec(text);
      if (found) {
        text = text.slice(found.index + found[0].length);
        return found[1] ?? "";
      }
      const { done, value } = await reader.read();
      if (done) return "closed";
      text += decoder.decode(value);
    }
  };
  const untilQuiet = async (): Promise<{ following: Promise<string> }> => {
    for (;;) {
      const following = next();
      const isQuiet = await Promise.race([following.then(() => false), Bun.sleep(QUIET_MS).then(() => true)]);
      if (isQuiet) return { following };
    }
  };
  return { next, untilQuiet };
}
