import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type Cli, createCli } from "../../support/cli.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { fileOf, fileOfOrder } from "../../support/order-imports.ts";
import { leastOrder } from "../../support/orders.ts";
import { environmentOf, useService } from "../../support/use-service.ts";

const service = useService();
let cli: Cli;
let folder: TemporaryFolder;
beforeAll(async () => {
  cli = createCli(environmentOf(service), { asProcess: /./ });
  folder = await temporaryFolder("aftersale-orders-");
});
afterAll(async () => {
  await folder.remove();
});

async function newFile(content: string | Uint8Array): Promise<string> {
  const path = join(folder.path, crypto.randomUUID());
  await Bun.write(path, content);
  return path;
}

test("the command imports a file of orders, gzipped too, and again nothing changes", async () => {
  const store = await service.newStore();
  const path = await newFile(
    Bun.gzipSync(new TextEncoder().encode(fileOf(["1", "2"].map((id) => leastOrder(id))))),
  );
  const counts = { format: "jsonl", orders: 2, created: 0, updated: 0, unchanged: 0, broken: 0, errors: [] };
  const command = `order import --store ${store.id}`;
  expect(await cli.json(command, path)).toEqual({ ...counts, created: 2 });
  expect(await cli.json(`${command} --format jsonl`, path)).toEqual({ ...counts, unchanged: 2 });
});

test("it names each line that is not valid, and then exits with 1; an unknown format, store or file is an error", async () => {
  const store = await service.newStore();
  const path = await newFile(`no order\n${fileOfOrder("1")}`);
  const failed = await cli.run(`order import --store ${store.id} --format jsonl`, path);
  expect(failed).toMatchObject({ code: 1 });
  expect(failed.out + failed.err).toContain("line 1: The line is not valid JSON.");
  expect(failed.out + failed.err).toContain("1 created, 0 updated, 0 unchanged, 1 left out");
  const good = await newFile(fileOfOrder("2"));
  for (const options of [
    `--store ${store.id} --format magento`,
    "--store sto_0",
    `--store ${store.id} --format shopify`,
  ]) {
    expect(await cli.run(`order import ${options}`, good)).toMatchObject({ code: 1 });
  }
});

test("the memory of what is imported is freed on the way, after each 5,000 orders", async () => {
  const store = await service.newStore();
  const path = await newFile("{}\n".repeat(10_000));
  let freed = 0;
  const counting = createCli(environmentOf(service), { freeMemory: () => freed++ });
  await counting.run(`order import --format jsonl --store ${store.id}`, path);
  expect(freed).toBe(2);
});

test("a csv file that comes by a pipe, which can't be read twice, is an error that says so, and nothing is stored", async () => {
  const store = await service.newStore();
  const header = "Name,Created at,Lineitem quantity,Lineitem name,Lineitem price,Total";
  const path = await newFile(`${header}\n#1,2026-03-01 10:00:00 +0000,1,Tee,8.00,8.00\n`);
  const program = process.execPath;
  const command = `cat "${path}" | "${program}" src/cli.ts order import /dev/stdin --store ${store.id}`;
  const child = Bun.spawn(["sh", "-c", command], {
    ...{ env: { ...process.env, ...environmentOf(service) }, stdout: "pipe", stderr: "pipe" },
  });
  const said = (await Promise.all([child.stdout, child.stderr].map((one) => new Response(one).text()))).join(
    "",
  );
  expect(await child.exited).toBe(1);
  expect(said).toContain("The file can be read only once, as a pipe");
  expect((await (await store.get("/stores/:store/orders")).json()).orders).toEqual([]);
});
