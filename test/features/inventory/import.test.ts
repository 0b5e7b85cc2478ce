import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { importLevels } from "../../../src/features/inventory/import-levels.ts";
import type { ImportResult } from "../../../src/features/inventory/schema.ts";
import { type Cli, createCli } from "../../support/cli.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { itemsOf, levelOf, levelsOf, newPlace, newShop } from "../../support/inventory.ts";
import { fileOfOrder } from "../../support/order-imports.ts";
import type { TestStore } from "../../support/service.ts";
import { environmentOf, useService } from "../../support/use-service.ts";

const service = useService();
let cli: Cli;
let folder: TemporaryFolder;
beforeAll(async () => {
  cli = createCli(environmentOf(service), { asProcess: /./ });
  folder = await temporaryFolder("aftersale-import-");
});
afterAll(async () => {
  await folder.remove();
});

const HEADER = "product_id,title,sku,upc,image_url,location_id,quantity,committed,reserved,buildable,kind";
const ALL_COLUMNS = `${HEADER},external_ids`;

async function newFile(content: string | Uint8Array): Promise<string> {
  const path = join(folder.path, crypto.randomUUID());
  await Bun.write(path, content);
  return path;
}

/** Imports a file in chunks of this many bytes; returns the result with the progress lines. */
async function imported(store: TestStore, content: string | Uint8Array<ArrayBuffer>, size = 1_000_000) {
  const bytes = new Uint8Array(await new Blob([content]).arrayBuffer());
  const reported: string[] = [];
  const file = new ReadableStream<Uint8Array>({
    start: (sink) => {
      for (let at = 0; at < bytes.length; at += size) sink.enqueue(bytes.slice(at, at + size));
      sink.close();
    },
  });
  const answer = await importLevels(
    store.ctx,
    { storeId: store.id, by: "test", byId: null, requestId: "r" },
    {
      file,
      onProgress: (line) => reported.push(line),
      onFault: (line) => reported.push(line),
    },
  );
  return { ...answer, reported };
}

/** Returns the quantity of each level by product. */
async function stockOf(store: TestStore): Promise<Record<string, unknown>> {
  const levels = await levelsOf(store);
  return Object.fromEntries(
    levels.map(({ product, quantity }) => [`${product.id}: ${product.title}`, quantity]),
  );
}

function clean(lines: number, changed: number): ImportResult & { reported: string[] } {
  return { lines, changed, broken: 0, errors: [], reported: [] };
}

test("the command imports a csv file, and importing it again changes nothing", async () => {
  const { store, place } = await newShop(service);
  const second = await newPlace(store, "Second");
  const path = await newFile(`${HEADER}
tee,"Tee, ""blue""",TEE,0614,https://shop.test/tee.png,${place},10,3,2,1,RETURN
mug,Mug,,,,${place},4,,,,
mug,Mug,,,,${second},5,,,,PRODUCT
`);
  const command = `inventory import --store ${store.id} --file`;
  expect(await cli.json(command, path)).toEqual({ lines: 3, changed: 3, broken: 0, errors: [] });
  const levels = await levelsOf(store);
  expect(levels.find(({ product }) => product.id === "tee")).toMatchObject({
    product: {
      id: "tee",
      title: 'Tee, "blue"',
      sku: "TEE",
      upc: "0614",
      image_url: "https://shop.test/tee.png",
    },
    location: { id: place, name: "Main" },
    ...{ quantity: 10, committed: 3, reserved: 2, buildable: 1 },
  });
  const items = await itemsOf(store);
  expect(items.map(({ name, kind, quantity }) => [name, kind, quantity]).toSorted()).toEqual([
    ["Mug", "PRODUCT", 9],
    ['Tee, "blue"', "RETURN", 10],
  ]);

  const again = await cli.run(command, path);
  expect(again).toEqual({ code: 0, out: "Read 3 lines: 0 levels changed, 0 lines are invalid.\n", err: "" });
  expect([await levelsOf(store), await itemsOf(store)]).toEqual([levels, items]);
});

