import { expect, test } from "bun:test";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { revokeClient } from "../../../src/features/stores/revoke-client.ts";
import {
  ALL,
  COMMENTS,
  OF_RETURN,
  OF_STORE,
  type Operation,
  requestOf,
  rows,
  type Sent,
  WRITING,
} from "../../support/return-operations.ts";
import { answerOf, invalidAnswer, newReturn, problemAnswer, readReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

function send(operation: Operation, store: TestStore, sent?: Sent): Promise<Response> {
  const request = requestOf(operation, store, sent);
  return service.fetch(new URL(request.url).pathname, request);
}

test.each(ALL)("%s requires a valid secret: any other credential is the same 401", async (_, operation) => {
  const store = await service.newStore();
  const { clientId, secret } = await createClient(store.ctx, store.id, { name: "gone" });
  await revokeClient(store.ctx, store.id, clientId);
  const unauthenticated = problemAnswer(
    401,
    "A valid API secret is required: Authorization: Bearer <API_SECRET>.",
  );
  for (const Authorization of [
    "",
    "Bearer",
    store.secret,
    `Basic ${store.secret}`,
    `Bearer ${store.secret}x`,
    `Bearer ${secret}`,
  ]) {
    const response = await send(operation, store, {
      headers: { Authorization },
      ...(operation.body !== undefined && { body: "{" }),
    });
    expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(await answerOf(response)).toEqual(unauthenticated);
  }
});

test.each(ALL)("%s without its scope is 403", async (_, operation) => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  const needed = operation.body === undefined ? "returns_read" : "returns_write";
  const narrow = await store.withScopes(
    "orders_write",
    needed === "returns_read" ? "returns_write" : "returns_read",
  );
  expect(await answerOf(send(operation, narrow, { id }))).toEqual(
    problemAnswer(403, `This API secret lacks the scope ${needed}.`),
  );
  expect((await readReturn(store, id)).return).toMatchObject({ status: "open", tags: [], notes: [] });
});

test.each(rows(OF_STORE))(
  "%s of another store is 403, whether or not that store exists",
  async (_, operation) => {
    const [store, other] = [await service.newStore(), await service.newStore()];
    for (const id of [other.id, "nowhere"]) {
      expect(await answerOf(send(operation, { ...store, id }))).toEqual(
        problemAnswer(403, "This API secret belongs to another store."),
      );
    }
  },
);

test.each(rows(OF_RETURN))(
  "%s: another store's return has the same response as an unknown id",
  async (_, operation) => {
    const [store, other] = [await service.newStore(), await service.newStore()];
    const before = await newReturn(other);
    const answers = [before.id, "ret_0123456789abcdefghjkmnpqrs"].map(async (id) => {
      const { body, ...rest } = await answerOf(send(operation, store, { id }));
      return {
        ...rest,
        body: JSON.parse(
          JSON.stringify(body)
            .replaceAll(id, ":id")
            .replace(/urn:uuid:[0-9a-f-]+/, ""),
        ),
      };
    });
    const [others, unknown] = await Promise.all(answers);
    const detail = operation.path.endsWith("image")
      ? "The return :id has no image comment com_1."
      : "The store has no return :id.";
    const { body } = problemAnswer(404, detail);
    expect(unknown).toEqual({ ...problemAnswer(404), body: { ...(body as object), instance: "" } });
    expect(others).toEqual(unknown);
    expect((await readReturn(other, before.id)).return).toEqual(before);
  },
);

test.each(["a%2Fb", "%00", "a%00b", "%E0%A4%A", "..%2F..", "%F0%9F%93%A6", "x".repeat(4000)])(
  "an id that no return can have is 404 like an unknown one: %s",
  async (id) => {
    const store = await service.newStore();
    for (const operation of OF_RETURN) {
      expect(await answerOf(send(operation, store, { id }))).toEqual(problemAnswer(404));
    }
  },
);

test.each(ALL)("%s: any other method is 405 with the supported methods in Allow", async (_, operation) => {
  const response = await send({ ...operation, method: "DELETE" }, await service.newStore(), {
    body: undefined,
  });
  expect(response.headers.get("Allow")).toBe(operation.allow);
  expect(await answerOf(response)).toEqual(problemAnswer(405));
});

test.each(WRITING)("%s accepts only JSON: another media type is 415", async (_, operation) => {
  const store = await service.newStore();
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
  ]) {
    expect(await answerOf(send(operation, store, { headers: { "Content-Type": type } }))).toEqual(
      problemAnswer(415),
    );
  }
});

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test.each(WRITING)("%s: a body that is not JSON, or nested too deeply, is 400", async (_, operation) => {
  const store = await service.newStore();
  for (const body of [
    "",
    " ",
    "{",
    '{"data":',
    "nope",
    '{"a":1}}',
    nested(10_000),
    `{"a":${nested(200_000)}}`,
  ]) {
    expect(await answerOf(send(operation, store, { body }))).toEqual(invalidAnswer({ pointer: "" }));
  }
});

test.each(WRITING)(
  "%s: a body over its limit is 413",
  async (_, operation) => {
    const store = await service.newStore();
    const limit = operation.path === COMMENTS.path ? 10 * 1024 * 1024 : 1024 * 1024;
    const body = JSON.stringify(operation.body).padEnd(limit + 1, " ");
    expect(await answerOf(send(operation, store, { body }))).toEqual(problemAnswer(413));
    expect((await send(operation, store, { body: body.slice(0, -1) })).status).toBe(404);
  },
  30_000,
);

test.each(WRITING)(
  "%s: fields named like properties of Object.prototype have no effect",
  async (_, operation) => {
    const store = await service.newStore();
    const { id } = await newReturn(store, {}, { orderId: "1001" });
    const own = JSON.stringify(operation.body).slice(1, -1);
    const body = `{${own},"__proto__":{"status":"deleted","polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}`;
    expect((await send(operation, store, { id, body })).status).toBeLessThan(300);
    expect("polluted" in {}).toBe(false);
    expect(JSON.stringify(await readReturn(store, id))).not.toContain("polluted");
  },
);
