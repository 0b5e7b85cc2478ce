import { parse } from "csv-parse/sync";

/**
 * Returns the rows of a CSV string (RFC 4180): a quoted field may contain commas, line breaks and doubled
 * quotes; rows end with CRLF, LF or CR. Throws when a quoted field isn't closed.
 */
export function parseCsv(text: string): string[][] {
  return parse(text, {
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ["\r\n", "\n", "\r"],
  });
}

/** Returns a cell of a CSV line, in quotes where they are needed. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns a cell of a file that people open in spreadsheets: a text that would be read as a formula begins with an
 * apostrophe, which a spreadsheet shows as text (OWASP, CSV injection).
 */
export function spreadsheetCell(text: string): string {
  return csvCell(/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);
}
