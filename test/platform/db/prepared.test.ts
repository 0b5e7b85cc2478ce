import { expect, test } from "bun:test";
import { preparedNamed } from "../../../src/platform/db/prepared.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

test("parameters with names get their values wherever they stand, and `$1` is the store", async () => {
  const run = preparedNamed<{ all: string[] }>(
    "named_parameters",
    "select array[$later, $1, $last, $later, $storeId, $3, '$'] as all",
  );
  const [row] = await run(service.ctx.db, { last: "c", storeId: "a", later: "b" });
  expect(row?.all).toEqual(["b", "a", "c", "b", "a", "c", "$"]);
});

test("a statement whose value is missing is not sent", async () => {
  const run = preparedNamed("missing_parameter", "select $storeId, $status");
  await expect(run(service.ctx.db, { storeId: "a" })).rejects.toThrow("has no value of status");
});
