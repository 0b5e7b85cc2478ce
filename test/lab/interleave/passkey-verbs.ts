import { findSession } from "../../../src/features/people/find-session.ts";
import { openSession } from "../../../src/features/people/open-session.ts";
import {
  addPasskey,
  listPasskeys,
  registrationOptions,
  removePasskey,
} from "../../../src/features/people/passkeys.ts";
import { endSession } from "../../../src/features/people/sessions.ts";
import { signInByPasskey, signInOptions } from "../../../src/features/people/sign-in-by-passkey.ts";
import { createSignInLink } from "../../../src/features/people/sign-in-link.ts";
import { problem } from "../../../src/lib/problem.ts";
import { createAuthenticator } from "../../support/authenticator.ts";
import { ACTORS } from "./lab.ts";
import { answered, DEVICE, newOwner } from "./people-verbs.ts";
import type { Shop } from "./store.ts";
import type { Verb } from "./verbs.ts";

const RELYING = { origin: "http://localhost", host: "localhost" };
/** As authenticators do that sign in by several devices. */
const UNCOUNTED = { counter: 0 };

/** What a person's passkeys let in, and what becomes of them. */
export const PASSKEY_VERBS: Record<string, Verb> = {
  "passkey-new": {
    prepare: personWithPasskey,
    run: (shop, mark) => addTo(shop, mark),
  },
  "passkey-remove": {
    prepare: personWithPasskey,
    run: (shop) =>
      answered(() =>
        removePasskey(shop.process.ctx, shop.known.made.second ?? "", shop.known.made.passkey ?? ""),
      ),
  },
  "sign-in-by-passkey": {
    prepare: personWithPasskey,
    run: (shop, mark) =>
      answered(async () => {
        const { [`signed ${mark}`]: response = "", [`state ${mark}`]: state = "" } = shop.known.made;
        await signInByPasskey(shop.process.ctx, RELYING, { response, state }, DEVICE);
      }),
  },
  "session-end": {
    prepare: personWithPasskey,
    run: (shop) =>
      answered(() => endSession(shop.process.ctx, shop.known.made.second ?? "", shop.known.made.adder ?? "")),
  },
  "sign-in-link-new": {
    prepare: async (shop) => void (await newOwner(shop, "second")),
    run: (shop) =>
      answered(() =>
        createSignInLink(shop.process.ctx, `second-${shop.id}@example.test`, shop.known.made.second),
      ),
  },
};

/** The session that adds the passkey is found before it is added, as a page does. */
function addTo(shop: Shop, mark: string) {
  const { ctx } = shop.process;
  const { made } = shop.known;
  return answered(async () => {
    const session = await findSession(ctx, made.adderToken ?? "");
    if (!session) throw problem("unauthenticated", "The session has ended: sign in again.");
    const signed = { response: made[`made ${mark}`] ?? "", state: made[`made state ${mark}`] ?? "" };
    await addPasskey(ctx, session, RELYING, { name: `Of ${mark}`, ...signed });
  });
}

/** A person who is signed in, with a passkey, and what its authenticator and those of new ones respond to each actor. */
async function personWithPasskey(shop: Shop): Promise<void> {
  const { ctx } = shop.process;
  const { made } = shop.known;
  const personId = await newOwner(shop, "second");
  if (made.passkey !== undefined) return;
  const { token } = await openSession(ctx, personId, DEVICE, { by: "link" });
  const session = await findSession(ctx, token);
  if (!session) throw new Error("the session isn't open");
  made.adderToken = token;
  made.adder = session.id;
  const authenticator = createAuthenticator();
  const registered = await registrationOptions(ctx, session, RELYING);
  const response = authenticator.register(registered.options, UNCOUNTED);
  await addPasskey(ctx, session, RELYING, { name: "First", response, state: registered.state });
  made.passkey = (await listPasskeys(ctx, personId))[0]?.id ?? "";
  for (const mark of ACTORS) {
    const asked = await signInOptions(ctx, RELYING);
    made[`signed ${mark}`] = authenticator.sign(asked.options, UNCOUNTED);
    made[`state ${mark}`] = asked.state;
    const added = await registrationOptions(ctx, session, RELYING);
    made[`made ${mark}`] = createAuthenticator().register(added.options, UNCOUNTED);
    made[`made state ${mark}`] = added.state;
  }
}
