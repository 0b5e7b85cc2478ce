import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createPerson } from "../../../src/features/people/create-person.ts";
import { invite } from "../../../src/features/people/invite.ts";
import { addMember } from "../../../src/features/people/members.ts";
import { createSignInLink } from "../../../src/features/people/sign-in-link.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { answerOf } from "../../support/returns.ts";
import { useService } from "../../support/use-service.ts";

const server = await startMailServer();
const service = useService({
  isSingle: true,
  smtp: server.settings,
  mailFrom: { name: "Aftersale", address: "service@service.example" },
});

/** Returns the text of the last mail to an address, without the line breaks of its encoding. */
function lastText(to: string): string {
  const raw = server.seen.filter((mail) => mail.to === to).at(-1)?.raw ?? "";
  return raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");
}

test("an invitation and a sign-in link are mailed, also where the store sends no mails, and are shown nowhere", async () => {
  const store = await service.newStore({ name: "Green Shop" });
  const to = "robin@example.com";
  const { url } = await invite(store.ctx, store.id, { email: to, role: "support", invitedBy: "Ada" });
  const waiting = await store.ctx.db.execute<{ mail: string }>(
    sql`select mails::text as mail from mails where store_id = ${store.id}`,
  );
  expect(JSON.stringify(waiting.rows)).not.toContain(new URL(url).searchParams.get("token") ?? "-");
  await service.drain();
  expect(server.seen.at(-1)?.headers).toMatchObject({
    from: "Aftersale <service@service.example>",
    subject: "Invitation to Green Shop",
  });
  expect(lastText(to)).toContain(url);
  const { body } = await answerOf(store.get("/stores/:store/mails"));
  expect(body).toMatchObject({ mails: [{ kind: "invitation", status: "sent", to, text: null }] });
  const [mail] = (body as { mails: { id: string }[] }).mails;
  const again = await answerOf(store.post(`/stores/:store/mails/${mail?.id}/send`, undefined));
  expect(again).toMatchObject({ status: 409, body: { code: "mail_is_gone" } });

  const email = "sam@example.com";
  const { personId } = await createPerson(store.ctx, { email, name: "Sam", passwordHash: null });
  await addMember(store.ctx, { storeId: store.id, personId, role: "owner" });
  const link = await createSignInLink(store.ctx, email);
  await service.drain();
  expect(lastText(email)).toContain(link.url);
});
