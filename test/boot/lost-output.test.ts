import { expect, test } from "bun:test";
import { dataFolder, startProcess } from "../support/process.ts";

test("the service goes on, and stops in order, when nothing reads its standard output any more", async () => {
  const folder = await dataFolder();
  // The reader ends within the greeting.
  const command = ["bash", "-c", `exec "$0" src/main.ts > >(sed '/Docs/q')`, process.execPath];
  const service = await startProcess({ DATA_DIR: folder.path, DEMO: "0" }, command);
  for (let i = 0; i < 20; i++) {
    expect((await fetch(`${service.origin}/v2.2/stores/none/orders`)).status).toBe(401);
    await Bun.sleep(10);
  }
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  const complaints = service.output().match(/.*can't be written, and the service goes on.*/g);
  expect(complaints).toHaveLength(1);
  await folder.remove();
}, 60_000);
