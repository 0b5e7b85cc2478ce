import { ROLES } from "../../../features/people/roles.ts";
import { createClient } from "../../../features/stores/create-client.ts";
import { type ListedClient, listClients } from "../../../features/stores/list-clients.ts";
import { revokeClient } from "../../../features/stores/revoke-client.ts";
import { rotateClient } from "../../../features/stores/rotate-client.ts";
import { DAY_MS } from "../../../lib/duration.ts";
import { invalid, problem } from "../../../lib/problem.ts";
import type { Form } from "../../pages/form.ts";
import { html, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { badge } from "../components/badge.ts";
import { linkButton } from "../components/button.ts";
import { emptyState } from "../components/empty-state.ts";
import { table } from "../components/table.ts";
import { ago, exactTime } from "../components/time.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { presetOf } from "./presets.ts";
import { secretView } from "./secret.ts";

const OVERLAP_HOURS = 24;

/** Settings, Developer: the store's API clients. */
export const clientsPage: ConsolePage = {
  path: "/developer/clients",
  needs: "clients",
  show: async (visit) => clientsView(visit, await listClients(visit.storeCtx, visit.store.storeId)),
  acts: {
    revoke: async (visit, form) => {
      await revokeClient(visit.storeCtx, visit.store.storeId, form.get("client"));
      return { to: "/developer/clients", notice: "Revoked. Its secret is no longer valid." };
    },
    rotate: async (visit, form) => {
      const { storeCtx, store } = visit;
      const clientId = form.get("client");
      const clients = await listClients(storeCtx, store.storeId);
      requireHeld(visit, clients.find((client) => client.clientId === clientId)?.scopes ?? []);
      const created = await rotateClient(storeCtx, store.storeId, clientId, OVERLAP_HOURS);
      const text = `The old secret works for ${OVERLAP_HOURS} hours more. Replace it everywhere before.`;
      return secretView(visit, created, text);
    },
  },
};

function clientsView(visit: Visit, clients: ListedClient[]): View {
  const now = visit.ctx.now();
  const add = linkButton("Add API client", `${visit.base}/developer/clients/new`, "primary");
  const rotated = new Set(clients.flatMap(({ replaces }) => replaces ?? []));
  const isActive = (client: ListedClient) => stateOfClient(client, now) === "active";
  const body = table({
    label: "API clients",
    isDense: true,
    rows: clients.toReversed().toSorted((a, b) => Number(isActive(b)) - Number(isActive(a))),
    isDim: (client) => !isActive(client),
    empty: emptyState("No API clients yet", "A program calls the API with the secret of a client.", add),
    columns: [
      {
        title: "Name",
        kind: "main",
        cell: ({ name, clientId, origins }) =>
          html`<bdi>${name}</bdi><small><code>${clientId}</code>${origins.length > 0 && " · publishable"}</small>`,
      },
      { title: "May", cell: ({ scopes }) => scopesCell(scopes) },
      {
        title: "Last used",
        cell: ({ lastUsedAt }) =>
          lastUsedAt ? ago(lastUsedAt, now) : html`<span class="optional">never</span>`,
      },
      { title: "State", cell: (client) => stateCell(client, now, rotated.has(client.clientId)) },
      {
        title: "Actions",
        kind: "actions",
        cell: (client) => isActive(client) && actionsCell(visit, client, rotated.has(client.clientId)),
      },
    ],
  });
  return {
    title: "API clients",
    lead: "Each program that calls the API has a secret of its own, with no more rights than it needs.",
    actions: clients.length > 0 ? add : undefined,
    body,
  };
}

function scopesCell(scopes: string[]): Markup {
  const preset = presetOf(scopes);
  if (preset)
    return html`${preset.title}<small>${scopes.length} ${scopes.length === 1 ? "scope" : "scopes"}</small>`;
  return html`<details class="disclosure"><summary>${scopes.length} ${scopes.length === 1 ? "scope" : "scopes"}</summary>
    <span class="tags">${scopes.map((scope) => html`<span class="tag">${scope}</span>`)}</span></details>`;
}

function stateOfClient({ revokedAt, expiresAt }: ListedClient, now: Date): "active" | "revoked" | "expired" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? "expired" : "active";
}

function stateCell(client: ListedClient, now: Date, isRotated: boolean): Markup {
  const state = stateOfClient(client, now);
  if (state === "revoked") return badge("Revoked", "bad");
  if (state === "expired") return badge(isRotated ? "Replaced" : "Expired");
  if (client.expiresAt === null) return badge("Active", "good");
  return html`${badge(isRotated ? "Being replaced" : "Active", isRotated ? "warn" : "good")}
    <small>until ${exactTime(client.expiresAt)}</small>`;
}

function actionsCell(visit: Visit, { clientId, name, scopes }: ListedClient, isRotated: boolean): Markup {
  const hidden = { client: clientId };
  const rotate = actButton(visit, {
    ...{ act: "rotate", text: "Rotate", hidden },
    confirm: {
      title: `Rotate the secret of ${name}?`,
      text: `You get a new secret now. The old one works for ${OVERLAP_HOURS} hours more, so that you can replace it without a gap.`,
    },
  });
  const revoke = actButton(visit, {
    ...{ act: "revoke", text: "Revoke", look: "danger", hidden },
    confirm: {
      title: `Revoke ${name}?`,
      text: "Programs that use its secret get 401 at once. This can't be undone.",
    },
  });
  return html`${!isRotated && lackingOf(visit, scopes).length === 0 && rotate}${revoke}`;
}

/** Throws 403 unless the person's role has these scopes: a secret may do no more than the person who sees it. */
function requireHeld(visit: Visit, scopes: readonly string[]): void {
  const lacking = lackingOf(visit, scopes);
  if (lacking.length === 0) return;
  const detail = `The role ${ROLES[visit.store.role].title} doesn't include ${lacking.join(", ")}.`;
  throw problem("missing_scope", detail, { errors: [{ detail, pointer: "/scopes" }] });
}

function lackingOf({ store }: Visit, scopes: readonly string[]): string[] {
  const held: readonly string[] = ROLES[store.role].scopes;
  return scopes.filter((scope) => !held.includes(scope));
}

/** Creates the API client that a form describes, and shows its secret. */
export async function addClient(visit: Visit, form: Form): Promise<View> {
  const preset = form.get("preset");
  const scopes = preset === "custom" ? [...new Set(form.all("scope"))] : (presetOf(preset)?.scopes ?? []);
  requireHeld(visit, scopes);
  const name = form.get("name");
  const expiresAt = endOf(visit, form.get("expires"));
  const { storeCtx, store } = visit;
  const created = await createClient(storeCtx, store.storeId, {
    name,
    scopes: [...scopes],
    ...(expiresAt && { expiresAt }),
  });
  return secretView(visit, { ...created, name, scopes: [...scopes] }, undefined);
}

function endOf({ ctx }: Visit, days: string): Date | undefined {
  if (days === "") return undefined;
  if (!/^\d{1,4}$/.test(days)) throw invalid({ detail: "Choose a time.", pointer: "/expiresAt" });
  return new Date(ctx.now().getTime() + Number(days) * DAY_MS);
}
