import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseImportFile, type StockLine } from "../../../src/features/inventory/parse-import-file.ts";
import type { LevelBody } from "../../../src/features/inventory/schema.ts";
import { levelsOf, newShop, putStock } from "../../support/inventory.ts";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const IMPORT = "/stores/:store/inventory-levels/import";
const HEAD = "product_id,title,location_id,quantity";

async function linesOf(content: string | Uint8Array<ArrayBuffer>): Promise<StockLine[]> {
  const lines: StockLine[] = [];
  for await (const line of parseImportFile(new Blob([content]).stream())) lines.push(line);
  return lines;
}

/** What is read of a file: `product:title=quantity` of each level, and the numbers of the lines with errors. */
async function read(content: string | Uint8Array<ArrayBuffer>) {
  const lines = await linesOf(content);
  return {
    levels: lines.flatMap((line) => ("level" in line ? [shortOf(line.level as LevelBody)] : [])),
    faults: lines.flatMap((line) => ("fault" in line ? [line.number] : [])),
  };
}

function shortOf({ product, quantity }: LevelBody): string {
  return `${product.id}:${product.title}=${quantity}`;
}

/** Files in which a quote stands where it has no meaning: lines after the header, what is read, and the lines with errors. */
const QUOTES: [rule: string, lines: string[], levels: string[], faults: number[]][] = [
  ["inside a field", ['a,5" pipe,L,1', "b,B,L,2"], ['a:5" pipe=1', "b:B=2"], []],
  ["doubled, in quotes", ['a,"5"" pipe",L,1'], ['a:5" pipe=1'], []],
  ["a field that goes on after its quotes", ['a,"Tee" blue,L,1'], ['a:"Tee" blue=1'], []],
  [
    "opened, and closed inside a later row",
    ['a,"5 pipe,L,1', 'b,24",L,2', "c,C,L,3"],
    ['b:24"=2', "c:C=3"],
    [2],
  ],
  ["opened, and never closed", ['a,"A,L,1', "b,B,L,2", "c,C,L,3"], ["b:B=2", "c:C=3"], [2]],
  ["opened twice", ['a,"A,L,1', 'b,"B,L,2', "c,C,L,3"], ["c:C=3"], [2, 3]],
  ["opened before a row with quotes", ['a,"A,L,1', 'b,"B, M",L,2', "c,C,L,3"], ["b:B, M=2", "c:C=3"], [2]],
  ["at the end of a row", ["a,A,L,1", 'b,B,L,"2', "c,C,L,3"], ["a:A=1", "c:C=3"], [3]],
  [
    "around a text of several lines",
    ['a,"one', 'two, too",L,1', "b,B,L,2"],
    ["a:one\ntwo, too=1", "b:B=2"],
    [],
  ],
  ["around an empty line", ['a,"one', "", 'three",L,1'], ["a:one\n\nthree=1"], []],
];

test("a quote costs at most the row that it is in", async () => {
  for (const [, lines, levels, faults] of QUOTES) {
    expect(await read([HEAD, ...lines].join("\n"))).toEqual({ levels, faults });
  }
});

