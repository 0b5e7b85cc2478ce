import { expect, test } from "bun:test";
import { PNG } from "../../../fuzz/existing-ids.ts";
import { anId, anInstant, answerOf, invalidAnswer, newReturn, readReturn } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);
const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", quantity: 3, price: 10 }];
const items = [{ lineItemId: "line-1", quantity: 2, reason: "Too small" }];

test("an image of a unit is a comment, and is listed with the item and the unit that it shows", async () => {
  const { id, items: made } = await newReturn(store, { items }, { lineItems });
  const itemId = made[0]?.id ?? "";
  await store.post(`/returns/${id}/comments`, { comment: { image: PNG } });
  const added = await store.post(`/returns/${id}/images`, { image: { content: PNG, itemId, unit: 2 } });
  expect(added.status).toBe(201);
  const { image } = await added.json();
  expect((await store.post(`/returns/${id}/images`, { image: { content: PNG, itemId } })).status).toBe(201);
  const { body } = await answerOf(store.get(`/returns/${id}/images`));
  const common = {
    commentId: anId("com"),
    url: expect.any(String),
    by: "test client",
    byId: anId("cli"),
    at: anInstant,
  };
  expect(body).toEqual({
    images: [
      { ...common, itemId: null, unit: null },
      { ...common, itemId, unit: 2 },
      { ...common, itemId, unit: null },
    ],
  });
  expect((body as { images: unknown[] }).images[1]).toEqual(image);
  const file = await store.get(image.url.replace("http://localhost/v2.2", ""));
  expect([file.headers.get("Content-Type"), file.headers.get("X-Content-Type-Options")]).toEqual([
    "image/png",
    "nosniff",
  ]);
  expect((await file.bytes()).toBase64()).toBe(PNG);
  const { return: read } = await readReturn(store, id);
  expect(read.notes.map(({ image: url }) => url)).toContain(image.url);
});

test("the same key adds an image once, and a different image with it is 409", async () => {
  const { id, items: made } = await newReturn(store, { items }, { lineItems });
  const image = { content: PNG, itemId: made[0]?.id, unit: 1 };
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const first = await answerOf(store.post(`/returns/${id}/images`, { image }, headers));
  const again = await answerOf(store.post(`/returns/${id}/images`, { image }, headers));
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body).toEqual(first.body);
  const different = store.post(`/returns/${id}/images`, { image: { ...image, unit: 2 } }, headers);
  expect(await answerOf(different)).toMatchObject({ status: 409, body: { code: "idempotency_key_reused" } });
  expect((await readReturn(store, id)).return.notes).toHaveLength(1);
});

test("what isn't an image, and what isn't in the return, is 400 and leaves the return as it was", async () => {
  const { id, items: made } = await newReturn(store, { items }, { lineItems });
  const { items: other } = await newReturn(store, { items }, { lineItems });
  const image = { content: PNG, itemId: made[0]?.id, unit: 1 };
  for (const [change, pointer] of [
    [{ content: btoa("<svg/>") }, "/image/content"],
    [{ content: "!" }, "/image/content"],
    [{ itemId: other[0]?.id }, "/image/itemId"],
    [{ unit: 3 }, "/image/unit"],
    [{ unit: 0 }, "/image/unit"],
  ] as const) {
    const answer = await answerOf(store.post(`/returns/${id}/images`, { image: { ...image, ...change } }));
    expect(answer).toEqual(invalidAnswer({ pointer }));
  }
  expect((await readReturn(store, id)).return.notes).toEqual([]);
});

test("a large image is stored as it is, also with whitespace in its base64", async () => {
  const { id, items: made } = await newReturn(store, { items }, { lineItems });
  const bytes = new Uint8Array([...Uint8Array.fromBase64(PNG).subarray(0, 8), ...randomBytes(2_000_003)]);
  const text = bytes.toBase64();
  const withLines = text.replace(/.{1,77}/g, "$&\r\n");
  const withGap = `${text.slice(0, 1_001)}${" ".repeat(1_200_000)}${text.slice(1_001)}`;
  for (const content of [text, withLines, withGap, text.replace(/=+$/, "")]) {
    const added = await store.post(`/returns/${id}/images`, { image: { content, itemId: made[0]?.id } });
    expect(added.status).toBe(201);
    const { image } = await added.json();
    const file = await store.get(image.url.replace("http://localhost/v2.2", ""));
    expect(Buffer.compare(await file.bytes(), bytes)).toBe(0);
  }
});

test("large text that isn't base64 at its beginning, in its middle or at its end is 400", async () => {
  const { id, items: made } = await newReturn(store, { items }, { lineItems });
  const text = new Uint8Array([...Uint8Array.fromBase64(PNG), ...randomBytes(2_000_003)]).toBase64();
  const at = (position: number, wrong: string) =>
    text.slice(0, position) + wrong + text.slice(position + wrong.length);
  const wrong = [
    at(9, "!"),
    at(1_200_001, "!"),
    at(1_200_000, "=="),
    at(1_200_002, "=="),
    `${text}A`,
    `${text}=`,
  ];
  for (const content of wrong) {
    const image = { content, itemId: made[0]?.id };
    expect(await answerOf(store.post(`/returns/${id}/images`, { image }))).toEqual(
      invalidAnswer({ pointer: "/image/content" }),
    );
  }
  expect((await readReturn(store, id)).return.notes).toHaveLength(0);
});

/** A call for random bytes gives 64 kB at most. */
function randomBytes(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
}
