import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { Counted, CountIncluded } from "../../core/http/count-included.ts";
import { jsonResponse } from "../../core/http/fill-page.ts";
import { guard } from "../../core/http/guard.ts";
import { PageHeaders, PageLimit, pageOf } from "../../core/http/paging.ts";
import { CreationSort } from "../../core/lists/by-creation.ts";
import { field, Text } from "../../lib/schema-types.ts";
import { DOCS } from "./docs.ts";
import { listMails, MAIL_LISTS } from "./list.ts";
import { Mail, MailStatus } from "./schema.ts";
import { sendAgain } from "./send-again.ts";

const MailQuery = t.Object({
  status: field(t.Optional(MailStatus), "Only mails with this status."),
  returnId: field(t.Optional(Text({ maxLength: 100 })), "Only mails about this return."),
  sort: t.Optional(CreationSort),
  ...CountIncluded,
  ...PageLimit,
});

/** The mails of a store. */
export const storeMails = (ctx: Ctx) =>
  new Elysia({ name: "mails", prefix: "/stores/:storeId/mails", tags: ["Mails"] })
    .use(guard(ctx))
    .get(
      "",
      async ({ caller, query, headers }) => {
        const page = pageOf({ headers, query }, MAIL_LISTS[query.sort ?? "-created_at"], caller.storeId);
        const mails = await listMails(ctx, caller.storeId, query, page);
        return jsonResponse(mails.json, mails.headers);
      },
      {
        access: { scope: "returns_read" },
        headers: PageHeaders,
        query: MailQuery,
        response: { 200: Type.Object({ mails: field(Type.Array(Mail), "The mails."), ...Counted }) },
        detail: DOCS.list,
      },
    )
    .post(
      "/:mailId/send",
      async ({ caller, params }) => ({ mail: await sendAgain(ctx, caller.storeId, params.mailId) }),
      {
        access: { scope: "returns_write" },
        params: Type.Object({ storeId: Type.String(), mailId: Type.String() }),
        response: { 200: Type.Object({ mail: field(Mail, "The mail.") }) },
        detail: DOCS.send,
      },
    );