test("a file of one broken row among twenty loses that row alone, wherever it is and however it is broken", async () => {
  const broken = fc.constantFrom(
    ...[
      'x,"5 pipe,L,1',
      'x,"',
      '"x,X,L,1',
      'x,X,"L,1',
      "x,X,L",
      "x,X,L,1,2",
      'x,X,L,"1',
      "x,X,L,many",
      '""",L,1',
      '"',
    ],
  );
  const intact = fc.constantFrom(
    ...[(id: string) => `${id},T,L,1`, (id: string) => `${id},"T, M",L,1`, (id: string) => `${id},5" T,L,1`],
    ...[(id: string) => `"${id}","a ""b""","L","1"`, (id: string) => `${id},"two\nlines",L,1`],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(intact, { minLength: 19, maxLength: 19 }),
      broken,
      fc.nat({ max: 19 }),
      async (rows, row, at) => {
        const lines = rows.map((rowOf, i) => rowOf(`p${i}`)).toSpliced(at, 0, row);
        const { levels } = await read([HEAD, ...lines].join("\n"));
        const ids = levels.map((level) => level.split(":")[0]);
        // A row of several lines after the broken one may be its end: the file can't say.
        const follower = rows[at]?.("f").includes("\n") ? [`p${at}`] : [];
        const lost = rows.map((_, i) => `p${i}`).filter((id) => !ids.includes(id));
        expect(lost.filter((id) => !follower.includes(id))).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

const ROWS = ["a,A,L,1", 'b,"B, M",L,2', "ä,日本,L,3"];
const READ = { levels: ["a:A=1", "b:B, M=2", "ä:日本=3"], faults: [] };

test("a file is read in UTF-8 and UTF-16, with a mark or without, whatever ends its lines", async () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = [HEAD, ...ROWS, ""].join(end);
    const little = new Uint8Array(new Uint16Array(Array.from(text, (char) => char.charCodeAt(0))).buffer);
    const big = new Uint8Array(little.length).map((_, i) => little[i ^ 1] ?? 0);
    for (const file of [text, `\ufeff${text}`, little, big]) expect(await read(file)).toEqual(READ);
    expect(await read(Uint8Array.of(0xff, 0xfe, ...little))).toEqual(READ);
    expect(await read(Uint8Array.of(0xfe, 0xff, ...big))).toEqual(READ);
  }
});

test("fields are separated by commas, semicolons or tabs, as the header shows", async () => {
  const german = [
    "product_id;title;location_id;quantity",
    "a;A, M;L;1",
    'b;"B; M";L;2,0',
    "c;C;L;2,5",
    "d;D;L;1.000",
  ];
  expect(await read(german.join("\r\n"))).toEqual({ levels: ["a:A, M=1", "b:B; M=2"], faults: [4, 5] });
  const tabs = ["product_id\ttitle\tlocation_id\tquantity", 'a\t"A\tM"\tL\t1.0', "b\tB, M\tL\t4"];
  expect(await read(tabs.join("\n"))).toEqual({ levels: ["a:A\tM=1", "b:B, M=4"], faults: [] });
});

test("the product exports of Shopify and WooCommerce are refused with the columns that are missing", async () => {
  for (const header of [
    "Handle,Title,Option1 Name,Option1 Value,SKU,Location,Available (not editable),On hand (current),On hand (new)",
    "ID,Type,SKU,Name,Published,Stock,Images,Parent",
  ]) {
    expect(linesOf(`${header}\n1,2,3\n`)).rejects.toThrow("product_id,location_id,quantity is missing");
  }
});

async function importInto(store: TestStore, file: string) {
  const { body } = await answerOf(store.post(IMPORT, { file }));
  return body as { changed: number; errors: unknown[] };
}

test("what has no column stays as it is, and an empty cell is a value", async () => {
  const { store, place } = await newShop(service);
  const product = {
    id: "tee",
    title: "Tee",
    sku: "TEE",
    upc: "0614",
    image_url: "https://shop.test/tee.png",
  };
  const counts = { quantity: 10, committed: 3, reserved: 2, buildable: 1, external_ids: { wms: "17" } };
  await putStock(store, [{ ...counts, product, location_id: place }]);
  const stored = async () => {
    const [level] = await levelsOf(store);
    const { quantity, committed, reserved, buildable, external_ids } = level ?? {};
    return { product: level?.product, quantity, committed, reserved, buildable, external_ids };
  };
  await importInto(store, `product_id,location_id,quantity\ntee,${place},4\n`);
  expect(await stored()).toEqual({ product, ...counts, quantity: 4 });
  await importInto(store, `product_id,location_id,quantity,sku,committed\ntee,${place},5,,\n`);
  expect(await stored()).toEqual({
    product: { ...product, sku: null },
    ...counts,
    quantity: 5,
    committed: 0,
  });
  const ids = '"{""wms"":""18"",""erp"":""x""}"';
  await importInto(store, `product_id,location_id,quantity,external_ids\ntee,${place},5,${ids}\n`);
  expect((await stored()).external_ids).toEqual({ wms: "18", erp: "x" });
  await importInto(store, `product_id,location_id,quantity,external_ids\ntee,${place},5,\n`);
  expect((await stored()).external_ids).toEqual({});
});

test("a new product needs a title, and other rows are stored", async () => {
  const { store, place } = await newShop(service);
  await putStock(store, [{ product: { id: "tee", title: "Tee" }, location_id: place, quantity: 1 }]);
  const file = `product_id,location_id,quantity\nmug,${place},4\ntee,${place},5\n`;
  expect(await importInto(store, file)).toMatchObject({
    changed: 1,
    errors: [{ line: 2, detail: "The product mug is new: its title is required." }],
  });
  const broken = `product_id,location_id,quantity,external_ids\ntee,${place},5,wms\ntee,${place},5,[]\n`;
  expect((await importInto(store, broken)).errors).toHaveLength(2);
});
