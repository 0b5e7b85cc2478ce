/** Returns that an act has completed or rejected, which can be reopened: what the toast after it offers. */
export type Undoable = {
  /** The id of the request that did it, which stands in their history. */
  requestId: string;
  ids: readonly string[];
};

/** What a browser keeps of a cookie. */
const MAX_CHARACTERS = 3_800;

/** Returns it as the text of a cookie, as notices are; undefined if a browser wouldn't keep it. */
export function undoText({ requestId, ids }: Undoable): string | undefined {
  const text = [requestId, ...ids].join(".");
  return ids.length > 0 && text.length <= MAX_CHARACTERS ? text : undefined;
}

/** Returns what a cookie says. It comes from the browser: nothing is done by it that its person can't do. */
export function undoOf(text: string | undefined): Undoable | undefined {
  const [requestId = "", ...ids] = text?.split(".") ?? [];
  return ids.length > 0 ? { requestId, ids } : undefined;
}
