import { test } from "bun:test";
import { dataFolder, startProcess } from "./process.ts";
import { startService } from "./service.ts";

// Not part of the suite: a run of tests that killed-run.test.ts starts, and that ends early in the given way.

test("a run that ends early", async () => {
  await startService();
  const folder = await dataFolder();
  const { pid } = await startProcess({ DATA_DIR: folder.path, DEMO: "0" });
  console.log(`started ${JSON.stringify({ servicePid: pid })}`);
  if (process.env.END_BY === "timeout") return;
  if (process.env.END_BY === "fail") throw new Error("Under --bail nothing comes after this.");
  await new Promise(() => {});
});

// The test runner ends every child of a test that takes too long.
test.if(process.env.END_BY === "timeout")("a test that takes too long", () => new Promise(() => {}), 100);

test.if(process.env.END_BY === "timeout")("a test after it", async () => {
  const service = await startService();
  await service.newStore();
  console.log("went on");
});
