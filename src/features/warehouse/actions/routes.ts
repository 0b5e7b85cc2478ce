import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { type Access, guard } from "../../../core/http/guard.ts";
import { access } from "../api-style.ts";
import type { Version } from "../versions.ts";
import { type Action, act } from "./act.ts";
import { DOCS } from "./docs.ts";
import { lineItemIds } from "./line-item-ids.ts";
import { note } from "./note.ts";
import { notes } from "./notes.ts";
import { remove } from "./remove.ts";
import { referenceOf, returnToChange } from "./return-to-change.ts";
import {
  ActionResult,
  NoNotes,
  NoteBody,
  NoteError,
  Notes,
  ReferenceQuery,
  RemovalError,
  RemoveBody,
  RemoveQuery,
  ReturnPath,
} from "./schema.ts";

/** The actions on one return. */
export const actions = (ctx: Ctx, version: Version) => {
  // These operations validate their body themselves, or ignore it.
  const writes = { ...access("returns_write"), checks: "verb", changes: returnToChange(ctx) } as const;
  return new Elysia({
    name: "warehouse-actions",
    seed: version.path,
    prefix: "/warehouse/return/:return_id",
    tags: ["Warehouse"],
  })
    .use(guard(ctx))
    .post(
      "/process",
      ({ caller, params, query }) => act(ctx, caller, referenceOf(params, query), "process"),
      actionRoute(writes, "process"),
    )
    .post(
      "/flag",
      ({ caller, params, query }) => act(ctx, caller, referenceOf(params, query), "flag"),
      actionRoute(writes, "flag"),
    )
    .post(
      "/close",
      ({ caller, params, query }) => act(ctx, caller, referenceOf(params, query), "close"),
      actionRoute(writes, "close"),
    )
    .post(
      "/cancel",
      ({ caller, params, query }) => act(ctx, caller, referenceOf(params, query), "cancel"),
      actionRoute(writes, "cancel"),
    )
    .post(
      "/remove",
      ({ caller, params, query, body }) => {
        const ids = lineItemIds(query.line_item_id, body);
        return remove(ctx, caller, referenceOf(params, query), ids);
      },
      {
        access: writes,
        params: ReturnPath,
        query: RemoveQuery,
        body: RemoveBody,
        response: { 200: ActionResult, 422: RemovalError },
        detail: DOCS.remove,
      },
    )
    .post("/note", ({ caller, params, query, body }) => note(ctx, caller, referenceOf(params, query), body), {
      access: writes,
      params: ReturnPath,
      query: ReferenceQuery,
      body: NoteBody,
      response: { 200: ActionResult, 422: NoteError },
      detail: DOCS.note,
    })
    .get("/notes", ({ caller, params, query }) => notes(ctx, caller, referenceOf(params, query)), {
      access: access("returns_read"),
      params: ReturnPath,
      query: ReferenceQuery,
      response: { 200: Notes, 422: NoNotes },
      detail: DOCS.notes,
    });
};

function actionRoute(access: Access, action: Action) {
  return {
    access,
    params: ReturnPath,
    query: ReferenceQuery,
    response: { 200: ActionResult },
    detail: DOCS[action],
  };
}
