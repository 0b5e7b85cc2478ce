const DARK_GREY = "#26323a";

/** The paper of the pages in the dark, as in `shopper.css`. */
const DARK_PAPER = "#1b1e1c";

/** Returns the style sheet of a store's color: the color, the text on it, and what it is seen by on light and on dark paper. */
export function themeOf(color: string | null): string {
  const shown = color ?? DARK_GREY;
  const onColor = contrast(shown, "#000000") > contrast(shown, "#ffffff") ? "#000000" : "#ffffff";
  const light = `:root{--brand:${shown};--on-brand:${onColor};--edge:${edgeOn("#ffffff", shown, "#000000")}}`;
  const dark = `:root{--edge:${edgeOn(DARK_PAPER, shown, "#ffffff")}}`;
  return `${light}@media screen and (prefers-color-scheme:dark){${dark}}`;
}

/** A control needs three times the luminance of what is around it (WCAG 2.2, 1.4.11); a color that hasn't gets another edge. */
function edgeOn(paper: string, color: string, other: string): string {
  return contrast(color, paper) >= 3 ? color : other;
}

/** Returns the name of a store's style sheet: it changes with the color. */
export function themeName(color: string | null): string {
  return `${(color ?? DARK_GREY).slice(1)}.css`;
}

/** Returns the color of a style sheet's name; undefined for another name. */
export function colorOfTheme(name: string): string | undefined {
  return /^[0-9a-f]{6}\.css$/.test(name) ? `#${name.slice(0, 6)}` : undefined;
}

/** The ratio of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