test("import: invalid lines are reported by number, the others are stored, and the command fails", async () => {
  const { store, place } = await newShop(service);
  const theirs = (await newShop(service)).place;
  const path = await newFile(`product_id,title,location_id,quantity
a,A,${place},1
b,B,${theirs},1
c,C,${place},1.5

d,D,${place}
,E,${place},1
f,F,${place},-1
g,G,${place},2`);
  const reported = [
    [4, "quantity must be a whole number from 0 to 2147483647."],
    [6, "The line has 3 fields where the header has 4."],
    [7, "product.id is required."],
    [8, "quantity must be a whole number from 0 to 2147483647."],
    [3, `The store has no location ${theirs}.`],
  ] as const;
  const { code, out, err } = await cli.run(`inventory import --json --store ${store.id} --file`, path);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    ...{ lines: 7, changed: 2, broken: 5 },
    errors: reported.map(([line, detail]) => ({ line, detail })),
  });
  expect(err).toBe(reported.map(([line, detail]) => `line ${line}: ${detail}\n`).join(""));
  expect(await stockOf(store)).toEqual({ "a: A": 1, "g: G": 2 });
});

test("the command reports a missing file, an unknown store or a missing column, and stores nothing", async () => {
  const { store, place } = await newShop(service);
  const path = await newFile(`product_id,title,sku,location_id\na,A,S,${place}\n`);
  const errors = await Promise.all([
    cli.run(`inventory import --store ${store.id} --file ${folder.path}/none.csv`),
    cli.run("inventory import --store sto_none --file", path),
    cli.run(`inventory import --store ${store.id} --file`, path),
  ]);
  const refused = (message: string) => ({ code: 1, out: "", err: `${message}\n` });
  expect(errors).toEqual([
    refused(`There is no file ${folder.path}/none.csv.`),
    refused("There is no store sto_none."),
    refused(`A csv file begins with the columns ${ALL_COLUMNS}; quantity is missing.`),
  ]);
  expect(await levelsOf(store)).toEqual([]);
});

test("the commands say of a gzip file that ends early that it does", async () => {
  const { store, place } = await newShop(service);
  const rows = Array.from({ length: 100 }, () => `${crypto.randomUUID()},T,${place},1\n`);
  const gzip = (text: string) => Bun.gzipSync(new TextEncoder().encode(text));
  const stock = gzip(`product_id,title,location_id,quantity\n${rows.join("")}`);
  const orders = gzip(fileOfOrder("1"));
  const refused = {
    code: 1,
    out: "",
    err: expect.stringContaining("The gzip file ends early or is damaged.\n"),
  };
  for (const cut of [4, 8, 12]) {
    const path = await newFile(stock.subarray(0, stock.length - cut));
    expect(await cli.run(`inventory import --store ${store.id} --file`, path)).toEqual(refused);
    const orderPath = await newFile(orders.subarray(0, orders.length - cut));
    expect(await cli.run(`order import --store ${store.id}`, orderPath)).toEqual(refused);
  }
  const damaged = await newFile(stock.map((byte, at) => (at === 300 ? byte ^ 255 : byte)));
  expect(await cli.run(`inventory import --store ${store.id} --file`, damaged)).toEqual(refused);
});

test("columns come in any order, optional ones may be missing, and others are ignored", async () => {
  const { store, place } = await newShop(service);
  const csv = `quantity, colour ,location_id,title,product_id\n7,red,${place},Tee,tee\n+08,,${place},Mug,mug\n`;
  expect(await imported(store, csv)).toEqual(clean(2, 2));
  expect(await stockOf(store)).toEqual({ "tee: Tee": 7, "mug: Mug": 8 });
  await expect(imported(store, `${HEADER},title\n`)).rejects.toThrow(
    "The csv file has the column title twice.",
  );
});

test("JSON lines have the form of the elements of a PUT, and each is validated alone", async () => {
  const { store, place } = await newShop(service);
  const full = { ...levelOf(place), committed: 1, kind: "RETURN", external_ids: { wms: "1" } };
  const lines = [
    JSON.stringify(full),
    JSON.stringify(levelOf(place, { quantity: "3" })),
    "{",
    "[]",
    "",
    JSON.stringify(levelOf("loc_none")),
    JSON.stringify(levelOf(place, { external_ids: { a: "\u0000" } })),
    JSON.stringify(levelOf(place, { quantity: 3, kind: null })),
  ];
  const { reported, ...answer } = await imported(store, lines.join("\r\n"));
  expect(reported).toEqual([
    "line 2: quantity must be a whole number from 0 to 2147483647.",
    "line 3: The line is not valid JSON.",
    "line 4: The line must be an object.",
    "line 7: external_ids.a may not contain the NUL character.",
    "line 6: The store has no location loc_none.",
  ]);
  expect(answer).toMatchObject({ lines: 7, changed: 2, broken: 5 });
  expect(
    (await levelsOf(store, "?product_id=tee")).map(({ quantity, external_ids }) => [quantity, external_ids]),
  ).toEqual(
    expect.arrayContaining([
      [10, { wms: "1" }],
      [3, {}],
    ]),
  );
});

