import { importOrderFile } from "../../features/orders/imports/import-file.ts";
import { FORMATS } from "../../features/orders/imports/schema.ts";
import { problem } from "../../lib/problem.ts";
import { type Command, command, optional, STORE } from "./command.ts";

export const ORDER_COMMANDS: readonly Command[] = [
  command({
    name: "order import",
    summary: `Import orders from a file, optionally gzipped; its format is one of ${FORMATS.join(", ")}.`,
    argument: "FILE",
    options: { ...STORE, format: optional("FORMAT") },
    run: async (ctx, { store, file, format }, { read, onProgress, onLine }) =>
      importOrderFile(ctx, store, {
        format: formatOf(format),
        open: () => read(file),
        onProgress,
        onFault: onLine,
      }),
    text: ({ orders, created, updated, unchanged, broken }) =>
      `Read ${orders} orders: ${created} created, ${updated} updated, ${unchanged} unchanged, ${broken} left out.`,
    failed: ({ broken }) => broken > 0,
  }),
];

function formatOf(text: string | undefined): (typeof FORMATS)[number] | undefined {
  if (text === undefined) return undefined;
  const format = FORMATS.find((each) => each === text);
  if (!format)
    throw problem("invalid_request", `The format must be one of ${FORMATS.join(", ")}, not ${text}.`);
  return format;
}
