/** The input of a process that puts inventory levels until it is killed. */
export type Writing = {
  origin: string;
  storeId: string;
  secret: string;
  locationIds: string[];
  products: number;
  seed: number;
};

const { origin, storeId, secret, locationIds, products, seed }: Writing = JSON.parse(process.argv[2] ?? "{}");

for (let turn = seed; ; turn += 7) {
  const levels = Array.from({ length: 50 }, (_, i) => {
    const n = (turn * 7919 + i * 193) % products;
    return {
      product: { id: `p-${n}`, title: `Product ${n}`, sku: `SKU-${n}` },
      location_id: locationIds[(turn + i) % locationIds.length],
      quantity: 1 + (turn % 1_000),
    };
  });
  const response = await fetch(`${origin}/v2.2/stores/${storeId}/inventory-levels`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify({ inventory_levels: levels }),
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  await response.arrayBuffer();
  process.stdout.write(".");
}
