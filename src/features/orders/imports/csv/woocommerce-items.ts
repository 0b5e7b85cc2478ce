/** What a column says of a line or a refund: `id:3|name:Tee|quantity:2`. */
export type Item = Partial<Record<ItemField, string>>;

const FIELDS = [
  ...(["id", "name", "product_id", "variation_id", "_variation_id", "sku", "quantity"] as const),
  ...(["subtotal", "sub_total", "subtotal_tax", "total", "total_tax", "tax", "tax_data"] as const),
  ...(["refunded", "refunded_qty", "meta", "amount", "reason", "date"] as const),
];
type ItemField = (typeof FIELDS)[number];

const NEXT_ITEM = /(?<!\\);(?=\s*(?:id|name|product_id|amount|refund_id):)/;
const NEXT_FIELD = /(?<!\\)\|/;
const FIELD = /^\s*(_?[a-z_]+):/;

/** Returns the items of a column: a JSON array, or texts that are separated by semicolons; undefined for any other text. */
export function itemsOf(text: string): Item[] | undefined {
  if (text.startsWith("[")) return jsonItems(text);
  const items = text.split(NEXT_ITEM).map(itemOf);
  return items.every((item) => Object.keys(item).length > 0) ? items : undefined;
}

/** What is no field of its own belongs to the one before it, such as the bar in a name. */
function itemOf(text: string): Item {
  const item: Item = {};
  let last: ItemField | undefined;
  for (const part of text.split(NEXT_FIELD)) {
    const name = FIELD.exec(part)?.[1];
    const field = FIELDS.find((each) => each === name);
    if (field) {
      item[field] = unescaped(part.slice(part.indexOf(":") + 1));
      last = field;
    } else if (last && name === undefined) item[last] = `${item[last]}|${unescaped(part)}`;
    else last = undefined;
  }
  return item;
}

function unescaped(text: string): string {
  return text.replace(/\\([|;:])/g, "$1").trim();
}

function jsonItems(text: string): Item[] | undefined {
  try {
    const items: unknown = JSON.parse(text);
    if (!Array.isArray(items)) return undefined;
    return items.map((item: Record<string, unknown>) => {
      const texts = FIELDS.flatMap((field) => {
        const value = item?.[field];
        return typeof value === "string" || typeof value === "number" ? [[field, String(value)]] : [];
      });
      return Object.fromEntries(texts) as Item;
    });
  } catch {
    return undefined;
  }
}
