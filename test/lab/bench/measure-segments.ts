import type { BenchStore } from "./environment.ts";
import { LAST_EVENT } from "./fill-history.ts";
import { measure } from "./measure.ts";
import type { Ratio } from "./report.ts";

const LIMIT_MS = 200;
const since = new Date(Date.parse(LAST_EVENT) - 30 * 86_400_000).toISOString();
const SHIPPED = { event: "Order shipped" };

const CASES: Record<string, object> = {
  "a name of 1 % of the events": page({ event: "Gift card redeemed" }),
  "a name of 5 %": page(SHIPPED),
  "a name of 10 %": page({ event: "Viewed product" }),
  "a name of 5 % within 30 days": page({ ...SHIPPED, within: { since } }),
  "a name of 5 % with a value": page({ ...SHIPPED, data: [{ key: "total", op: "=", value: 7 }] }),
  "a name of 1 %, with the count": count({ event: "Gift card redeemed" }),
  "a name of 5 %, with the count": count(SHIPPED),
  "a name of 5 %, at least 5 times": count({ ...SHIPPED, times: { op: ">=", value: 5 } }),
};

function page(where: object) {
  return { where };
}

function count(where: object) {
  return { where, include: ["count"] };
}

/** Measures the first page of segments over one event name, one request at a time. */
export async function measureSegments(origin: string, { id, secret }: BenchStore): Promise<Ratio[]> {
  const ratios: Ratio[] = [];
  for (const [name, body] of Object.entries(CASES)) {
    const work = async () => {
      const response = await fetch(`${origin}/v2.2/stores/${id}/segments/query`, {
        method: "POST",
        headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      const { customers } = await response.json();
      if (!customers?.length) throw new Error(`${name} was answered ${response.status}, without a customer`);
    };
    ratios.push(await measure(`segment: ${name}`, LIMIT_MS, work));
  }
  return ratios;
}
