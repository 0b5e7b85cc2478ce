import type { SavedPolicy } from "../../features/policy/saved-schema.ts";
import { listClients } from "../../features/stores/list-clients.ts";
import type { Store } from "../../features/stores/schema.ts";
import { Problem } from "../../lib/problem.ts";
import { at, html, type Label, type Markup } from "../pages/html.ts";
import { card } from "./components/card.ts";
import type { Visit } from "./page.ts";
import { say } from "./texts/texts.ts";

type Step = { title: Label; text: Label; page: string; isDone(): Promise<boolean> };

/** Returns what a new store still needs, each with the page that does it; undefined once it has returns or all of it. */
export async function checklist(visit: Visit): Promise<Markup | undefined> {
  const { api, base } = visit;
  const path = at`/stores/${visit.store.storeId}`;
  if (!visit.can("returns_read")) return undefined;
  const { body } = await api.list<{ returns: unknown[] }>(`${path}/returns`, { size: 1 });
  if (body.returns.length > 0) return undefined;
  const steps = await Promise.all(
    stepsOf(visit, path)
      .filter(({ page }) => visit.offers(page))
      .map(async (step) => ({ ...step, isDone: await step.isDone() })),
  );
  if (steps.every(({ isDone }) => isDone)) return undefined;
  const items = steps.map(
    ({ title, text, page, isDone }) => html`<li class="${isDone ? "done" : ""}">
      <span class="tick" aria-hidden="true">${isDone ? "✓" : ""}</span>
      <span><a href="${base + page}">${title}</a><span class="hidden">${isDone ? say(", done") : say(", to do")}</span><small>${text}</small></span></li>`,
  );
  return card(html`<ol class="checklist">${items}</ol>`, {
    title: say("Get started"),
    lead: say("Each step ticks itself when it is done."),
  });
}

function stepsOf(visit: Visit, path: string): Step[] {
  const { api, storeCtx, store } = visit;
  const settings = once(() => api.get<Store>(path));
  return [
    {
      ...{
        title: say("Make a secret"),
        text: say("Your shop's program calls the API with it."),
        page: "/developer/clients/new",
      },
      isDone: async () => (await listClients(storeCtx, store.storeId)).length > 0,
    },
    {
      ...{
        title: say("Send the first order"),
        text: say("Returns are of orders that the store knows."),
        page: "/orders",
      },
      isDone: async () =>
        (await api.list<{ orders: unknown[] }>(`${path}/orders`, { size: 1 })).body.orders.length > 0,
    },
    {
      ...{
        title: say("Save a return policy"),
        text: say("Who may return what, until when."),
        page: "/settings/policy",
      },
      isDone: () => api.get<SavedPolicy>(`${path}/policy`).then(() => true, unlessMissing),
    },
    {
      ...{
        title: say("Turn on the shopper page"),
        text: say("Shoppers return by themselves."),
        page: "/settings/shoppers",
      },
      isDone: async () => (await settings()).shopperPage.enabled,
    },
    {
      ...{
        title: say("Add a webhook"),
        text: say("Your programs hear of each change."),
        page: "/developer/webhooks/new",
      },
      isDone: async () => (await api.get<{ webhooks: unknown[] }>(`${path}/webhooks`)).webhooks.length > 0,
    },
    {
      ...{
        title: say("Send mails to shoppers"),
        text: say("They learn how their return goes on."),
        page: "/settings/shoppers",
      },
      isDone: async () => (await settings()).mail.enabled,
    },
  ];
}

function unlessMissing(error: unknown): boolean {
  if (error instanceof Problem && error.parts.status === 404) return false;
  throw error;
}

/** Returns a function that reads once, however often it is called. */
function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let found: Promise<Result> | undefined;
  return () => {
    found ??= read();
    return found;
  };
}
