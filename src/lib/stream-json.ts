import { createYielder } from "./yielder.ts";

/** A piece is sent once it is as long. */
const PIECE_CHARACTERS = 64 * 1024;

/** An object with lists of any length: the lists are walked through when their text is made. */
export type LargeObject<Lists extends string = string> = {
  head: object;
  lists: Record<Lists, Iterable<unknown>>;
};

/** The JSON text of an object in pieces, in turns with whatever else there is to do. */
export async function* streamJson({ head, lists }: LargeObject): AsyncGenerator<string> {
  const pace = createYielder();
  let piece = JSON.stringify(head).slice(0, -1);
  let separator = piece === "{" ? "" : ",";
  for (const [name, values] of Object.entries(lists)) {
    piece += `${separator}${JSON.stringify(name)}:[`;
    separator = "";
    for (const value of values) {
      piece += separator + JSON.stringify(value);
      separator = ",";
      if (piece.length >= PIECE_CHARACTERS) {
        yield piece;
        piece = "";
      }
      await pace();
    }
    piece += "]";
    separator = ",";
  }
  yield `${piece}}`;
}
