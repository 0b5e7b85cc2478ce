import { runIdempotent } from "../../../core/http/idempotency.ts";
import { ROLES } from "../../../features/people/roles.ts";
import { createClient } from "../../../features/stores/create-client.ts";
import { type ListedClient, listClients } from "../../../features/stores/list-clients.ts";
import { revokeClient } from "../../../features/stores/revoke-client.ts";
import { rotateClient } from "../../../features/stores/rotate-client.ts";
import { DAY_MS } from "../../../lib/duration.ts";
import { invalid, problem } from "../../../lib/problem.ts";
import type { Form } from "../../pages/form.ts";
import { html, type Markup } from "../../pages/html.ts";
import { onceForForm, onceKey } from "../../pages/once.ts";
import { actButton } from "../components/act-button.ts";
import { badge } from "../components/badge.ts";
import { linkButton } from "../components/button.ts";
import { emptyState } from "../components/empty-state.ts";
import { table } from "../components/table.ts";
import { ago, exactTime } from "../components/time.ts";
import type { ConsolePage, Redirect, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
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
      return { to: "/developer/clients", notice: say("Revoked. Its secret is no longer valid.") };
    },
    rotate: async (visit, form) => {
      const { storeCtx, store } = visit;
      const clientId = form.get("client");
      const clients = await listClients(storeCtx, store.storeId);
      requireHeld(visit, clients.find((client) => client.clientId === clientId)?.scopes ?? []);
      const created = await rotateClient(storeCtx, store.storeId, clientId, OVERLAP_HOURS);
      const text = say("The old secret works for {hours} hours more. Replace it everywhere before.", {
        hours: OVERLAP_HOURS,
      });
      return secretView(visit, created, text);
    },
  },
};

function clientsView(visit: Visit, clients: ListedClient[]): View {
  const now = visit.ctx.now();
  const add = linkButton(say("Add API client"), `${visit.base}/developer/clients/new`, "primary");
  const rotated = new Set(clients.flatMap(({ replaces }) => replaces ?? []));
  const isActive = (client: ListedClient) => stateOfClient(client, now) === "active";
  const body = table({
    label: say("API clients"),
    isDense: true,
    rows: clients.toReversed().toSorted((a, b) => Number(isActive(b)) - Number(isActive(a))),
    isDim: (client) => !isActive(client),
    empty: emptyState(
      say("No API clients yet"),
      say("A program calls the API with the secret of a client."),
      add,
    ),
    columns: [
      {
        title: say("Name"),
        kind: "main",
        cell: ({ name, clientId, origins }) => {
          const id = html`<code>${clientId}</code>`;
          const shown = origins.length > 0 ? say("{id} · publishable", { id }) : id;
          return html`<bdi>${name}</bdi><small>${shown}</small>`;
        },
      },
      { title: say("May"), cell: ({ scopes }) => scopesCell(scopes) },
      {
        title: say("Last used"),
        cell: ({ lastUsedAt }) =>
          lastUsedAt ? ago(lastUsedAt, now) : html`<span class="optional">${say("never")}</span>`,
      },
      { title: say("State"), cell: (client) => stateCell(client, now, rotated.has(client.clientId)) },
      {
        title: say("Actions"),
        kind: "actions",
        cell: (client) => isActive(client) && actionsCell(visit, client, rotated.has(client.clientId)),
      },
    ],
  });
  return {
    title: say("API clients"),
    lead: say("Each program that calls the API has a secret of its own, with no more rights than it needs."),
    actions: clients.length > 0 ? add : undefined,
    body,
  };
}

function scopesCell(scopes: string[]): Markup {
  const preset = presetOf(scopes);
  const count = say("{count} scope | {count} scopes", { count: scopes.length });
  if (preset) return html`${say(preset.title)}<small>${count}</small>`;
  return html`<details class="disclosure"><summary>${count}</summary>
    <span class="tags">${scopes.map((scope) => html`<span class="tag">${scope}</span>`)}</span></details>`;
}

function stateOfClient({ revokedAt, expiresAt }: ListedClient, now: Date): "active" | "revoked" | "expired" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? "expired" : "active";
}

function stateCell(client: ListedClient, now: Date, isRotated: boolean): Markup {
  const state = stateOfClient(client, now);
  if (state === "revoked") return badge(say("Revoked"), "bad");
  if (state === "expired") return badge(say(isRotated ? "Replaced" : "Expired"));
  if (client.expiresAt === null) return badge(say("Active"), "good");
  return html`${badge(say(isRotated ? "Being replaced" : "Active"), isRotated ? "warn" : "good")}
    <small>${say("until {when}", { when: exactTime(client.expiresAt) })}</small>`;
}

function actionsCell(visit: Visit, { clientId, name, scopes }: ListedClient, isRotated: boolean): Markup {
  const hidden = { client: clientId };
  const named = html`<bdi>${name}</bdi>`;
  const rotate = actButton(visit, {
    ...{ act: "rotate", text: say("Rotate"), hidden },
    confirm: {
      title: say("Rotate the secret of {name}?", { name: named }),
      text: say(
        "You get a new secret now. The old one works for {hours} hours more, so that you can replace it without a gap.",
        { hours: OVERLAP_HOURS },
      ),
    },
  });
  const revoke = actButton(visit, {
    ...{ act: "revoke", text: say("Revoke"), look: "danger", hidden },
    confirm: {
      title: say("Revoke {name}?", { name: named }),
      text: say("Programs that use its secret get 401 at once. This can't be undone."),
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

/** Creates the API client that a form describes, once, and shows its secret; only its hash is stored, so a repeat can't. */
export async function addClient(visit: Visit, form: Form): Promise<View | Redirect> {
  const preset = form.get("preset");
  const scopes = preset === "custom" ? [...new Set(form.all("scope"))] : (presetOf(preset)?.scopes ?? []);
  requireHeld(visit, scopes);
  const name = form.get("name");
  const expiresAt = endOf(visit, form.get("expires"));
  const { storeCtx, store } = visit;
  const client = { name, scopes: [...scopes], ...(expiresAt && { expiresAt }) };
  const key = await onceKey(form, JSON.stringify([name, scopes, form.get("expires")]));
  const request = { operation: "clients.create", key, request: {}, objectIdOf: (id: string) => id };
  const shown: { secret?: string } = {};
  const { result: clientId } = await onceForForm(() =>
    runIdempotent(storeCtx, store, request, async (tx) => {
      const created = await createClient(tx, store.storeId, client);
      shown.secret = created.secret;
      return created.clientId;
    }),
  );
  const { secret } = shown;
  if (secret !== undefined) return secretView(visit, { ...client, clientId, secret }, undefined);
  return {
    to: "/developer/clients",
    notice: say("Added once. Its secret was shown then: rotate it to get another one."),
  };
}

function endOf({ ctx }: Visit, days: string): Date | undefined {
  if (days === "") return undefined;
  if (!/^\d{1,4}$/.test(days)) throw invalid({ detail: "Choose a time.", pointer: "/expiresAt" });
  return new Date(ctx.now().getTime() + Number(days) * DAY_MS);
}
