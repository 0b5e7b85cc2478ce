/** Returns a text whose Arabic-Indic digits, in either form, are those of ASCII: people type the digits of their keyboard. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
