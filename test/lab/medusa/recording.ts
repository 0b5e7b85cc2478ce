import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { registerFormats } from "../../../src/core/http/errors/formats.ts";
import { MedusaOrder } from "../../../src/features/connectors/medusa/order-schema.ts";

const FILE = new URL("../../support/shops/medusa-recorded.jsonl", import.meta.url);

/** What is read of an order, and what Medusa says that it costs. */
const Kept = Type.Object({ ...MedusaOrder.properties, total: Type.Number(), tax_total: Type.Number() });

/** Writes orders as Medusa has sent them, one a line, for the tests that run without it. */
export async function writeRecording(orders: Map<string, unknown>): Promise<void> {
  registerFormats();
  const lines = Array.from(orders, ([name, order]) =>
    JSON.stringify({ name, order: withoutNull(Value.Clean(Kept, structuredClone(order))) }),
  );
  await Bun.write(FILE, `${lines.join("\n")}\n`);
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== "object" || value === null) return value;
  const present = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(present.map(([name, each]) => [name, withoutNull(each)]));
}
