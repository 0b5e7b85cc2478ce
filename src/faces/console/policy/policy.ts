import { faults } from "../../../features/policy/faults.ts";
import type { ListedPolicy, SavedPolicy } from "../../../features/policy/saved-schema.ts";
import type { DryRunOutcome } from "../../../features/returns/policy/dry-run/schema.ts";
import type { Store } from "../../../features/stores/schema.ts";
import { hasCode, invalid, requireNoFaults } from "../../../lib/problem.ts";
import { type Form, type FormState, stateOf, UNSENT } from "../../pages/form.ts";
import { at, type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { button } from "../components/button.ts";
import { card, details } from "../components/card.ts";
import { number } from "../components/count.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { form } from "../components/form.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage, Redirect, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { documentOf, isShownWhole, itemsIn, type Json, pressed } from "./form-values.ts";
import { policyForm } from "./policy-form.ts";
import { ruleText, windowText } from "./words.ts";

const PATH = "/settings/policy";
/** What a store's first policy begins with. */
const FIRST = { window: { days: 30, from: "delivered" }, rules: [], reasons: [] };

/** Settings: who may return what, until when, for what; as a form, as JSON, and each version that was saved. */
export const policyPage: ConsolePage = {
  path: PATH,
  needs: "store_read",
  menuNeeds: "store_write",
  show: (visit, state) => policyView(visit, state),
  acts: {
    save: {
      needs: "store_write",
      run: async (visit, input) => {
        const document = documentOf(input.get);
        const next = input.get("next");
        if (next === "try") return policyView(visit, UNSENT, document, await tried(visit, document));
        if (next !== "save" && next !== "") return policyView(visit, UNSENT, pressed(document, next));
        return save(visit, input, document);
      },
    },
    saveJson: { needs: "store_write", run: (visit, input) => save(visit, input, jsonOf(input)) },
  },
};

/** As many returns as are tried while the page waits. */
const TRIED = 1_000;

/** Returns what the document would have said of the last returns. Nothing is saved. */
async function tried({ api, store }: Visit, policy: Json): Promise<DryRunOutcome["counts"]> {
  // Here their pointers are those of the form; in the operation's body they stand below `/policy`.
  requireNoFaults(faults(policy));
  const path = at`/stores/${store.storeId}/policy/dry-run`;
  return (await api.post<DryRunOutcome>(path, { policy, last: TRIED })).counts;
}

async function save({ api, store }: Visit, input: Form, document: unknown): Promise<Redirect> {
  const ifMatch = { "If-Match": input.get("version") };
  const { version } = await api.put<SavedPolicy>(at`/stores/${store.storeId}/policy`, document, ifMatch);
  return { to: PATH, notice: say("Saved as version {version}.", { version: String(version) }) };
}

function jsonOf(input: Form): unknown {
  try {
    return JSON.parse(input.get("document"));
  } catch {
    throw invalid({ detail: "This is not valid JSON.", pointer: "" });
  }
}

/** `edited` is what a form has after one of its buttons, `counts` what trying it has found. */
async function policyView(
  visit: Visit,
  state: FormState,
  edited?: Json,
  counts?: DryRunOutcome["counts"],
): Promise<View> {
  const path = at`/stores/${visit.store.storeId}/policy`;
  const saved = await visit.api.get<SavedPolicy>(path).catch(unlessMissing);
  const cursor = filterOf(visit.url, "after");
  const { body, next } = await visit.api.list<{ versions: ListedPolicy[] }>(`${path}/versions`, {
    ...{ cursor, size: 10 },
  });
  const wanted = visit.url.searchParams.get("version");
  const shown =
    wanted === null ? saved : await visit.api.get<SavedPolicy>(`${path}/versions${at`/${wanted}`}`);
  const failed = stateOf(state, "save");
  const typed = failed.act === "save" ? documentOf((name) => (failed.value(name) ?? "").trim()) : undefined;
  const document = edited ??
    typed ??
    (shown?.policy as Json | undefined) ?? { timeZone: visit.store.timeZone, ...FIRST };
  const version = Number(failed.value("version") ?? saved?.version ?? 0);
  const isEditor = visit.can("store_write");
  const isForm = isEditor && isShownWhole(document);
  const shopperPage = await shopperPageLink(visit);
  return {
    title: say("Return policy"),
    lead: leadOf(saved, shown),
    actions: isForm ? undefined : shopperPage,
    body: html`<div class="main-and-side policy"><div>${
      isForm
        ? card(
            policyForm(visit, {
              document,
              version,
              state: failed,
              shopperPage,
              tried: counts && triedText(counts),
            }),
          )
        : card(sentences(document, isEditor))
    }</div><div class="stack">${jsonCard(visit, { document, version, state: stateOf(state, "saveJson") })}
    ${card(html`${versionTable(visit, body.versions)}${pager(visit.url, next)}`, { title: say("Versions") })}</div></div>`,
  };
}

/** What shoppers see of the policy, or where their page is turned on. */
async function shopperPageLink({ api, base, store: { storeId } }: Visit): Promise<Markup> {
  const { shopperPage } = await api.get<Store>(at`/stores/${storeId}`);
  return shopperPage.enabled
    ? html`<a class="button" href="${at`/r/${storeId}`}" hx-boost="false">${say("Open the shopper page")}</a>`
    : html`<a class="button" href="${`${base}/settings/shoppers`}">${say("Turn the shopper page on")}</a>`;
}

function leadOf(saved: SavedPolicy | undefined, shown: SavedPolicy | undefined): Label {
  if (!saved)
    return say("There is none yet, so everything may be returned for ever. Save one to change that.");
  if (shown && shown.version !== saved.version)
    return say("This is version {version}. Save it to make it the newest.", {
      version: String(shown.version),
    });
  return say(
    "Version {version} decides. Rules are read in order: for each part the first that matches and has it.",
    { version: String(saved.version) },
  );
}

function unlessMissing(error: unknown): undefined {
  if (hasCode(error, "policy_not_found")) return undefined;
  throw error;
}

function sentences(document: Json, isEditor: boolean): Markup {
  const rules = itemsIn(document, "rules");
  return html`${isEditor && html`<p class="help">${say("The form doesn't show all of this policy. Change its JSON instead.")}</p>`}
    <ol class="condition-text">${rules.map((rule) => html`<li>${ruleText(rule)}</li>`)}</ol>
    <p>${say("Without a rule a line {window}.", { window: windowText(document.window) })}</p>`;
}

/** What trying had for a result: it stands above the buttons, which are in sight wherever the form is scrolled to. */
function triedText({ returns, eligible, refused, changed }: DryRunOutcome["counts"]): Markup {
  const rows: [Label, Content][] = [
    [say("Returns"), number(returns)],
    [say("Allowed"), number(eligible)],
    [say("Refused"), number(refused)],
    [say("Changed"), number(changed)],
  ];
  return html`<div class="tried" role="status"><p><strong>${say("Tried on the last returns")}</strong> ${say("Nothing is saved.")}</p>${details(rows)}</div>`;
}

type Editing = { document: Json; version: number; state: FormState };

function jsonCard(visit: Visit, { document, version, state: failed }: Editing): Markup {
  // One field has the faults of all of them.
  const detail = failed.faults.map((each) => each.detail).join(" ");
  const state = { ...failed, faults: detail === "" ? [] : [{ detail, pointer: "" }] };
  const text = JSON.stringify(document, null, 2);
  if (!visit.can("store_write"))
    return card(html`<pre class="body" dir="ltr" tabindex="0">${text}</pre>`, { title: say("As JSON") });
  return card(
    form(visit, {
      ...{ act: "saveJson", state, hidden: { version: state.value("version") ?? String(version) } },
      fields: [
        {
          ...{
            type: "textarea",
            name: "document",
            label: say("Document"),
            required: true,
            value: text,
            pointer: "",
          },
          control: { rows: 24, spellcheck: "false", dir: "ltr" },
        },
      ],
      buttons: button(say("Save JSON")),
    }),
    { title: say("As JSON"), lead: say("The same policy, as the API takes it.") },
  );
}

function versionTable(visit: Visit, versions: ListedPolicy[]): Markup {
  return table({
    ...{ label: say("Versions of the policy"), rows: versions },
    empty: emptyState(say("No version yet"), say("Each save is kept, with who has saved it.")),
    columns: [
      {
        ...{ title: say("Version"), kind: "main" },
        cell: ({ version }) => html`<a href="${`${visit.base}${PATH}?version=${version}`}">${version}</a>`,
      },
      {
        title: say("Saved"),
        cell: ({ at: time, by }) =>
          html`${ago(time, visit.ctx.now())}<small>${say("by {name}", { name: html`<bdi>${by}</bdi>` })}</small>`,
      },
    ],
  });
}
