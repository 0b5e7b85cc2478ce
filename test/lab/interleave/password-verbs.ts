import { eq } from "drizzle-orm";
import { openSession } from "../../../src/features/people/open-session.ts";
import { hashPassword } from "../../../src/features/people/password.ts";
import { listSessions } from "../../../src/features/people/sessions.ts";
import { setPassword } from "../../../src/features/people/set-password.ts";
import { signIn } from "../../../src/features/people/sign-in.ts";
import { people } from "../../../src/platform/db/tables/people.ts";
import { answered, DEVICE, newOwner } from "./people-verbs.ts";
import type { Shop } from "./store.ts";
import type { Verb } from "./verbs.ts";

const PASSWORD = "the password before";
/** One for all persons, so that it is hashed once. */
let hashed: Promise<string> | undefined;

/** What a person's password lets in, and what changes it. */
export const PASSWORD_VERBS: Record<string, Verb> = {
  "sign-in-by-password": {
    hashes: true,
    prepare: personWithPassword,
    run: (shop, mark) =>
      answered(async () => {
        const personId = shop.known.made.second ?? "";
        const credentials = { email: `second-${shop.id}@example.test`, password: PASSWORD };
        // Of two that the process would let wait for each other one comes from a browser that is known.
        const known = mark === "a" ? undefined : { id: shop.id, personIds: [personId] };
        await signIn(shop.process.ctx, credentials, DEVICE, known);
      }),
  },
  "password-change": {
    hashes: true,
    prepare: personWithPassword,
    run: (shop, mark) =>
      answered(async () => {
        const { second = "", session = "" } = shop.known.made;
        const change = { current: PASSWORD, password: `the password of ${mark}`, sessionId: session };
        await setPassword(shop.process.ctx, second, change);
      }),
  },
};

/** A person with a password, who is signed in by it. */
async function personWithPassword(shop: Shop): Promise<void> {
  const { ctx } = shop.process;
  const personId = await newOwner(shop, "second");
  if (shop.known.made.session !== undefined) return;
  hashed ??= hashPassword(PASSWORD);
  await ctx.db
    .update(people)
    .set({ passwordHash: await hashed })
    .where(eq(people.id, personId));
  await openSession(ctx, personId, DEVICE, { by: "password" });
  shop.known.made.session = (await listSessions(ctx, personId))[0]?.id ?? "";
}
