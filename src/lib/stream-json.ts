import { createYielder } from "./yielder.ts";

/** The minimum size of a chunk, except the last. */
const CHUNK_CHARACTERS = 64 * 1024;

/** An object with arrays of any length, which are iterated while the JSON is written. */
export type LargeObject<Lists extends string = string> = {
  head: object;
  lists: Record<Lists, Iterable<unknown>>;
};

/** Yields the JSON of an object in chunks, and yields the event loop to other work in between. */
export async function* streamJson({ head, lists }: LargeObject): AsyncGenerator<string> {
  const pace = createYielder();
  let chunk = JSON.stringify(head).slice(0, -1);
  let separator = chunk === "{" ? "" : ",";
  for (const [name, values] of Object.entries(lists)) {
    chunk += `${separator}${JSON.stringify(name)}:[`;
    separator = "";
    for (const value of values) {
      chunk += separator + JSON.stringify(value);
      separator = ",";
      if (chunk.length >= CHUNK_CHARACTERS) {
        yield chunk;
        chunk = "";
      }
      await pace();
    }
    chunk += "]";
    separator = ",";
  }
  yield `${chunk}}`;
}

/** Elements of an array, each in one or more pieces of JSON. */
export type Elements = AsyncIterable<AsyncIterable<string> | readonly string[]>;

/**
 * Yields a JSON array while its elements are read. `opening` ends with the bracket; it is sent with the first
 * element, so an error before that is thrown before anything is sent.
 */
export async function* streamArray(elements: Elements, opening = "["): AsyncGenerator<string> {
  let separator = opening;
  for await (const pieces of elements) {
    for await (const piece of pieces) {
      yield separator + piece;
      separator = "";
    }
    separator = ",";
  }
  yield separator === opening ? `${opening}]` : "]";
}
