/** A receiver as it is shown; a test runs it, to the letter. */
export const RECEIVER = `
import { Webhook } from "standardwebhooks";

/** \`seen\` has a get and a set: a Map to try it, a table of yours in earnest. */
export const createReceiver = ({ signingSecret, token, seen, apply, readReturn }) =>
  async function receive(request) {
    const { headers } = request;
    const body = await request.text();
    try {
      // Verify: it comes from the service, as it was sent, within these minutes.
      new Webhook(signingSecret).verify(body, Object.fromEntries(headers));
      if (headers.get("authorization") !== \`Bearer \${token}\`) throw new Error();
    } catch {
      return new Response(null, { status: 401 });
    }
    const event = JSON.parse(body);
    const { id } = event.return;
    const sequence = Number(headers.get("webhook-sequence"));
    const last = (await seen.get(id)) ?? { sequence: 0, at: "" };

    // Detect a gap: events that were discarded. Catch up: the return as it is now makes up for all of them.
    if (sequence > last.sequence + 1) await apply(await readReturn(id));
    // Deduplicate: an event not newer than what was applied came before, or is being replayed.
    else if (event.at > last.at) await apply({ order: event.order, return: event.return });
    const at = event.at > last.at ? event.at : last.at;
    await seen.set(id, { sequence: Math.max(sequence, last.sequence), at });
    return new Response(null, { status: 204 });
  };
`.trim();

export const RECEIVING = `
### Receive webhooks

The events of one return come one by one and in order, so a receiver needs no locks; those of different returns come side by
side. Any 2xx within 10 seconds means that an event has arrived: answer as soon as it is kept. Everything else makes it come
again, so it may come twice. After the last attempt it is discarded and the next one comes, which shows as a gap in
\`webhook-sequence\`; each event holds the whole return, so one that is newer makes up for those that are missing.

A receiver that verifies, deduplicates, detects a gap and catches up, for any server that speaks \`Request\` and \`Response\`
(Bun, Deno, Workers, Node with an adapter). \`apply\` stores a return with its order; \`readReturn\` is *Read a return with its
order*:

\`\`\`js
${RECEIVER}
\`\`\`

After a long outage let everything since then come again with *Replay events*, or a single event with *Redeliver
an event*. What was tried, and what your server answered, stands in *List a webhook's deliveries*. After *Rotate a webhook's
signing secret* both secrets sign for 24 hours, and either of them verifies.
`.trim();
