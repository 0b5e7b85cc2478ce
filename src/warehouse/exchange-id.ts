/**
 * Returns the id of an exchange row: the return's number and seven digits; `position` counts from 0. A
 * string, since it may have more digits than a JSON number can represent.
 */
export function exchangeId(returnNumber: number, position: number): string {
  return `${returnNumber}${String(position + 1).padStart(7, "0")}`;
}
