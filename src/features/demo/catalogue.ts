/** What the demo store sells. Prices are in cents. */
export type Product = { id: string; title: string; price: number; sku: string; variants: readonly string[] };

const SIZES = ["S", "M", "L", "XL"];
const SHOE_SIZES = ["38", "39", "40", "41", "42", "43", "44"];
const COLOURS = ["Forest", "Slate", "Ochre"];
const ONE = ["One Size"];

export const PRODUCTS: readonly Product[] = [
  { id: "merino-tee", title: "Merino Tee", price: 4800, sku: "MER", variants: SIZES },
  { id: "trail-shorts", title: "Trail Shorts", price: 6200, sku: "SHO", variants: SIZES },
  { id: "rain-shell", title: "Rain Shell", price: 18900, sku: "SHE", variants: SIZES },
  { id: "fleece-hoodie", title: "Fleece Hoodie", price: 9450, sku: "FLE", variants: SIZES },
  { id: "hiking-socks", title: "Hiking Socks, 3 pairs", price: 2749, sku: "SOC", variants: SIZES },
  { id: "trail-boots", title: "Trail Boots", price: 16500, sku: "BOO", variants: SHOE_SIZES },
  { id: "wool-beanie", title: "Wool Beanie", price: 2895, sku: "BEA", variants: COLOURS },
  { id: "daypack-22", title: "Daypack 22 L", price: 11900, sku: "PAC", variants: COLOURS },
  { id: "insulated-bottle", title: "Insulated Bottle 1 L", price: 3450, sku: "BOT", variants: COLOURS },
  { id: "camp-mug", title: "Enamel Camp Mug", price: 1850, sku: "MUG", variants: COLOURS },
  { id: "headlamp", title: "Headlamp 400 lm", price: 5999, sku: "LAM", variants: ONE },
  { id: "sleeping-pad", title: "Sleeping Pad", price: 12995, sku: "PAD", variants: ONE },
  { id: "camp-stove", title: "Camp Stove", price: 7950, sku: "STO", variants: ONE },
  { id: "dry-bags", title: "Dry Bags, set of 3", price: 3999, sku: "DRY", variants: ONE },
];

/** Whether a product comes in sizes. */
export function isSized(productId: string | null): boolean {
  const variants = PRODUCTS.find(({ id }) => id === productId)?.variants;
  return variants === SIZES || variants === SHOE_SIZES;
}

/** Returns a string in lower case with hyphens, for ids. */
export function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
