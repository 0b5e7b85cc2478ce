/** Returns a number with an English noun in its form: "1 unit", "2 units". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
