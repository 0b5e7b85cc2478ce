/** A row of an export by the names of its columns. */
export type Cells = Record<string, string | number>;

/** How a file is written. */
export type Style = { delimiter?: string; end?: string; mark?: string; quotes?: "all" };

/** Returns a csv file with these rows, whose columns are those that any row has. */
export function csvOf(rows: Cells[], { delimiter = ",", end = "\n", mark = "", quotes }: Style = {}): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: string | number = "") => {
    const text = String(value);
    const needsQuotes = quotes === "all" || /["\r\n]/.test(text) || text.includes(delimiter);
    return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
  return mark + lines.map((line) => line.map(cell).join(delimiter) + end).join("");
}

/** What the shop's own figures of an order are, and what all its pieces refund, as decimal strings. */
export type Figures = {
  total: string;
  tax?: string;
  /** Without tax and shipping. */
  subtotal: string;
  discount?: string;
  refunded?: string;
  /** What a return of everything refunds, with tax. */
  goods: string;
  currency?: string;
  /** The ids of the lines, where they matter. */
  lines?: string[];
};

export type OrderFile = { name: string; rows: Cells[]; figures: Figures; style?: Style };
