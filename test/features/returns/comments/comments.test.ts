import { expect, test } from "bun:test";
import {
  answerOf,
  created,
  invalidAnswer,
  newReturn,
  ok,
  problemAnswer,
  readReturn,
} from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

/** Complete images of one pixel. */
const PICTURES = {
  "image/png":
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "image/gif": "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  "image/webp": "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
  "image/jpeg":
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
};
const LIMIT = 10 * 1024 * 1024;

function post(store: TestStore, id: string, comment: unknown): Promise<Response> {
  return store.post(`/returns/${id}/comments`, { comment });
}

/** Posts an image and returns its path below the base URL. */
async function pathOfPicture(store: TestStore, id: string, image: string): Promise<string> {
  const { comment } = (await (await post(store, id, { image })).json()) as { comment: { image: string } };
  return comment.image.replace("http://localhost/v2.2", "");
}

test("POST comment: returns the message, appends it to the notes, and raises updatedAt", async () => {
  const store = await service.newStore();
  const before = await newReturn(store);
  const comment = { message: 'Box was open — 箱 📦\n"really" \u0007' };
  expect(await answerOf(post(store, before.id, comment))).toEqual(created({ comment }));
  expect(await answerOf(store.get(`/returns/${before.id}/comments`))).toEqual(ok({ comments: [comment] }));

  const { return: after } = await readReturn(store, before.id);
  expect(after).toEqual({ ...before, updatedAt: after.updatedAt, notes: [comment] });
  expect(after.updatedAt > before.updatedAt).toBe(true);
});

test.each(Object.entries(PICTURES))(
  "an image of type %s is read back byte for byte at the URL in its note",
  async (type, image) => {
    const store = await service.newStore();
    const { id } = await newReturn(store);
    const answer = await answerOf(post(store, id, { image }));
    const url = expect.stringMatching(
      new RegExp(`^http://localhost/v2.2/returns/${id}/comments/com_[0-9a-z]{26}/image$`),
    );
    expect(answer).toEqual(created({ comment: { image: url } }));

    const { comment } = answer.body as { comment: { image: string } };
    expect((await readReturn(store, id)).return.notes).toEqual([{ message: "", ...comment }]);
    expect(await answerOf(store.get(`/returns/${id}/comments`))).toEqual(ok({ comments: [comment] }));
    const read = await store.get(comment.image.replace("http://localhost/v2.2", ""));
    expect([read.status, read.headers.get("content-type")]).toEqual([200, type]);
    expect(read.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await read.bytes()).toBase64()).toBe(image);
  },
);

test("an image is found only in its own store and at its own return", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  const [{ id }, { id: sibling }] = [await newReturn(store), await newReturn(store)];
  const path = await pathOfPicture(store, id, PICTURES["image/png"]);
  const none = (returnId: string) =>
    problemAnswer(
      404,
      expect.stringMatching(new RegExp(`^The return ${returnId} has no image comment com_`)),
    );

  expect(await answerOf(other.get(path))).toEqual(none(id));
  expect(await answerOf(store.get(path.replace(id, sibling)))).toEqual(none(sibling));
  expect(await answerOf(store.get(path.replace(id, "unknown")))).toEqual(none("unknown"));
  expect(await answerOf(store.get(path.replace(/com_\w+/, "com_0")))).toEqual(none(id));
  expect(await answerOf(service.fetch(`/v2.2${path}`))).toEqual(problemAnswer(401));
  const writer = await store.withScopes("returns_write");
  expect(await answerOf(writer.get(path))).toEqual(problemAnswer(403));
});