test("import: chunk size, compression and line ends make no difference", async () => {
  const { store, place } = await newShop(service);
  const csv = `\ufeff${HEADER}\r\nä,"Tee\r\nin ""two"" lines",,,,${place},1,,,,\r\nb,日本,,,,${place},2,,,,`;
  const gzip = Bun.gzipSync(new TextEncoder().encode(csv));
  expect(await imported(store, csv, 1)).toEqual(clean(2, 2));
  expect(await stockOf(store)).toEqual({ 'ä: Tee\r\nin "two" lines': 1, "b: 日本": 2 });
  for (const size of [1, 2, 3, 7, 64, 1_000]) {
    expect(await imported(store, csv, size)).toEqual(clean(2, 0));
    expect(await imported(store, gzip, size)).toEqual(clean(2, 0));
  }
  expect(await imported(store, `${csv}\n\n`)).toEqual(clean(2, 0));
  for (const nothing of ["", "\n", HEADER, `${HEADER}\n`, "\ufeff", "\r\r"])
    await expect(imported(store, nothing)).rejects.toThrow("The file has no row.");
});

test("import: an unclosed quote, an endless line and invalid UTF-8 affect only their own lines", async () => {
  const { store, place } = await newShop(service);
  const row = (id: string) => `${id},T,${place},1\n`;
  const parts = [
    `product_id,title,location_id,quantity\n${row("a")}"b,${row("T")}${row("c")}`,
    `d,${"x".repeat(1_100_000)},${place},1\n${row("e")}f,`,
    new Uint8Array([0xff, 0x0a]),
    row("g").repeat(1),
    `${Array.from({ length: 150 }, (_, i) => row(`n${i}`)).join("")}"h,${row("T")}`,
  ];
  const { reported, lines, changed } = await imported(
    store,
    new Uint8Array(await new Blob(parts).arrayBuffer()),
    50_000,
  );
  const open = "A quoted field is not closed.";
  expect(reported).toEqual([
    `line 3: ${open}`,
    "line 5: The line is longer than 1048576 bytes.",
    "line 7: The line is not valid UTF-8.",
    `line 159: ${open}`,
  ]);
  expect({ lines, changed }).toEqual({ lines: 158, changed: 154 });
});

test("a second row for a level is reported, and a file with more levels than one batch is imported completely", async () => {
  const { store, place } = await newShop(service);
  const rows = Array.from({ length: 1_203 }, (_, i) => `p-${i % 1_201},T,${place},${i}\n`);
  const csv = `product_id,title,location_id,quantity\n${rows.join("")}`;
  const { reported, changed, broken } = await imported(store, csv);
  expect({ changed, broken }).toEqual({ changed: 1_201, broken: 2 });
  // On a slow machine the progress is reported too.
  expect(reported.filter((line) => !line.includes("lines read"))).toEqual([
    "line 1203: The level of line 2 is repeated.",
    "line 1204: The level of line 3 is repeated.",
  ]);
  const stock = await stockOf(store);
  expect(Object.keys(stock)).toHaveLength(1_201);
  expect([stock["p-0: T"], stock["p-1: T"], stock["p-2: T"]]).toEqual([0, 1, 2]);
});

test("the row of a level whose first row is invalid counts", async () => {
  const { store, place } = await newShop(service);
  const rows = [`a,A,${place},many`, `a,A,${place},4`, `a,A,${place},5`, `a,A,${place},4`];
  const csv = `product_id,title,location_id,quantity\n${rows.join("\n")}`;
  expect((await imported(store, csv)).reported.map((line) => line.slice(0, 6))).toEqual([
    "line 2",
    "line 4",
    "line 5",
  ]);
  expect(await stockOf(store)).toEqual({ "a: A": 4 });
});
