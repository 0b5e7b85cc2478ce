import { importLevels } from "../../features/inventory/import-levels.ts";
import { type Command, command, required, STORE } from "./command.ts";

export const INVENTORY_COMMANDS: readonly Command[] = [
  command({
    name: "inventory import",
    summary: "Import inventory levels from a file: CSV with a header or JSON lines, optionally gzipped.",
    options: { ...STORE, file: required("F") },
    run: async (ctx, { store, file }, { read, onProgress, onLine }) =>
      importLevels(
        ctx,
        { storeId: store, by: "inventory import", byId: null, requestId: crypto.randomUUID() },
        { file: await read(file), onProgress, onFault: onLine },
      ),
    text: ({ lines, changed, broken }) =>
      `Read ${lines} lines: ${changed} levels changed, ${broken} lines are invalid.`,
    failed: ({ broken }) => broken > 0,
  }),
];
