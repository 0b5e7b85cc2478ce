import { open } from "node:fs/promises";
import { join } from "node:path";
import { createCli } from "../../support/cli.ts";
import { temporaryFolder } from "../../support/ends-with-us.ts";
import { COMMAND_MEMORY_MB, measuredCommand } from "../../support/measured-command.ts";
import { prepareEnvironment } from "./environment.ts";
import { atMost, type Ratio } from "./report.ts";

const ORDERS = 100_000;
const WITHIN_S = 60;
const TOGETHER = 1_000;

/**
 * Measures how `cli order import` imports 100,000 orders of as many customers, as JSON lines and as Shopify exports them, each
 * with two lines: the time and the memory of its process. `--stored N` sets the number of orders.
 */
export async function benchOrderImport(options: string[]): Promise<Ratio[]> {
  const at = options.indexOf("--stored");
  const count = at < 0 ? ORDERS : Number(options[at + 1]);
  const folder = await temporaryFolder("aftersale-bench-");
  const target = await prepareEnvironment("_orders");
  const env = { DATABASE_URL: target.url, ENCRYPTION_KEY: target.encryptionKey };
  const ratios: Ratio[] = [];
  try {
    for (const [format, write] of Object.entries({ jsonl: jsonLine, shopify: shopifyRows })) {
      const file = join(folder.path, format);
      await writeOrders(file, count, format === "shopify" ? HEADER : "", write);
      const { storeId } = await createCli(env).json("store create --name Bench");
      const words = ["import", file, "--store", String(storeId), "--format", format];
      const { seconds, memoryMb } = await measuredCommand(env, "order", ...words);
      const { rows } = await target.sql.query(
        "select count(*)::int as count from orders where store_id = $1",
        [storeId],
      );
      if (rows[0].count !== count) throw new Error(`${rows[0].count} orders are there, not ${count}`);
      const allowed = (WITHIN_S * count) / ORDERS;
      ratios.push(
        atMost(`import of ${count} orders, ${format}`, `${seconds.toFixed(1)} s`, seconds / allowed, 1),
        atMost(
          `import of orders, ${format}, memory`,
          `${memoryMb.toFixed(0)} MB`,
          memoryMb / COMMAND_MEMORY_MB,
          1,
        ),
      );
    }
  } finally {
    await target.clear();
    await folder.remove();
  }
  return ratios;
}

async function writeOrders(path: string, count: number, header: string, write: (n: number) => string) {
  const file = await open(path, "w");
  await file.write(header);
  for (let n = 0; n < count; n += TOGETHER) {
    const orders = Array.from({ length: Math.min(TOGETHER, count - n) }, (_, i) => write(n + i));
    await file.write(orders.join(""));
  }
  await file.close();
}

const money = (amount: string) => {
  const set = { amount, currencyCode: "EUR" };
  return { presentmentMoney: set, shopMoney: set };
};

const ADDRESS = {
  address1: "1 Main Street",
  city: "Berlin",
  provinceCode: "BE",
  zip: "10115",
  countryCode: "DE",
};

function jsonLine(n: number): string {
  const lines = [1, 2].map((i) => ({
    ...{ id: `${n}-${i}`, quantity: i, priceSet: money("19.90"), title: "Linen shirt, M" },
    ...{ productId: `linen-${n % 500}`, sku: `LIN-${n % 500}`, taxLines: [{ priceSet: money("3.78") }] },
  }));
  const order = {
    ...{ id: `J-${n}`, type: "order", createdAt: "2026-03-01T10:00:00Z", updatedAt: "2026-03-01T10:00:00Z" },
    ...{ presentmentCurrency: "EUR", shopCurrency: "EUR", lineItems: lines, orderDiscounts: [] },
    customer: { email: `customer-${n}@example.com`, firstName: "Ada", lastName: `Byron ${n}` },
    ...{ shippingLines: [], fulfillments: [], shippingAddress: ADDRESS, billingAddress: ADDRESS },
  };
  return `${JSON.stringify(order)}\n`;
}

const HEADER =
  "Name,Email,Currency,Subtotal,Shipping,Taxes,Total,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,Notes,Id\n";

function shopifyRows(n: number): string {
  const at = "2026-03-01 10:00:00 +0100";
  const person = `Ada Byron ${n},1 Main Street,Berlin,'10115,DE,"Leave it in the hall,\nplease"`;
  return (
    `#${n},buyer-${n}@example.com,EUR,59.70,4.90,12.27,76.87,0.00,${at},1,"Linen shirt, M",19.90,LIN-${n % 500},${person},${9_000_000_000 + n}\n` +
    `#${n},buyer-${n}@example.com,,,,,,,${at},2,"Linen shirt, L",19.90,LIL-${n % 500},,,,,,,\n`
  );
}
