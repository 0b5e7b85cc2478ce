import { addCell } from "../../../src/platform/cells/add-cell.ts";
import { cellOf, type Directory } from "../../../src/platform/cells/directory.ts";
import type { TestService, TestStore } from "../../support/service.ts";

/** Two services, each on a database of its own: the directory is in the first's. */
export type Cells = {
  directory: Directory;
  /** Returns the client of the service that the directory names for the store. */
  at(store: TestStore): Promise<TestStore>;
  steps: string[];
  report: { step(text: string): void; share(): void };
};

export async function joinCells(first: TestService, second: TestService): Promise<Cells> {
  const directory = { db: first.ctx.db, encryption: first.ctx.encryption };
  const services: Record<string, TestService> = { first, second };
  for (const [name, { ctx }] of Object.entries(services)) {
    await addCell(directory, { name, url: ctx.config.databaseUrl ?? "" });
  }
  const steps: string[] = [];
  return {
    directory,
    at: async (store) => {
      const residence = await cellOf(directory, store.id);
      const service = services[residence?.cell ?? ""];
      if (!service) throw new Error(`no cell of ${store.id}`);
      return service.as(store);
    },
    steps,
    report: { step: (text) => steps.push(text), share: () => {} },
  };
}
