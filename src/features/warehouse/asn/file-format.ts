import { csvCell, parseCsv, spreadsheetCell } from "../../../lib/csv.ts";
import { ASN_FIELDS, type AsnRow, type Format } from "./schema.ts";

/**
 * The format of an export's file; `rows` formats rows of the report, which are JSON. `rewrite` returns a part of
 * a file with the rows of some returns changed.
 */
export type FileFormat = {
  mediaType: string;
  head: string;
  rows(rows: string[]): string;
  rewrite(part: string, isChanged: (returnId: string) => boolean, change: ChangeField): string;
};

/** Returns the new value of a field of a return's rows. */
type ChangeField = (field: keyof AsnRow, value: string | null, returnId: string) => string | null;

const RETURN_COLUMN = ASN_FIELDS.indexOf("service_id");

export const FILE_FORMATS: Record<Format, FileFormat> = {
  // RFC 4180; people open it in spreadsheets.
  csv: {
    mediaType: "text/csv; charset=utf-8; header=present",
    head: `${ASN_FIELDS.join(",")}\r\n`,
    rows: (rows) => rows.map((text) => line(JSON.parse(text))).join(""),
    rewrite: (part, isChanged, change) =>
      parseCsv(part)
        .map((cells) => {
          const returnId = cells[RETURN_COLUMN] ?? "";
          if (!isChanged(returnId)) return `${cells.map(csvCell).join(",")}\r\n`;
          const changed = ASN_FIELDS.map((field, i) => {
            const text = change(field, cells[i] || null, returnId) ?? "";
            return text === cells[i] ? csvCell(text) : spreadsheetCell(text);
          });
          return `${changed.join(",")}\r\n`;
        })
        .join(""),
  },
  jsonl: {
    mediaType: "application/jsonl",
    head: "",
    rows: (rows) => rows.map((text) => `${text}\n`).join(""),
    rewrite: (part, isChanged, change) =>
      part
        .split("\n")
        .map((text) => {
          const returnId = /"service_id":"([^"]+)"/.exec(text)?.[1] ?? "";
          if (!isChanged(returnId)) return text;
          const changed = Object.entries(JSON.parse(text) as AsnRow).map(([name, value]) => [
            name,
            typeof value === "string" ? change(name as keyof AsnRow, value, returnId) : value,
          ]);
          return JSON.stringify(Object.fromEntries(changed));
        })
        .join("\n"),
  },
};

function line(row: AsnRow): string {
  return `${ASN_FIELDS.map((field) => cell(row[field])).join(",")}\r\n`;
}

function cell(value: string | number | null): string {
  return typeof value === "string" ? spreadsheetCell(value) : String(value ?? "");
}
