import { beforeAll, expect, test } from "bun:test";
import { newReturn, readReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import {
  DONE,
  everythingOf,
  json,
  listenedTo,
  NOT_FOUND,
  numberOf,
  type Sent,
  warehouse,
} from "../../support/warehouse.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const REFUSED = json(422, {
  errors: { message: "Content is required and must be less than 255 characters." },
});

const service = useService();
let store: TestStore;
beforeAll(async () => {
  store = await listenedTo(service);
});

async function note(id: string, content: unknown, sent: Sent = {}) {
  const body = { content } as object;
  return warehouse(service, store, `POST /return/${await numberOf(store, id)}/note`, { body, ...sent });
}

async function notesOf(id: string) {
  return warehouse(service, store, `GET /return/${await numberOf(store, id)}/notes`);
}

test("the notes of a return without notes are 422 with the body false", async () => {
  const { id } = await newReturn(store);
  const answer = await service.fetch(`/api/v1/warehouse/return/${await numberOf(store, id)}/notes`, {
    headers: { "X-Authorization": store.secret, "Content-Type": "application/json" },
  });
  expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
    422,
    "application/json",
    "false",
  ]);
});

test("all notes are listed, newest first: the one from the creation, comments, images and the warehouse's", async () => {
  service.setClock(new Date("2026-03-02T14:59:02.900Z"));
  const { id } = await newReturn(store, { notes: "Given at creation" });
  service.setClock(new Date("2026-03-02T15:00:00Z"));
  await store.post(`/returns/${id}/comments`, { comment: { message: "A comment" } });
  await store.post(`/returns/${id}/comments`, { comment: { image: PNG } });
  service.setClock(new Date("2026-03-02T15:01:10Z"));
  expect(await note(id, "Größe passt nicht / 👍")).toEqual(DONE);
  service.setClock(undefined);

  const { body } = await notesOf(id);
  const listed = body as { id: number; content: string; created_at: string }[];
  expect(listed).toEqual([
    { id: expect.any(Number), content: "Größe passt nicht / 👍", created_at: "2026-03-02 15:01:10" },
    {
      id: expect.any(Number),
      content: expect.stringMatching(/^http:\/\/localhost\/.+\/image$/),
      created_at: "2026-03-02 15:00:00",
    },
    { id: expect.any(Number), content: "A comment", created_at: "2026-03-02 15:00:00" },
    { id: expect.any(Number), content: "Given at creation", created_at: "2026-03-02 14:59:02" },
  ]);
  expect(new Set(listed.map((one) => one.id)).size).toBe(4);
  expect((await notesOf(id)).body).toEqual(listed);

  const address = listed[1]?.content.replace("http://localhost/v2.2", "") ?? "";
  const picture = await store.get(address);
  expect(picture.headers.get("content-type")).toBe("image/png");
  expect(new Uint8Array(await picture.arrayBuffer()).toBase64()).toBe(PNG);
});

test("a note is added to the return's notes, not to its comments, and changes only updatedAt", async () => {
  const opened = await newReturn(store, { notes: "First" });
  expect(await note(opened.id, " Second ")).toEqual(DONE);
  const { return: read } = await readReturn(store, opened.id);
  const notes = [{ message: "First" }, { message: " Second " }];
  expect(read).toEqual({ ...opened, notes, updatedAt: expect.any(String) });
  expect(read.updatedAt > opened.updatedAt).toBe(true);
  expect(await (await store.get(`/returns/${opened.id}/comments`)).json()).toEqual({ comments: [] });
});

test("a note has at most 255 characters, regardless of their number of bytes", async () => {
  const { id } = await newReturn(store);
  for (const letter of ["a", "ü", "👍"]) expect(await note(id, letter.repeat(255))).toEqual(DONE);
  const before = await everythingOf(store);
  for (const letter of ["a", "ü", "👍"]) expect(await note(id, letter.repeat(256))).toEqual(REFUSED);
  expect(await everythingOf(store)).toEqual(before);
});

test.each<[string, Sent]>([
  ["an empty string", { body: { content: "" } }],
  ["whitespace", { body: { content: " \n\t " } }],
  ["null", { body: { content: null } }],
  ["a number", { body: { content: 5 } }],
  ["an array", { body: { content: ["a"] } }],
  ["an object", { body: { content: { a: 1 } } }],
  ["true", { body: { content: true } }],
  ["a NUL character", { body: { content: "a\u0000b" } }],
  ["half a surrogate pair", { body: '{"content":"\\ud800"}' }],
  ["an empty object", { body: {} }],
  ["no body", { body: undefined }],
  ["an empty body", { body: "" }],
  ["an array as the body", { body: [{ content: "a" }] }],
  ["null as the body", { body: "null" }],
  ["a string as the body", { body: '"content"' }],
  ["invalid JSON", { body: "{" }],
  ["deeply nested JSON", { body: `${"[".repeat(5_000)}${"]".repeat(5_000)}` }],
])("a note of %s is rejected and changes nothing", async (_, sent) => {
  const { id } = await newReturn(store);
  const before = await everythingOf(store);
  expect(await note(id, "", sent)).toEqual(REFUSED);
  expect(await everythingOf(store)).toEqual(before);
});

test("POST note: unknown fields are ignored, also __proto__", async () => {
  const { id } = await newReturn(store);
  const body = '{"content":"A","__proto__":{"content":"B"},"author":"C","more":"\\u0000"}';
  expect(await note(id, "", { body })).toEqual(DONE);
  expect((await notesOf(id)).body).toMatchObject([{ content: "A" }]);
});

test("an invalid note of an unknown return is rejected for its content first", async () => {
  const send = (content: string) => warehouse(service, store, "POST /return/0/note", { body: { content } });
  expect(await send("A")).toEqual(NOT_FOUND);
  expect(await send("")).toEqual(REFUSED);
  expect(await warehouse(service, store, "GET /return/0/notes")).toEqual(NOT_FOUND);
});

test("concurrent notes are all stored", async () => {
  const { id } = await newReturn(store);
  const contents = Array.from({ length: 12 }, (_, i) => `note ${i}`);
  await Promise.all(contents.map((content) => note(id, content)));
  const { body } = await notesOf(id);
  const listed = body as { id: number; content: string }[];
  expect(listed.map(({ content }) => content).toSorted()).toEqual(contents.toSorted());
  expect(listed.map((one) => one.id)).toEqual(listed.map((one) => one.id).toSorted((a, b) => b - a));
});
