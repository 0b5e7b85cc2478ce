import { expect, test } from "bun:test";
import { createApp } from "../../../../src/app.ts";
import {
  transitionsDiagram,
  transitionsTable,
} from "../../../../src/features/returns/change/transitions-docs.ts";
import { STATUSES, TRANSITIONS } from "../../../../src/features/returns/status.ts";
import { operationsOf, readDocument } from "../../../contract/document.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

test("the description of the status operation contains the table and the diagram of transitions", async () => {
  const document = await readDocument(createApp(service.ctx, { ready: true, stopping: false }));
  const operation = operationsOf(document).find(({ operationId }) => operationId === "changeReturnStatus");
  expect(operation?.description).toContain(transitionsTable());
  expect(operation?.description).toContain(transitionsDiagram());
});

test("the table and the diagram contain exactly the transitions of the state machine", () => {
  const rows = transitionsTable().split("\n").slice(2);
  const inTable = rows.map((row) => [...row.matchAll(/`(\w+)`/g)].map(([, status]) => status));
  expect(inTable).toEqual(STATUSES.map((from) => [from, ...TRANSITIONS[from]]));

  const drawn = [...transitionsDiagram().matchAll(/^ {2}(\w+) --> (\w+)$/gm)].map(
    ([, from, to]) => `${from} ${to}`,
  );
  expect(drawn).toEqual(STATUSES.flatMap((from) => TRANSITIONS[from].map((to) => `${from} ${to}`)));
});
