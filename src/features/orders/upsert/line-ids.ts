import { type OrderLine, shopLineIdOf } from "../lines.ts";
import type { StoredOrder } from "../schema.ts";
import type { SourceOrder } from "./from-shop.ts";

/** An order of a source by the stored ids of its lines. `unclear`: stored lines that several of the source's may be. */
export type Identified = { source: SourceOrder; unclear: ReadonlySet<string> };

/** The lines that are found: the stored ids by those of the source. */
type Found = { storedIds: Map<string, string>; unclear: Set<string> };

/**
 * Returns an order with the ids that its lines have in the stored one, and notes the shop's own beside them. Files may have no
 * ids of lines, and what stands for them is the SKU, else the name: by these the lines of a shop and of its file find one another.
 * Several of one name do if they agree one by one; otherwise it is not clear which is which.
 */
export function withStoredLineIds(stored: StoredOrder, source: SourceOrder): Identified {
  const found: Found = { storedIds: new Map(), unclear: new Set() };
  findById(stored, source, found);
  if (source.connectorId !== undefined || source.isOfFile) findByName(stored, source, found);
  const { storedIds, unclear } = found;
  const isSame = !stored.shopLineIds && [...storedIds].every(([id, storedId]) => id === storedId);
  return { source: isSame ? source : renamed(source, stored, storedIds), unclear };
}

function findById(stored: StoredOrder, source: SourceOrder, { storedIds, unclear }: Found): void {
  const known = new Map(stored.lineItems.map((line) => [line.id, line]));
  const { lineItems } = source.body;
  for (const line of lineItems) {
    const before = known.get(line.id);
    if (!before) continue;
    if (isOther(before, line, { stored, source })) unclear.add(line.id);
    else storedIds.set(line.id, line.id);
  }
  const ids = new Set(lineItems.map(({ id }) => id));
  for (const { id, shopId } of stored.shopLineIds ?? []) {
    if (known.has(id) && !ids.has(id) && ids.has(shopId)) storedIds.set(shopId, id);
  }
}

/** Some shops count lines from 1: such a number may be the SKU of another line of a file. */
function isOther(
  before: OrderLine,
  line: OrderLine,
  { stored, source }: { stored: StoredOrder; source: SourceOrder },
): boolean {
  if (source.connectorId === undefined || shopLineIdOf(stored, before.id) !== before.id) return false;
  const name = nameOf(before);
  return isMadeOf(before.id, name) && name !== nameOf(line, source);
}

function findByName(stored: StoredOrder, source: SourceOrder, { storedIds, unclear }: Found): void {
  const { lineItems } = source.body;
  const left = lineItems.filter(({ id }) => !storedIds.has(id));
  const known = new Set(storedIds.values());
  const missing = stored.lineItems.filter(({ id }) => !known.has(id));
  if (left.length === 0 || missing.length === 0) return;
  const ids = new Set(lineItems.map(({ id }) => id));
  const leftByName = Map.groupBy(left, (line) => nameOf(line, source));
  for (const [name, lines] of Map.groupBy(missing, (line) => nameOf(line))) {
    const named = leftByName.get(name) ?? [];
    const isMade = (line: OrderLine) => isMadeOf(line.id, name);
    if (named.length === 0 || !(lines.every(isMade) || named.every(isMade))) continue;
    const isClear = agree(lines, named) && !lines.some(({ id }) => ids.has(id));
    for (const [i, { id }] of lines.entries()) {
      const line = named[i];
      if (isClear && line) storedIds.set(line.id, id);
      else unclear.add(id);
    }
  }
}

function nameOf({ id, sku, title }: OrderLine, source?: SourceOrder): string {
  return (sku || source?.lineNames?.get(id) || title).trim();
}

/** Whether a line of a file without ids gets this one. */
function isMadeOf(id: string, name: string): boolean {
  return (
    name !== "" && (id === name || (id.startsWith(`${name}-`) && /^\d+$/.test(id.slice(name.length + 1))))
  );
}

/** One line may have been edited; of several it would not be known which. */
function agree(lines: OrderLine[], others: OrderLine[]): boolean {
  if (lines.length !== others.length) return false;
  const isSame = (a: OrderLine, b: OrderLine | undefined) =>
    a.quantity === b?.quantity && a.price === b.price;
  return lines.length === 1 || lines.every((line, i) => isSame(line, others[i]));
}

function renamed(source: SourceOrder, stored: StoredOrder, storedIds: Found["storedIds"]): SourceOrder {
  const { body, parcels } = source;
  const idOf = (id: string) => storedIds.get(id) ?? id;
  const shopLineIds = body.lineItems.flatMap((line) => {
    const id = idOf(line.id);
    const isOfShop = line.id !== id && !isMadeOf(line.id, nameOf(line, source));
    const shopId = isOfShop ? line.id : shopLineIdOf(stored, id);
    return shopId === id ? [] : { id, shopId };
  });
  return {
    ...source,
    body: {
      ...body,
      lineItems: body.lineItems.map((line) => ({ ...line, id: idOf(line.id) })),
      ...(body.refunds && {
        refunds: body.refunds.map(({ lineItems, ...refund }) => ({
          ...refund,
          ...(lineItems && {
            lineItems: lineItems.map((line) => ({ ...line, lineItemId: idOf(line.lineItemId) })),
          }),
        })),
      }),
      ...(shopLineIds.length > 0 && { shopLineIds }),
    },
    parcels: parcels?.map((parcel) => ({
      ...parcel,
      lineItems: parcel.lineItems.map((line) => ({ ...line, id: idOf(line.id) })),
    })),
  };
}
