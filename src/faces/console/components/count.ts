import { attributes, type Content, html, type Label, labelText, type PerReader } from "../../pages/html.ts";
import { hundredthsFormat, numberFormat, tenthsFormat } from "../texts/texts.ts";

type Counted = { count: number; isAtLeast: boolean };

/** Returns a number as the reader writes it; "10,000+" when there are more than were counted. */
export function countText({ count, isAtLeast }: Counted): PerReader {
  return (reader) => `${labelText(number(count), reader)}${isAtLeast ? "+" : ""}`;
}

/** Returns a whole number as the reader writes it. */
export function number(count: number): PerReader {
  return ({ locale }) => numberFormat(locale).format(count);
}

/** Returns a count as a link to the list of what it counts; without one it is a number alone. */
export function countLink(counted: Counted, href: string | undefined, counts?: Label): Content {
  const title = attributes({ title: counts });
  return href === undefined || counted.count === 0
    ? html`<span ${title}>${countText(counted)}</span>`
    : html`<a href="${href}" ${title}>${countText(counted)}</a>`;
}

/** Returns the sum of counts, which is at least so much if one of them is. */
export function sumOf(counts: readonly Counted[]): Counted {
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isAtLeast: counts.some(({ isAtLeast }) => isAtLeast),
  };
}

/** Returns a number with one digit after the point as the reader writes it. */
export function tenths(value: number): PerReader {
  return ({ locale }) => tenthsFormat(locale).format(value);
}

/** Returns a number with at most two digits after the point as the reader writes it. */
export function hundredths(value: number): PerReader {
  return ({ locale }) => hundredthsFormat(locale).format(value);
}

/** Returns a decimal number as the reader writes it, with the digits that it has; a text that is no such number stays. */
export function decimal(text: string): Label {
  const digits = /^-?\d+(?:\.(\d+))?$/.exec(text);
  if (!digits) return text;
  const fraction = digits[1]?.length ?? 0;
  if (fraction > MAX_FRACTION_DIGITS) return text;
  return ({ locale }) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: fraction,
      maximumFractionDigits: fraction,
    }).format(text as Intl.StringNumericLiteral);
}

/** `Intl` writes at most so many. */
const MAX_FRACTION_DIGITS = 100;
