import type { Scope } from "../../../core/scopes.ts";
import { invalid } from "../../../lib/problem.ts";
import { type Form, type FormState, stateOf } from "../../pages/form.ts";
import { at, html, type Label, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { button } from "../components/button.ts";
import { card } from "../components/card.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { type Field, form } from "../components/form.ts";
import { type ImportProgress, importState, isUnfinished, skippedLines } from "../components/import-state.ts";
import { pager } from "../components/pager.ts";
import { polledPart } from "../components/polled-part.ts";
import { type Column, table } from "../components/table.ts";
import { tiles } from "../components/tile.ts";
import { ago, exactTime } from "../components/time.ts";
import type { ConsolePage, Redirect, View, Visit } from "../page.ts";
import { type Plain, say } from "../texts/texts.ts";

type Errors = Parameters<typeof skippedLines>[0];
type Row = { id: string; by: string; status: ImportProgress["status"]; broken: number };
/** What both kinds of imports have, under names of their own. */
type Progress = { done: number; total: number; startedAt: string; finishedAt: string | null };

/** Of fields of which one is enough: the act asks for it, and no browser for all. */
export const EITHER = { required: false };

/** Files of a kind that are imported in the background: what differs between them. */
export type ImportKind<Shown extends Row> = {
  /** Their name in the API's addresses. */
  api: "inventory-imports" | "order-imports";
  /** The paths of all of them, and what those of one begin with. */
  path: string;
  onePath: string;
  parent: { title: Plain; path: string };
  reading: Scope;
  writing: Scope;
  title: Plain;
  oneTitle: Plain;
  unit: ImportProgress["unit"];
  /** What can't be read any more of one that has failed. */
  stopped(progress: Progress): Label;
  progressOf(row: Shown): Progress;
  /** The fields of the form for a new one; `pasted` is the name of the one for lines. */
  fields(): Field[];
  pasted: string;
  /** What the API's body has beside the file. */
  options(input: Form): object;
  /** The columns of the list between who has started one and its state, and after that. */
  before: () => Column<Shown>[];
  after: () => Column<Shown>[];
  tiles(row: Shown): Markup[];
};

/** Of a file of as many characters as an import may have, as it is uploaded. */
const MAX_FILE_BYTES = 12 * 1024 * 1024;

/** Returns the pages of a kind of imports: a form with those so far, one with its errors, and all its errors as a file. */
export function importPages<Shown extends Row>(kind: ImportKind<Shown>): ConsolePage[] {
  const { path, onePath, reading, writing } = kind;
  const section = kind.parent.path;
  const page = `${onePath}/:importId`;
  return [
    {
      ...{ path, section, needs: writing, limit: MAX_FILE_BYTES },
      show: (visit, state) => allView(kind, visit, stateOf(state, "import")),
      acts: { import: (visit, input) => start(kind, visit, input) },
    },
    {
      ...{ path: page, section, needs: reading },
      show: (visit) => oneView(kind, visit),
      acts: { resume: { needs: writing, run: (visit) => resume(kind, visit) } },
    },
    {
      ...{ path: `${page}/errors.csv`, section, needs: reading },
      show: (visit) => visit.api.fetch(`${addressOf(kind, visit)}/errors.csv`),
    },
  ];
}

async function allView<Shown extends Row>(
  kind: ImportKind<Shown>,
  visit: Visit,
  state: FormState,
): Promise<View> {
  const { api, store, url } = visit;
  const { body, next } = await api.list<{ imports: Shown[] }>(at`/stores/${store.storeId}/${kind.api}`, {
    cursor: filterOf(url, "after"),
    size: 20,
  });
  const isBusy = body.imports.some(isUnfinished);
  const listed = html`${allTable(kind, visit, body.imports)}${pager(url, next, { rows: body.imports.length })}`;
  const fileForm = form(visit, {
    ...{ act: "import", state, upload: true, fields: kind.fields() },
    buttons: button(say("Import"), { look: "primary" }),
  });
  return {
    title: say(kind.title),
    isBusy,
    parents: [{ ...kind.parent, title: say(kind.parent.title) }],
    body: html`${card(fileForm, { title: say("New import") })}
      <div class="section-gap">${polledPart(visit, "imports", listed, isBusy)}</div>`,
  };
}

function allTable<Shown extends Row>(
  { progressOf, onePath, unit, before, after }: ImportKind<Shown>,
  visit: Visit,
  rows: Shown[],
): Markup {
  const now = visit.ctx.now();
  return table<Shown>({
    label: say("Imports"),
    rows,
    empty: emptyState(
      say("No imports yet"),
      say("An import and the errors of its lines are listed here for 30 days."),
    ),
    columns: [
      {
        title: say("Started"),
        kind: "main",
        cell: (row) =>
          html`<a href="${visit.base + onePath + at`/${row.id}`}">${ago(progressOf(row).startedAt, now)}</a>`,
      },
      { title: say("By"), cell: ({ by }) => html`<bdi>${by}</bdi>` },
      ...before(),
      { title: say("State"), cell: (row) => importState({ ...row, ...progressOf(row), unit }) },
      ...after(),
    ],
  });
}

async function oneView<Shown extends Row>(kind: ImportKind<Shown>, visit: Visit): Promise<View> {
  const { import: shown } = await visit.api.get<{ import: Shown & { errors: Errors } }>(
    addressOf(kind, visit),
  );
  const isBusy = isUnfinished(shown);
  const moment = ago(kind.progressOf(shown).startedAt, visit.ctx.now());
  return {
    title: say(kind.oneTitle),
    isBusy,
    lead: html`${say("started {moment} by {person}", { moment, person: html`<bdi>${shown.by}</bdi>` })}`,
    parents: [
      { ...kind.parent, title: say(kind.parent.title) },
      ...(visit.can(kind.writing) ? [{ title: say(kind.title), path: kind.path }] : []),
    ],
    body: polledPart(visit, "import", onePart(kind, visit, shown), isBusy),
  };
}

function onePart<Shown extends Row>(
  kind: ImportKind<Shown>,
  visit: Visit,
  shown: Shown & { errors: Errors },
): Markup {
  const { id, status, broken, errors } = shown;
  const progress = kind.progressOf(shown);
  const failed =
    status === "failed" &&
    html`<p class="lead">${kind.stopped(progress)}
      ${visit.can(kind.writing) && actButton(visit, { act: "resume", text: say("Go on"), look: "primary" })}</p>`;
  const { finishedAt } = progress;
  return html`<div class="stack">
    <p class="state">${importState({ ...progress, status, broken, unit: kind.unit })}${finishedAt !== null && html`<span>${exactTime(finishedAt)}</span>`}</p>
    ${failed}
    ${tiles(kind.tiles(shown))}
    ${skippedLines(errors, { broken, href: visit.base + kind.onePath + at`/${id}/errors.csv` })}
  </div>`;
}

async function start<Shown extends Row>(
  { api: name, pasted, options, onePath }: ImportKind<Shown>,
  { api, store }: Visit,
  input: Form,
): Promise<Redirect> {
  const file = (await input.file("upload")?.text()) ?? input.raw(pasted);
  if (file.trim() === "") throw invalid({ detail: "Choose a file, or paste its lines.", pointer: "/upload" });
  const { id } = await api.post<{ id: string }>(at`/stores/${store.storeId}/${name}`, {
    file: file.replace(/^\ufeff/, ""),
    ...options(input),
  });
  return { to: onePath + at`/${id}`, notice: say("The file is being imported.") };
}

async function resume<Shown extends Row>(kind: ImportKind<Shown>, visit: Visit): Promise<Redirect> {
  await visit.api.post(`${addressOf(kind, visit)}/resume`);
  return {
    to: kind.onePath + at`/${visit.params.importId ?? ""}`,
    notice: say("The import goes on."),
  };
}

function addressOf({ api }: { api: string }, { store, params }: Visit): string {
  return at`/stores/${store.storeId}/${api}/${params.importId ?? ""}`;
}
