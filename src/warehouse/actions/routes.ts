import { Elysia } from "elysia";
import type { Ctx } from "../../ctx.ts";
import { guard } from "../../http/guard.ts";
import { access } from "../api-style.ts";
import { act } from "./act.ts";
import { DOCS } from "./docs.ts";
import { lineItemIds } from "./line-item-ids.ts";
import { note } from "./note.ts";
import { notes } from "./notes.ts";
import { remove } from "./remove.ts";
import {
  Done,
  Naming,
  NoNotes,
  NoteBody,
  Notes,
  NotNoted,
  NotRemoved,
  RemoveBody,
  RemoveQuery,
  ReturnPath,
} from "./schema.ts";
import type { Action } from "./transition.ts";

/** The texts of a body don't matter here, or are looked at where they do. */
const WRITING = { ...access("returns_write"), checks: "verb" } as const;

/** What can be done with one return. */
export const actions = (ctx: Ctx) =>
  new Elysia({ name: "warehouse-actions", prefix: "/warehouse/return/:return_id", tags: ["Warehouse"] })
    .use(guard(ctx))
    .post(
      "/process",
      ({ caller, params, query }) => act(ctx, caller, naming(params, query), "process"),
      of("process"),
    )
    .post("/flag", ({ caller, params, query }) => act(ctx, caller, naming(params, query), "flag"), of("flag"))
    .post(
      "/close",
      ({ caller, params, query }) => act(ctx, caller, naming(params, query), "close"),
      of("close"),
    )
    .post(
      "/cancel",
      ({ caller, params, query }) => act(ctx, caller, naming(params, query), "cancel"),
      of("cancel"),
    )
    .post(
      "/remove",
      ({ caller, params, query, body }) => {
        const ids = lineItemIds(query.line_item_id, body);
        return remove(ctx, caller, naming(params, query), ids);
      },
      {
        access: WRITING,
        params: ReturnPath,
        query: RemoveQuery,
        body: RemoveBody,
        response: { 200: Done, 422: NotRemoved },
        detail: DOCS.remove,
      },
    )
    .post("/note", ({ caller, params, query, body }) => note(ctx, caller, naming(params, query), body), {
      access: WRITING,
      params: ReturnPath,
      query: Naming,
      body: NoteBody,
      response: { 200: Done, 422: NotNoted },
      detail: DOCS.note,
    })
    .get("/notes", ({ caller, params, query }) => notes(ctx, caller, naming(params, query)), {
      access: access("returns_read"),
      params: ReturnPath,
      query: Naming,
      response: { 200: Notes, 422: NoNotes },
      detail: DOCS.notes,
    });

function of(action: Action) {
  return {
    access: WRITING,
    params: ReturnPath,
    query: Naming,
    response: { 200: Done },
    detail: DOCS[action],
  };
}

function naming(params: { return_id: string }, query: typeof Naming.static) {
  return { ...query, id: params.return_id };
}
