import { beforeAll, expect, test } from "bun:test";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { answerOf, ok } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
const IMPORT = "/stores/:store/inventory-levels/import";
const HEAD = "product_id,title,sku,location_id,quantity";
let locationId: string;
beforeAll(async () => {
  ({ locationId } = await createLocation(store.ctx, store.id, { name: "Main" }));
});

test("the valid lines of a file are stored, the others reported by their number", async () => {
  const lines = [
    HEAD,
    `tee,"Tee, M",TEE-M,${locationId},4`,
    `mug,Mug,,${locationId},many`,
    `cap,Cap,,loc_0,1`,
    `tee,"Tee, M",TEE-M,${locationId},5`,
  ];
  const answer = await answerOf(store.post(IMPORT, { file: lines.join("\n") }));
  const detail = expect.any(String);
  expect(answer).toEqual(
    ok({
      lines: 4,
      changed: 1,
      broken: 3,
      errors: [
        { line: 3, detail },
        { line: 5, detail },
        { line: 4, detail },
      ],
    }),
  );
  const levels = (await (await store.get("/stores/:store/inventory-levels")).json()) as {
    inventory_levels: { product: { title: string }; quantity: number }[];
  };
  expect(levels.inventory_levels.map(({ product, quantity }) => [product.title, quantity])).toEqual([
    ["Tee, M", 4],
  ]);
});

test("a file without a valid header is 400, as is one without a row", async () => {
  for (const file of ["", " ", HEAD, `${HEAD}\n\n`, "title,quantity\nTee,4"]) {
    expect((await answerOf(store.post(IMPORT, { file }))).status).toBe(400);
  }
});

test("another store's location is unknown", async () => {
  const other = await service.newStore();
  const file = `${HEAD}\ntee,Tee,,${locationId},4`;
  const { body } = await answerOf(other.post(IMPORT, { file }));
  expect(body).toMatchObject({ changed: 0, broken: 1 });
});
