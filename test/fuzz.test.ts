import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { type Document, readDocument } from "./contract/document.ts";
import { createSchemas } from "./contract/schemas.ts";
import { grounded, PNG, REFUSED_RIGHTLY, type World } from "./fuzz/ground.ts";
import { requestsOf, type Sketch } from "./fuzz/requests.ts";
import { type Bench, startBench } from "./support/bench.ts";
import { order } from "./support/fixtures.ts";

/** As many as CI can wait for; `bun run fuzz` sends more, and others each time. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const SEED = process.env.FUZZ_REQUESTS ? Date.now() : 20_260_301;
const AT_ONCE = 100;
const HOUR = 3_600_000;

let bench: Bench;
let document: Document;
let world: World;
beforeAll(async () => {
  bench = await startBench({ eventRateLimit: 0 });
  document = await readDocument(bench.app);
  world = await furnish(bench);
});
afterAll(() => bench.service.stop());

test(
  `${REQUESTS} requests made out of the description, valid and broken, are answered as it says and never 5xx`,
  async () => {
    const seen = { valid: 0, accepted: 0, broken: 0, refused: 0 };
    const batches = fc.array(requestsOf(document), { minLength: AT_ONCE, maxLength: AT_ONCE });
    const property = fc.asyncProperty(batches, async (sketches) => {
      await Promise.all(sketches.map((sketch) => hold(grounded(sketch, world), seen)));
    });
    await fc.assert(property, {
      numRuns: REQUESTS / AT_ONCE,
      seed: SEED,
      endOnFailure: true,
      reporter: ({ errorInstance }) => {
        if (errorInstance) throw errorInstance;
      },
    });

    bench.unharmed();
    console.log(`seed ${SEED}: ${JSON.stringify(seen)}`);
    expect(seen.valid + seen.broken).toBe(REQUESTS);
    expect(seen.accepted).toBeGreaterThan(seen.valid * 0.9);
    expect(seen.refused).toBeGreaterThan(seen.broken * 0.5);
  },
  HOUR,
);

test("what is generated as valid is valid by the description's schemas", () => {
  const { open } = createSchemas(document);
  for (const { operation, isValid, body } of fc.sample(requestsOf(document), {
    numRuns: 2_000,
    seed: SEED,
  })) {
    const schema = operation.requestBody?.content["application/json"]?.schema;
    if (isValid && schema)
      expect([operation.operationId, ...open(schema)(body)]).toEqual([operation.operationId]);
  }
});

type Seen = { valid: number; accepted: number; broken: number; refused: number };

/** Sends one request; that its answer is described is seen to by the app that the tests speak to. */
async function hold(sketch: Sketch, seen: Seen): Promise<void> {
  const { operation, isValid } = sketch;
  const answer = await bench.app.fetch(requestOf(sketch));
  const accepted = answer.status < 300;
  if (isValid) {
    seen.valid++;
    if (accepted) seen.accepted++;
    const rightly = REFUSED_RIGHTLY[operation.operationId]?.includes(answer.status);
    if (!accepted && !rightly) throw await failure("was valid", sketch, answer);
  } else {
    seen.broken++;
    if (!accepted) seen.refused++;
    if (answer.status >= 500) throw await failure("broke the service", sketch, answer);
  }
}

function requestOf({ operation, path, query, headers, body }: Sketch): Request {
  const named = operation.path.replace(/\{(\w+)\}/g, (_, name) => encoded(path[name] ?? "nothing-there"));
  const asked = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return new Request(`http://localhost${named}${asked.length > 0 ? `?${asked.join("&")}` : ""}`, {
    method: operation.method,
    headers: {
      Authorization: `Bearer ${bench.store.secret}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

/** A lone surrogate can't be written in an address; what stands there then is no id either. */
function encoded(text: string): string {
  return text === "." || text === ".." ? "%2E" : encodeURIComponent(text.toWellFormed());
}

async function failure(what: string, { operation, isValid: _, ...sketch }: Sketch, answer: Response) {
  const said = `${answer.status} ${await answer.text()}`;
  return new Error(`${operation.operationId} ${what}: ${JSON.stringify(sketch)}\nanswered ${said}`);
}

async function furnish({ store, names }: Bench): Promise<World> {
  const customer = { email: "known@example.test" };
  await store.post("/stores/:store/orders", order("of-known", { customer }));
  const commented = await store.post(`/returns/${names.returnId}/comments`, { comment: { image: PNG } });
  const { comment } = (await commented.json()) as { comment: { image: string } };
  return { ...names, commentId: comment.image.split("/").at(-2) ?? "" };
}
