/**
 * The id of a row of a return's exchange, `position` counted from 0: the return's number and seven digits. A
 * text, as everywhere in this API, since it may have more digits than a JSON number holds.
 */
export function exchangeId(returnNumber: number, position: number): string {
  return `${returnNumber}${String(position + 1).padStart(7, "0")}`;
}
