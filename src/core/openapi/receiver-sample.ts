/** The example receiver of the documentation. A test runs it unmodified. */
export const RECEIVER = `
import { Webhook } from "standardwebhooks";

/** \`seen\` has get and set: a Map for a trial, a database table in production. */
export const createReceiver = ({ signingSecret, token, seen, apply, readReturn }) =>
  async function receive(request) {
    const { headers } = request;
    const body = await request.text();
    try {
      // Verify: the signature, and a timestamp within the last minutes.
      new Webhook(signingSecret).verify(body, Object.fromEntries(headers));
      if (headers.get("authorization") !== \`Bearer \${token}\`) throw new Error();
    } catch {
      return new Response(null, { status: 401 });
    }
    const event = JSON.parse(body);
    const { id } = event.return;
    const sequence = Number(headers.get("webhook-sequence"));
    const last = (await seen.get(id)) ?? { sequence: 0, at: "" };

    // Detect a gap: events were discarded. Catch up: the current state of the return replaces them all.
    if (sequence > last.sequence + 1) await apply(await readReturn(id));
    // Deduplicate: an event that is not newer than the last applied one is a repeat or a replay.
    else if (event.at > last.at) await apply({ order: event.order, return: event.return });
    const at = event.at > last.at ? event.at : last.at;
    await seen.set(id, { sequence: Math.max(sequence, last.sequence), at });
    return new Response(null, { status: 204 });
  };
`.trim();

export const RECEIVING = `
### Receive webhooks

The events of one return are delivered one by one and in order, so a receiver needs no locks; events of
different returns are delivered concurrently. Any 2xx within 10 seconds acknowledges an event: respond as soon
as it is stored. After any other result the event is retried, so it may arrive twice. After the last attempt
it is discarded and the next one is sent, which shows as a gap in \`webhook-sequence\`. Each event holds the
whole return, so a newer event replaces missing ones.

A receiver that verifies, deduplicates, detects a gap and catches up, for any server with \`Request\` and
\`Response\` (Bun, Deno, Workers, Node with an adapter). \`apply\` stores a return with its order;
\`readReturn\` is *Get a return with its order*:

\`\`\`js
${RECEIVER}
\`\`\`

After a long outage, send everything since then again with *Replay events*, or a single event with *Redeliver
an event*. *List a webhook's deliveries* shows the attempts and the responses of your server. After *Rotate a
webhook's signing secret* both secrets sign for 24 hours, so verifying with either of them succeeds.
`.trim();
