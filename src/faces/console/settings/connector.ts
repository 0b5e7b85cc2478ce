import { connectorOf } from "../../../features/connectors/kinds.ts";
import type { RejectedOrder, ShownConnector } from "../../../features/connectors/schema.ts";
import { problem } from "../../../lib/problem.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { at, type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { card, details } from "../components/card.ts";
import { emptyState } from "../components/empty-state.ts";
import { polledPart } from "../components/polled-part.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import { sentenceText } from "../fault-words.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { connectorForm, connectorIn } from "./connector-form.ts";
import { CONNECTORS_PATH, stateBadge } from "./connectors.ts";

/** Settings: the shop of a kind. It is connected, read, changed and disconnected here. */
export const connectorPage: ConsolePage = {
  path: `${CONNECTORS_PATH}/:kind`,
  section: CONNECTORS_PATH,
  needs: "store_write",
  show: async (visit, state) => {
    const connector = await find(visit);
    return connectorView(visit, { connector, rejected: connector ? await rejectedOf(visit) : [], state });
  },
  acts: {
    save: async (visit, input) => {
      const isNew = (await find(visit)) === undefined;
      await visit.api.put(apiPath(visit), connectorIn(input, kindOf(visit)));
      return back(visit, say(isNew ? "Connected. The shop is read now." : "Saved. The shop is read now."));
    },
    poll: async (visit) => {
      await visit.api.post(`${apiPath(visit)}/poll`);
      return back(visit, say("The shop is read now."));
    },
    delete: async (visit) => {
      await visit.api.delete(apiPath(visit));
      return { to: CONNECTORS_PATH, notice: say("Disconnected. Its webhooks are rejected from now on.") };
    },
  },
};

function kindOf({ params }: Visit) {
  const kind = connectorOf(params.kind ?? "");
  if (!kind) throw problem("route_not_found", "There is no such kind of shop.");
  return kind;
}

function apiPath(visit: Visit): string {
  return at`/stores/${visit.store.storeId}/connectors/${kindOf(visit).kind}`;
}

function back(visit: Visit, notice: Label) {
  return { to: CONNECTORS_PATH + at`/${kindOf(visit).kind}`, notice };
}

async function find(visit: Visit): Promise<ShownConnector | undefined> {
  const { kind } = kindOf(visit);
  const path = at`/stores/${visit.store.storeId}/connectors`;
  const { connectors } = await visit.api.get<{ connectors: ShownConnector[] }>(path);
  return connectors.find((connector) => connector.kind === kind);
}

async function rejectedOf(visit: Visit): Promise<RejectedOrder[]> {
  return (await visit.api.get<{ orders: RejectedOrder[] }>(`${apiPath(visit)}/rejected-orders`)).orders;
}

type Shown = { connector: ShownConnector | undefined; rejected: RejectedOrder[]; state: FormState };

function connectorView(visit: Visit, { connector, rejected, state }: Shown): View {
  const kind = kindOf(visit);
  const form = connectorForm(visit, { kind, connector, state: stateOf(state, "save") });
  const isFirst = connector?.state === "ok" && connector.lastSuccessAt === null;
  const settings = card(form, {
    title: connector ? say("Settings") : say("Connect {shop}", { shop: kind.title }),
  });
  return {
    title: kind.title,
    parents: [{ title: say("Connectors"), path: CONNECTORS_PATH }],
    isBusy: isFirst,
    actions: connector?.enabled
      ? actButton(visit, { act: "poll", text: say("Read the shop now") })
      : undefined,
    body: connector
      ? html`<div class="sections">${polledPart(visit, "state", stateCard(visit, connector), isFirst)}
          ${rejected.length > 0 && card(rejectedTable(visit, rejected), { title: say("Rejected orders") })}
          ${settings}${card(removal(visit), { title: say("Disconnect") })}</div>`
      : settings,
  };
}

function stateCard(visit: Visit, connector: ShownConnector): Markup {
  const { lastSuccessAt, lastError, lag, webhookUrl } = connector;
  const rows: [Label, Content][] = [
    [say("State"), stateBadge(connector)],
    [say("Last read"), lastSuccessAt ? ago(lastSuccessAt, visit.ctx.now()) : say("not yet")],
    [
      say("Behind#time"),
      lag !== null
        ? say("{seconds} s", { seconds: lag })
        : lastError === null
          ? say("the first reading is in progress")
          : "–",
    ],
    ...(lastError
      ? [[say("Last error"), html`<bdi class="long">${sentenceText(lastError)}</bdi>`] as [Label, Content]]
      : []),
    [
      say("Webhook address"),
      html`<code class="long">${webhookUrl}</code>
        <p class="help">${say("Give the webhook address to the shop, so that orders come at once.")}</p>`,
    ],
  ];
  return card(details(rows));
}

function rejectedTable(visit: Visit, rejected: RejectedOrder[]): Markup {
  const now = visit.ctx.now();
  return table({
    label: say("Rejected orders"),
    rows: rejected,
    empty: emptyState(
      say("No rejected orders"),
      say("Orders that can't be stored stand here, with the reason."),
    ),
    columns: [
      { title: say("Order"), kind: "main", cell: ({ orderId }) => html`<bdi>${orderId}</bdi>` },
      { title: say("Reason"), cell: ({ reason }) => html`<bdi class="long">${sentenceText(reason)}</bdi>` },
      { title: say("Rejected#order"), cell: ({ rejectedAt }) => ago(rejectedAt, now) },
      { title: say("Next try"), cell: ({ retryAt }) => ago(retryAt, now) },
    ],
  });
}

function removal(visit: Visit): Markup {
  return actButton(visit, {
    ...{ act: "delete", text: say("Disconnect"), look: "danger" },
    confirm: {
      title: say("Disconnect this shop?"),
      text: say("Its orders stay. New ones don't come any more, and its credentials are deleted."),
    },
  });
}