test.each([
  [{}, "/comment"],
  [{ message: null, image: null }, "/comment"],
  [{ message: "Hello", image: PICTURES["image/gif"] }, "/comment"],
  [{ text: "Hello" }, "/comment"],
  [null, "/comment"],
  ["Hello", "/comment"],
  [[], "/comment"],
  [undefined, "/comment"],
  [{ message: 1 }, "/comment/message"],
  [{ message: "a\u0000b" }, "/comment/message"],
  [{ message: "" }, "/comment/message"],
  [{ message: " \n\u00a0\t" }, "/comment/message"],
  [{ message: "", image: null }, "/comment/message"],
  [{ image: ["a"] }, "/comment/image"],
])(
  "the comment %j is 400: a comment is either a message that is not blank or an image",
  async (comment, pointer) => {
    const store = await service.newStore();
    const before = await newReturn(store);
    expect(await answerOf(post(store, before.id, comment))).toEqual(invalidAnswer({ pointer }));
    expect((await readReturn(store, before.id)).return).toEqual(before);
  },
);

test("null next to a message or an image means absent", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  const comment = { message: "Hello" };
  expect(await answerOf(post(store, id, { ...comment, image: null }))).toEqual(created({ comment }));
  expect((await post(store, id, { message: null, image: PICTURES["image/gif"] })).status).toBe(201);
});

test.each([
  ["not base64", "!!!"],
  ["a data URL", `data:image/png;base64,${PICTURES["image/png"]}`],
  ["base64 with a stray character", `${PICTURES["image/gif"].slice(0, -2)}*=`],
  ["empty", ""],
  ["a plain text", btoa("Hello, this is a text")],
  ["an SVG", btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["audio in the container format of WebP", btoa("RIFF\x24\x00\x00\x00WAVEfmt ")],
  ["half of a PNG's signature", btoa("\x89PNG")],
  ["a string that begins like a GIF", btoa("GIF8 is a format")],
  ["a bitmap", btoa("BM\x46\x00\x00\x00")],
  ["a PNG after a line break", btoa(`\n${atob(PICTURES["image/png"])}`)],
])("an image that is %s is 400", async (_, image) => {
  const store = await service.newStore();
  const before = await newReturn(store);
  expect(await answerOf(post(store, before.id, { image }))).toEqual(
    invalidAnswer({ pointer: "/comment/image" }),
  );
  expect((await readReturn(store, before.id)).return).toEqual(before);
});

test("a comment body may have 10 MB; one byte more is 413", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  const frame = JSON.stringify({ comment: { image: "" } });
  const picture = atob(PICTURES["image/png"]).padEnd(Math.floor((LIMIT - frame.length) / 4) * 3, "\0");
  const image = btoa(picture);
  const body = JSON.stringify({ comment: { image } }).padEnd(LIMIT, " ");
  expect(body.length).toBe(LIMIT);

  const largest = await store.post(`/returns/${id}/comments`, body);
  expect(largest.status).toBe(201);
  const { comment } = (await largest.json()) as { comment: { image: string } };
  const read = await store.get(comment.image.replace("http://localhost/v2.2", ""));
  expect((await read.bytes()).toBase64() === image).toBe(true);
  expect(await answerOf(store.post(`/returns/${id}/comments`, `${body} `))).toEqual(problemAnswer(413));
  expect(await answerOf(store.get(`/returns/${id}/comments`))).toEqual(ok({ comments: [comment] }));
}, 30_000);

test("concurrent comments are all stored, each once", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  const comments = Array.from({ length: 20 }, (_, i) => ({ message: `Comment ${i}` }));
  await Promise.all(comments.map((comment) => post(store, id, comment)));
  const { notes } = (await readReturn(store, id)).return;
  expect(
    notes.toSorted(
      (a, b) =>
        comments.findIndex((c) => c.message === a.message) -
        comments.findIndex((c) => c.message === b.message),
    ),
  ).toEqual(comments);
});

test("comments of an unknown return are 404", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  const { id } = await newReturn(other);
  for (const unknown of [id, "unknown"]) {
    const none = problemAnswer(404, `The store has no return ${unknown}.`);
    expect(await answerOf(post(store, unknown, { message: "Hello" }))).toEqual(none);
    expect(await answerOf(store.get(`/returns/${unknown}/comments`))).toEqual(none);
  }
  expect((await readReturn(other, id)).return.notes).toEqual([]);
});
