import type { Segment, SegmentCustomers } from "../../../features/segments/schema.ts";
import { Problem } from "../../../lib/problem.ts";
import { type Form, type FormState, stateOf } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { card } from "../components/card.ts";
import type { Field } from "../components/form.ts";
import { failedForm } from "../fault-words.ts";
import type { ConsolePage, Redirect, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { changedRows, type Rows, rowsOf, rowsOfCondition } from "./rows.ts";
import { FIRST_ROWS, SEGMENTS, segmentForm, whereOf } from "./segment-form.ts";

/** What the JSON of a new segment begins with. */
const EXAMPLE = JSON.stringify({ all: [{ event: "ordered" }] }, null, 2);
const PARENTS = [{ title: say("Segments"), path: SEGMENTS }];

/** What a form begins with after one of its buttons, and the number that it asked for. */
type Given = { state: FormState; rows?: Rows; count?: number };

/** The form of a new segment. */
export const newSegmentPage: ConsolePage = {
  path: `${SEGMENTS}/new`,
  section: SEGMENTS,
  needs: "webhooks_write",
  show: async (visit, state) => newView(visit, { state: stateOf(state, "save") }),
  acts: {
    save: async (visit, input) => {
      const given = await pressed(visit, input);
      if (given) return newView(visit, given);
      const key = input.get("key");
      const path = at`/stores/${visit.store.storeId}/segments`;
      await visit.api.post(path, { key, where: whereOf(input) });
      return saved(key);
    },
  },
};

/** The form of a saved segment. */
export const editSegmentPage: ConsolePage = {
  path: `${SEGMENTS}/saved/:segmentKey/edit`,
  section: SEGMENTS,
  needs: "webhooks_write",
  show: async (visit, state) => editView(visit, { state: stateOf(state, "save") }),
  acts: {
    save: async (visit, input) => {
      const given = await pressed(visit, input);
      if (given) return editView(visit, given);
      // The operation would create a deleted one again.
      await visit.api.get(segmentPath(visit));
      await visit.api.put(segmentPath(visit), { where: whereOf(input) });
      return saved(visit.params.segmentKey ?? "");
    },
  },
};

/** Returns the path of a segment's operation. */
export function segmentPath({ store, params }: Visit): string {
  return at`/stores/${store.storeId}/segments/${params.segmentKey ?? ""}`;
}

function saved(key: string): Redirect {
  return { to: `${SEGMENTS}/saved${at`/${key}`}`, notice: say("Saved.") };
}

/** Returns what another button than Save does; undefined for that one. */
async function pressed(visit: Visit, input: Form): Promise<Given | undefined> {
  const next = input.get("next");
  if (next === "save") return undefined;
  const state: FormState = {
    ...{ act: "", value: input.raw, all: input.all },
    ...{ message: undefined, faults: [], claim: () => {} },
  };
  if (next !== "" && next !== "count") return { state, rows: changedRows(rowsOf(input), next) };
  const isRows = input.get("as") !== "json";
  const rows = isRows && { rows: rowsOf(input) };
  try {
    const count = await countOf(visit, whereOf(input));
    return { state, ...rows, ...(count !== undefined && { count }) };
  } catch (error) {
    // It is counted while it is typed: what can't be one yet is no failure.
    if (!(error instanceof Problem) || error.parts.status !== 400) throw error;
    return { state: failedForm(input, error), ...rows };
  }
}

async function countOf({ api, store }: Visit, where: unknown): Promise<number | undefined> {
  const path = at`/stores/${store.storeId}/segments/query`;
  const { body } = await api.listBy<SegmentCustomers>(path, { where, include: ["count"] }, { size: 1 });
  return body.count;
}

function newView(visit: Visit, { state, rows = FIRST_ROWS, count }: Given): View {
  const key: Field = {
    ...{ type: "text", name: "key", label: say("Key"), required: true },
    help: say("What the segment is called here and in the API. It can't be changed later."),
    control: { maxlength: 255, autocomplete: "off", dir: "auto" },
  };
  const isJson = visit.url.searchParams.get("as") === "json";
  return {
    title: say("Add segment"),
    parents: PARENTS,
    lead: otherForm(visit, isJson),
    body: card(
      segmentForm(visit, {
        ...{ state, count, fields: [key], cancelTo: visit.base + SEGMENTS },
        rows: isJson ? undefined : rows,
        json: EXAMPLE,
      }),
    ),
  };
}

async function editView(visit: Visit, { state, rows, count }: Given): Promise<View> {
  const { segment } = await visit.api.get<{ segment: Segment }>(segmentPath(visit));
  const known = rowsOfCondition(segment.where);
  const isJson = !known || visit.url.searchParams.get("as") === "json";
  const path = `${SEGMENTS}/saved${at`/${segment.key}`}`;
  return {
    title: say("Edit segment"),
    parents: [...PARENTS, { title: segment.key, path }],
    lead: known ? otherForm(visit, isJson) : say("The form doesn't show all of its conditions."),
    body: card(
      segmentForm(visit, {
        ...{ state, count, cancelTo: visit.base + path, json: JSON.stringify(segment.where, null, 2) },
        rows: isJson ? undefined : (rows ?? known),
      }),
    ),
  };
}

function otherForm({ url }: Visit, isJson: boolean): Markup {
  return isJson
    ? html`<a href="${url.pathname}">${say("Use the form")}</a>`
    : html`<a href="${`${url.pathname}?as=json`}">${say("Write it as JSON")}</a>`;
}
