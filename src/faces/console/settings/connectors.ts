import { CONNECTORS } from "../../../features/connectors/kinds.ts";
import type { ShownConnector } from "../../../features/connectors/schema.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { badge } from "../components/badge.ts";
import { breakable } from "../components/breakable.ts";
import { emptyState } from "../components/empty-state.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import { sentenceText } from "../fault-words.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

export const CONNECTORS_PATH = "/settings/connectors";

const LEAD = say("The shop that orders come from. They come by its webhooks, and the shop is read besides.");

/** Settings: the kinds of shops, and which the store is connected to. */
export const connectorsPage: ConsolePage = {
  path: CONNECTORS_PATH,
  needs: "store_write",
  show: async (visit) => {
    const path = at`/stores/${visit.store.storeId}/connectors`;
    const { connectors } = await visit.api.get<{ connectors: ShownConnector[] }>(path);
    return { title: say("Connectors"), lead: LEAD, body: listOf(visit, connectors) };
  },
};

function listOf(visit: Visit, connectors: ShownConnector[]): Markup {
  const now = visit.ctx.now();
  const rows = CONNECTORS.map(({ kind, title }) => ({
    ...{ kind, title },
    connector: connectors.find((each) => each.kind === kind),
  }));
  return table({
    label: say("Connectors"),
    rows,
    empty: emptyState(say("No kinds of shops"), say("This version knows none.")),
    columns: [
      {
        title: say("Shop"),
        kind: "main",
        cell: ({ kind, title }) =>
          html`<a href="${visit.base + CONNECTORS_PATH + at`/${kind}`}"><bdi class="short">${title}</bdi></a>`,
      },
      { title: say("State"), cell: ({ connector }) => stateBadge(connector) },
      {
        title: say("Address"),
        cell: ({ connector }) => connector?.url && html`<bdi class="long">${breakable(connector.url)}</bdi>`,
      },
      {
        title: say("Last read"),
        cell: ({ connector }) =>
          connector && (connector.lastSuccessAt ? ago(connector.lastSuccessAt, now) : say("not yet")),
      },
      {
        title: say("Last error"),
        cell: ({ connector }) =>
          connector?.lastError && html`<bdi class="long">${sentenceText(connector.lastError)}</bdi>`,
      },
    ],
  });
}

/** Returns how a shop is doing, in a word. */
export function stateBadge(connector: ShownConnector | undefined): Markup {
  if (!connector) return badge(say("Not connected"));
  if (connector.state === "off") return badge(say("Off"));
  if (connector.state === "failing") return badge(say("Failing"), "bad");
  // Orders that the service rejected, or a change of stock that the shop refused: the last error says which.
  return connector.lastError === null ? badge(say("OK"), "good") : badge(say("Needs attention"), "bad");
}
