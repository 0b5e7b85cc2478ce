import { expect, test } from "bun:test";
import { cloneDatabase } from "../../support/database.ts";
import { countFiles } from "./count-files.ts";

/** At most so many; the number falls with each step that shortens a path. `bun test/lab/paths/main.ts` prints the files. */
const MOST: Record<string, number> = {
  "GET /returns/{id}/status": 22,
  "POST /orders": 45,
  "POST /returns": 55,
  "PUT /returns/{id}/status": 36,
  "POST /warehouse/return/{id}/process": 45,
  "a delivery": 25,
};

test("a request runs through few files", async () => {
  const database = await cloneDatabase();
  const counted = await countFiles(MOST, database.url);
  await database.drop();
  expect(Object.keys(counted)).toEqual(Object.keys(MOST));
  const longer = Object.entries(counted).filter(([path, files]) => files.length > (MOST[path] ?? 0));
  expect(Object.fromEntries(longer)).toEqual({});
});
