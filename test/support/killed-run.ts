import { test } from "bun:test";
import { administer } from "./administer.ts";
import { emptyDatabase } from "./database.ts";
import { dataFolder, startProcess } from "./process.ts";
import { openPair } from "./standby.ts";

// Not part of the suite: killed-run.test.ts starts it as a test run that ends early in the way that END_BY
// names.

test("a run that ends early", async () => {
  await emptyDatabase();
  await openPair();
  const folder = await dataFolder();
  const { pid } = await startProcess({ DATA_DIR: folder.path, DEMO: "0" });
  console.log(`started ${JSON.stringify({ servicePid: pid })}`);
  if (process.env.END_BY === "timeout") return;
  if (process.env.END_BY === "fail") throw new Error("Under --bail nothing comes after this.");
  await new Promise(() => {});
});

// The test runner kills every child of this process when a test times out.
test.if(process.env.END_BY === "timeout")("a test that times out", () => new Promise(() => {}), 100);

test.if(process.env.END_BY === "timeout")("a test after the timeout", async () => {
  const { url } = await emptyDatabase();
  await administer(url, "create table went_on ()");
});
