import type { Delivery, Webhook, WebhookHealth } from "../../../features/webhooks/schema.ts";
import type { Listed } from "../../pages/api.ts";
import type { FormState } from "../../pages/form.ts";
import { at, html, type Label, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { linkButton } from "../components/button.ts";
import { card, details } from "../components/card.ts";
import { filterOf, filters, queryOf } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { type Counted, orderIn, totalOf } from "../components/order.ts";
import { pager } from "../components/pager.ts";
import { shownUrl } from "../components/shown-url.ts";
import { ago } from "../components/time.ts";
import { type ViewAct, viewActs, viewTabs } from "../components/view-tabs.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { deliveriesTable, FILTERS, SORTS } from "./deliveries.ts";
import { TOPIC_WORDS } from "./webhook-form.ts";
import { hoursChart } from "./webhook-hours.ts";
import { deliveriesLink, healthBadge, healthOf, soon } from "./webhooks.ts";

const WEBHOOKS = "/developer/webhooks";
const WRITE = "webhooks_write";

const VIEWS = { path: `${WEBHOOKS}/:webhookId`, needs: WRITE } as const;

type Shown = {
  webhook: Webhook;
  health: WebhookHealth;
  list: Listed<{ deliveries: Delivery[] } & Counted>;
  tabs: Markup | undefined;
};

/** Developer: one webhook, its health and its deliveries. */
export const webhookPage: ConsolePage = {
  path: `${WEBHOOKS}/:webhookId`,
  section: WEBHOOKS,
  needs: "webhooks_read",
  show: async (visit, state) => webhookView(visit, await load(visit, state)),
  acts: {
    test: {
      needs: WRITE,
      run: async (visit) => {
        await visit.api.post(`${apiPath(visit)}/test`);
        return back(visit, say("A test event is on its way."));
      },
    },
    disable: { needs: WRITE, run: (visit) => switchTo(visit, "disable", say("Disabled. Its events wait.")) },
    ...Object.fromEntries(Object.entries(viewActs(VIEWS)).map(([name, act]) => [name, ofWebhook(act)])),
    enable: {
      needs: WRITE,
      run: (visit) => switchTo(visit, "enable", say("Enabled. Waiting events are sent now.")),
    },
  },
};

/** Views are those of all webhooks: an act on one is refused at the address of a webhook that isn't there. */
function ofWebhook({ needs, run }: ViewAct): ViewAct {
  return {
    needs,
    run: async (visit, input) => {
      await visit.api.get(apiPath(visit));
      return run(visit, input);
    },
  };
}

function apiPath({ params }: Visit): string {
  return at`/webhooks/${params.webhookId ?? ""}`;
}

function back({ params }: Visit, notice: Label) {
  return { to: WEBHOOKS + at`/${params.webhookId ?? ""}`, notice };
}

async function switchTo(visit: Visit, action: "disable" | "enable", notice: Label) {
  await visit.api.post(`${apiPath(visit)}/${action}`);
  return back(visit, notice);
}

async function load(visit: Visit, state: FormState): Promise<Shown> {
  const { api, url } = visit;
  const path = apiPath(visit);
  const query = queryOf(
    visit,
    FILTERS.map(({ name }) => name),
  );
  query.set("sort", orderIn(url, SORTS)?.value ?? "");
  query.set("include", "count");
  const cursor = filterOf(url, "after");
  const [{ webhook }, health, list, tabs] = await Promise.all([
    api.get<{ webhook: Webhook }>(path),
    healthOf(visit, visit.params.webhookId ?? "", "?per=hour"),
    api.list<Shown["list"]["body"]>(`${path}/deliveries?${query}`, { size: 25, cursor }),
    viewTabs(visit, VIEWS, state),
  ]);
  return { webhook, health, list, tabs };
}

function webhookView(visit: Visit, { webhook, health, list: { body, next }, tabs }: Shown): View {
  const rows = body.deliveries.map((delivery) => ({ delivery, webhook }));
  const { value: sort = "", order } = orderIn(visit.url, SORTS) ?? {};
  const list = html`${deliveriesTable(visit, rows, { webhook, sort })}${pager(visit.url, next, { rows: rows.length, of: totalOf(body), order })}`;
  return {
    title: shownUrl(webhook.callback.url),
    parents: [{ title: say("Webhooks"), path: WEBHOOKS }],
    actions: visit.can(WRITE) ? actionsOf(visit, health) : undefined,
    body: html`<div class="sections">
      ${livePart(visit, "health", html`<div class="sections">${healthCard(visit, webhook, health)}${hoursChart(visit, health)}</div>`)}
      <div><h2 class="section-title">${say("Deliveries")}</h2>
      ${tabs}${filters(visit.url, FILTERS, { sorts: SORTS })}
      ${livePart(visit, "deliveries", list)}</div>
      </div>`,
  };
}

function actionsOf(visit: Visit, { enabled }: WebhookHealth): Markup {
  const disable = actButton(visit, {
    ...{ act: "disable", text: say("Disable") },
    confirm: {
      title: say("Disable this webhook?"),
      text: say("Its events wait, and are sent once it is enabled again."),
    },
  });
  const test = actButton(visit, { act: "test", text: say("Send test event") });
  const settings = linkButton(say("Settings"), `${visit.url.pathname}/settings`);
  return html`${test}${settings}${enabled ? disable : actButton(visit, { act: "enable", text: say("Enable"), look: "primary" })}`;
}

function healthCard(visit: Visit, webhook: Webhook, health: WebhookHealth): Markup {
  const now = visit.ctx.now();
  const { oldestPendingAt, failingSince, nextAttemptAt } = health;
  const countOf = (name: "pending" | "delivered" | "discarded") =>
    deliveriesLink(visit, name, { id: webhook.id, health });
  const pending = countOf("pending");
  const id = html`<code>${webhook.id}</code>`;
  const yours = webhook.externalId && html`<code>${webhook.externalId}</code>`;
  return card(
    details([
      [say("State"), healthBadge(health, now)],
      [say("Topic"), say(TOPIC_WORDS[webhook.topic].title)],
      [
        say("Waiting"),
        oldestPendingAt
          ? say("{number}, the oldest {when}", { number: pending, when: ago(oldestPendingAt, now) })
          : pending,
      ],
      [say("Failing since"), failingSince === null ? say("it isn't failing") : ago(failingSince, now)],
      [say("Next attempt"), nextAttemptAt === null ? say("none is planned") : soon(nextAttemptAt, now)],
      [say("Delivered, 24 h"), countOf("delivered")],
      [say("Given up, 24 h"), countOf("discarded")],
      [say("Bearer token"), say(webhook.callback.auth ? "set" : "none")],
      [say("Id"), yours ? say("{id}, yours {yours}", { id, yours }) : id],
      [say("Added"), ago(webhook.createdAt, now)],
    ]),
  );
}
