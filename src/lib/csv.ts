/**
 * Returns the rows of a CSV string (RFC 4180): a quoted field may contain commas, line breaks and doubled
 * quotes.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { field, end } = text[at] === '"' ? quotedField(text, at) : bareField(text, at);
    row.push(field);
    at = end + 1;
    if (text[end] === ",") {
      if (at === text.length) row.push("");
      continue;
    }
    if (text[end] === "\r" && text[at] === "\n") at++;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** Whether a string ends inside a quoted field, which then continues on the next line. */
export function endsInQuotes(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    const field = text[at] === '"' ? quotedField(text, at) : bareField(text, at);
    if (field.isOpen) return true;
    at = field.end + 1;
  }
  return false;
}

/** Returns a cell of a CSV line, in quotes where they are needed. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The same for a file that people open in spreadsheets: what would be read as a formula begins with an apostrophe,
 * which a spreadsheet shows as text (OWASP, CSV injection).
 */
export function spreadsheetCell(text: string): string {
  return csvCell(/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);
}

type Field = { field: string; end: number; isOpen?: true };

function bareField(text: string, start: number): Field {
  let end = start;
  while (end < text.length && text[end] !== "," && text[end] !== "\n" && text[end] !== "\r") end++;
  return { field: text.slice(start, end), end };
}

function quotedField(text: string, start: number): Field {
  let field = "";
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { field: field + text.slice(from), end: text.length, isOpen: true };
    field += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      const rest = bareField(text, quote + 1);
      return { field: field + rest.field, end: rest.end };
    }
    field += '"';
    from = quote + 2;
  }
}
