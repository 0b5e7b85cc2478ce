/** Returns rows below their header as text, each column as wide as its widest cell. */
export function textTable(...[head, rows]: [string[], string[][]]): string {
  const table = [head, ...rows];
  const width = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(width(column)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
