import { expect, test } from "bun:test";
import { createCli } from "../support/cli.ts";
import { dataFolder, runProcess, startProcess } from "../support/process.ts";
import { environmentOf, useService } from "../support/use-service.ts";

const service = useService();

test("the service goes on, and stops in order, when nothing reads its standard output any more", async () => {
  const folder = await dataFolder();
  // The reader ends within the greeting.
  const command = ["bash", "-c", `exec "$0" src/main.ts > >(sed '/Docs/q')`, process.execPath];
  const running = await startProcess({ DATA_DIR: folder.path, DEMO: "0" }, command);
  for (let i = 0; i < 20; i++) {
    expect((await fetch(`${running.origin}/v2.2/stores/none/orders`)).status).toBe(401);
    await Bun.sleep(10);
  }
  running.signal("SIGTERM");
  expect(await running.exited).toBe(0);
  const complaints = running.output().match(/.*can't be written, and the service goes on.*/g);
  expect(complaints).toHaveLength(1);
  await folder.remove();
}, 60_000);

test.each([
  ["nothing reads", "unread", "> >(true)"],
  ["finds a full disk", "full", "> /dev/full"],
])("a command whose result %s has done its work, and exits with 1 and no stack", async (_, id, output) => {
  const command = ["bash", "-c", `exec "$0" src/cli.ts store create --id ${id} --name Shop ${output}`];
  expect(await runProcess(environmentOf(service), [...command, process.execPath])).toEqual({
    code: 1,
    output: "",
  });
  const { secret } = await createCli(environmentOf(service)).json(`client create --store ${id} --name me`);
  const headers = { Authorization: `Bearer ${secret}` };
  const made = await service.fetch(`/v2.2/stores/${id}`, { headers });
  expect(await made.json()).toMatchObject({ name: "Shop" });
});
