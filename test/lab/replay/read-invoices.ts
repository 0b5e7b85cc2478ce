import { readFile } from "node:fs/promises";
import { parseCsv } from "../../../src/lib/csv.ts";

/** A line of an invoice, as in the file. Numbers are strings until they are validated. */
export type InvoiceLine = {
  invoice: string;
  /** The position within the invoice, counted from 1. */
  position: number;
  stockCode: string;
  description: string;
  quantity: string;
  date: string;
  unitPrice: string;
  customerId: string;
  country: string;
};

const COLUMNS = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country";
const COUNT = COLUMNS.split(",").length;

/** Returns the lines of an invoice file (csv or csv.gz) in order, and the number of truncated rows. */
export async function readInvoices(path: string): Promise<{ lines: InvoiceLine[]; cutShort: number }> {
  const bytes = await unpacked(new Uint8Array(await readFile(path)));
  // The published file is in this encoding: its one pound sign is the byte A3.
  const [head, ...rows] = parseCsv(new TextDecoder("windows-1252").decode(bytes));
  if (head?.join(",") !== COLUMNS) throw new Error(`${path} does not begin with the columns ${COLUMNS}`);

  const lines: InvoiceLine[] = [];
  const positions = new Map<string, number>();
  let cutShort = 0;
  for (const row of rows) {
    if (row.length !== COUNT) {
      cutShort++;
      continue;
    }
    const [invoice = "", stockCode = "", description = "", quantity = "", ...rest] = row;
    const [date = "", unitPrice = "", customerId = "", country = ""] = rest;
    const position = (positions.get(invoice) ?? 0) + 1;
    positions.set(invoice, position);
    lines.push({
      ...{ invoice, position, stockCode, description, quantity },
      ...{ date, unitPrice, customerId, country },
    });
  }
  return { lines, cutShort };
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) return bytes;
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}
