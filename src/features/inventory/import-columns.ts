import { type CsvFormat, fieldsOf } from "../../lib/csv-rows.ts";
import { invalid, type Problem } from "../../lib/problem.ts";
import { KEPT_COLUMNS, type KeptColumn } from "./kept-columns.ts";

const COLUMNS = [
  ...(["product_id", "title", "sku", "upc", "image_url", "location_id"] as const),
  ...(["quantity", "committed", "reserved", "buildable", "kind", "external_ids"] as const),
];
type Column = (typeof COLUMNS)[number];
const REQUIRED_COLUMNS: readonly Column[] = ["product_id", "location_id", "quantity"];

/** In the order in which they are tried. */
const DELIMITERS = [",", ";", "\t"];
/** A whole number; spreadsheets also write 4.0 or 4,00. Three zeros might be thousands. */
const WHOLE_NUMBER = /^[+-]?\d+(?:[.,]0{1,2})?$/;

/** What the header of a CSV file says: how its rows are written, and how a level is made of the fields of one. */
export type Columns = CsvFormat & {
  levelOf(fields: string[]): { level: unknown; keeps?: KeptColumn[] } | { fault: string };
};

/**
 * Reads the header of a CSV file. Columns may be in any order; unknown ones are ignored, and what has no column stays as
 * it is. Throws 400 when a required column is missing or one is there twice.
 */
export function readColumns(header: string): Columns {
  const headers = DELIMITERS.map((delimiter) => ({ delimiter, names: namesOf(header, delimiter) }));
  const found = headers.find(({ names }) => missingIn(names).length === 0) ?? headers[0];
  const { delimiter, names } = found ?? { delimiter: ",", names: [] };
  const missing = missingIn(names);
  const repeated = COLUMNS.filter((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (missing.length > 0) {
    throw invalidFile(`A csv file begins with the columns ${COLUMNS.join(",")}; ${missing} is missing.`);
  }
  if (repeated.length > 0) throw invalidFile(`The csv file has the column ${repeated} twice.`);

  const placeOf = new Map(names.map((name, place) => [name, place]));
  const keeps = KEPT_COLUMNS.filter((column) => !placeOf.has(column));
  const fieldIn = (fields: string[], column: Column) => fields[placeOf.get(column) ?? -1] || undefined;
  return {
    delimiter,
    width: names.length,
    hasSingleRows: true,
    isRow: (fields) =>
      fields.length === names.length &&
      REQUIRED_COLUMNS.every((column) => fieldIn(fields, column) !== undefined) &&
      WHOLE_NUMBER.test(fieldIn(fields, "quantity")?.trim() ?? ""),
    levelOf: (fields) => {
      if (fields.length !== names.length) {
        return { fault: `The line has ${fields.length} fields where the header has ${names.length}.` };
      }
      return levelFrom((column) => fieldIn(fields, column), keeps);
    },
  };
}

/** The problem of a file that can't be imported. */
export function invalidFile(detail: string): Problem {
  return invalid({ detail, pointer: "/file" });
}

function namesOf(header: string, delimiter: string): string[] {
  return (fieldsOf(header, delimiter) ?? []).map((name) => name.trim());
}

function missingIn(names: string[]): Column[] {
  return REQUIRED_COLUMNS.filter((column) => !names.includes(column));
}

function levelFrom(
  field: (column: Column) => string | undefined,
  keeps: KeptColumn[],
): ReturnType<Columns["levelOf"]> {
  const externalIds = jsonObject(field("external_ids"));
  if (!externalIds) return { fault: 'external_ids must be a JSON object, such as {"wms":"17"}.' };
  const count = (column: Column) => {
    const text = field(column)?.trim();
    return text && WHOLE_NUMBER.test(text) ? Number(text.replace(/[.,]0+$/, "")) : text;
  };
  const level = {
    product: {
      id: field("product_id"),
      title: field("title") ?? "",
      sku: field("sku"),
      upc: field("upc"),
      image_url: field("image_url"),
    },
    location_id: field("location_id"),
    quantity: count("quantity"),
    committed: count("committed"),
    reserved: count("reserved"),
    buildable: count("buildable"),
    kind: field("kind"),
    external_ids: externalIds,
  };
  return keeps.length > 0 ? { level, keeps } : { level };
}

function jsonObject(text = "{}"): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
