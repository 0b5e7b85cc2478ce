import { describe, expect, test } from "bun:test";
import { order } from "../../../support/fixtures.ts";
import { answerOf, newReturn, problemAnswer } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";
import { json, numberOf } from "../../../support/warehouse.ts";

const service = useService();
const store = useStore(service);

const MEGABYTE = 1024 * 1024;

/** Posts bytes to the main API. */
function send(path: string, bytes: Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
  return service.fetch(path.startsWith("/api") ? path : `/v2.2/stores/${store.id}${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${store.secret}`,
      "Content-Type": "application/json",
      "Content-Encoding": "gzip",
      ...headers,
    },
    body: bytes as BodyInit,
  });
}

function packed(value: unknown): Uint8Array {
  return Bun.gzipSync(JSON.stringify(value));
}

/** Returns a gzip of `size` spaces before a JSON value. */
function bomb(size: number): Uint8Array {
  return Bun.gzipSync(new Uint8Array(size).fill(0x20));
}

describe("a body with Content-Encoding: gzip", () => {
  test.each(["gzip", "GZIP", "x-gzip", " gzip "])("is decompressed: %p", async (coding) => {
    const id = `packed-${coding.length}-${coding.charCodeAt(0)}`;
    const answer = await send("/orders", packed(order(id)), { "Content-Encoding": coding });
    expect(answer.status).toBe(200);
    const read = await store.get(`/stores/:store/orders/${encodeURIComponent(id)}`);
    expect(await read.json()).toMatchObject({ orderId: id });
  });

  test("may have as many decompressed bytes as the operation accepts, and no more", async () => {
    const text = JSON.stringify(order("large"));
    const upTo = (size: number) => Bun.gzipSync(text + " ".repeat(size - text.length));
    expect((await send("/orders", upTo(MEGABYTE))).status).toBe(200);
    expect(await answerOf(send("/orders", upTo(MEGABYTE + 1)))).toEqual(
      problemAnswer(413, "The body may have at most 1048576 bytes."),
    );
  });

  test("that would decompress to gigabytes is 413 without decompressing them", async () => {
    // One gigabyte of spaces, as a thousand gzip members of one megabyte each.
    const huge = Buffer.concat(Array.from({ length: 900 }, () => bomb(MEGABYTE)));
    Bun.gc(true);
    const before = process.memoryUsage.rss();
    const answers = await Promise.all([1, 2, 3, 4].map(() => send("/orders", huge)));
    expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 413]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MEGABYTE);
  });

  test("that is one large gzip member is 413 without decompressing it whole", async () => {
    const huge = bomb(512 * MEGABYTE);
    expect(huge.byteLength).toBeLessThan(MEGABYTE);
    Bun.gc(true);
    const before = process.memoryUsage.rss();
    const answers = await Promise.all([1, 2, 3, 4].map(() => send("/orders", huge)));
    expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 413]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MEGABYTE);
  });

  test.each<[string, Uint8Array]>([
    ["not gzip", new TextEncoder().encode(JSON.stringify(order("broken")))],
    ["empty", new Uint8Array()],
    ["cut off", packed(order("broken")).slice(0, -9)],
    ["damaged", packed(order("broken")).map((byte, i) => (i === 30 ? byte ^ 0xff : byte))],
    ["followed by something else", Buffer.concat([packed(order("broken")), Buffer.from("more")])],
  ])("that is %s is 400", async (_, bytes) => {
    const answer = await answerOf(send("/returns", bytes));
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "malformed_body", errors: [{ pointer: "" }] },
    });
  });
});

describe("another Content-Encoding", () => {
  test.each(["br", "deflate", "zstd", "gzip, gzip", "compress", "?"])(
    "%s is 415, and the response lists the accepted encodings",
    async (coding) => {
      const answer = await send("/returns", packed({}), { "Content-Encoding": coding });
      expect(answer.headers.get("Accept-Encoding")).toBe("gzip");
      expect(await answerOf(answer)).toMatchObject({ status: 415, body: { code: "unsupported_encoding" } });
    },
  );

  test("identity means no encoding", async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(order("identity")));
    expect((await send("/orders", bytes, { "Content-Encoding": "identity" })).status).toBe(200);
  });
});

describe("on the compatible API", () => {
  const noteOf = async () =>
    `/api/v1/warehouse/return/${await numberOf(store, (await newReturn(store)).id)}/note`;

  test("a gzip body is decompressed", async () => {
    const answer = await send(await noteOf(), packed({ content: "Packed" }));
    expect(await answerOf(answer)).toEqual(json(200, true));
  });

  test("an invalid gzip body counts as malformed, like any body that is not JSON", async () => {
    const path = await noteOf();
    const broken = await answerOf(send(path, new TextEncoder().encode("none")));
    const none = await answerOf(
      send(path, new TextEncoder().encode("{"), { "Content-Encoding": "identity" }),
    );
    expect(broken).toEqual(none);
    expect(broken.status).toBe(422);
  });

  test("a body that decompresses to more than the limit is 413, and another encoding is 415", async () => {
    const path = await noteOf();
    expect(await answerOf(send(path, bomb(2 * MEGABYTE)))).toEqual(
      json(413, { message: "The body may have at most 1048576 bytes." }),
    );
    expect(await answerOf(send(path, packed({}), { "Content-Encoding": "br" }))).toEqual(
      json(415, { message: "The Content-Encoding may be gzip, not br." }),
    );
  });
});
