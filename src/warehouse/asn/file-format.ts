import { ASN_FIELDS, type AsnRow, type Format } from "./schema.ts";

/** The format of an export's file; `rows` formats rows of the report, which are JSON. */
export type FileFormat = { mediaType: string; head: string; rows(rows: string[]): string };

export const FILE_FORMATS: Record<Format, FileFormat> = {
  // RFC 4180. Strings are not escaped for spreadsheets, which may read some of them as formulas.
  csv: {
    mediaType: "text/csv; charset=utf-8; header=present",
    head: `${ASN_FIELDS.join(",")}\r\n`,
    rows: (rows) => rows.map((text) => line(JSON.parse(text))).join(""),
  },
  jsonl: {
    mediaType: "application/jsonl",
    head: "",
    rows: (rows) => rows.map((text) => `${text}\n`).join(""),
  },
};

function line(row: AsnRow): string {
  return `${ASN_FIELDS.map((field) => cell(row[field])).join(",")}\r\n`;
}

function cell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
