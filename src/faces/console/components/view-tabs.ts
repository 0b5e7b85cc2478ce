import type { Scope } from "../../../core/scopes.ts";
import {
  deleteView,
  type ListView,
  renameView,
  saveView,
  viewsOf,
} from "../../../features/activity/views/list-views.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { attributes, html, type Label, type Markup } from "../../pages/html.ts";
import type { Act, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { button } from "./button.ts";
import { PLACE } from "./filters.ts";
import { form } from "./form.ts";

/** An act on a saved view. */
export type ViewAct = { needs: Scope; run: Act };

/**
 * The views of the list at a path, and who may change them. Lists of one pattern, such as those of each webhook, share theirs;
 * `usual` is what the list without filters is called, where it doesn't have all.
 */
type Views = { path: string; needs: Scope; usual?: Label };

/** Returns the saved views of a list as tabs, and, to those who may, forms that save, rename and delete one. */
export async function viewTabs(
  visit: Visit,
  { path, needs, usual = say("All") }: Views,
  state: FormState,
): Promise<Markup | undefined> {
  const { url, storeCtx, store } = visit;
  const views = await viewsOf(storeCtx, store.storeId, path);
  const query = shownQuery(url.searchParams);
  const current = views.find((view) => shownQuery(new URLSearchParams(view.query)) === query);
  const mayChange = visit.can(needs);
  if (views.length === 0 && !(mayChange && query !== "")) return undefined;
  const tab = (name: Label, address: string, isCurrent: boolean) => {
    const marked = attributes({ "aria-current": isCurrent ? "page" : undefined });
    return html`<li><a href="${url.pathname + address}" ${marked}><bdi>${name}</bdi></a></li>`;
  };
  return html`<div class="view-bar"><nav class="view-tabs" aria-label="${say("Views")}"><ul>
      ${tab(usual, "", query === "")}
      ${views.map((view) => tab(view.name, `?${view.query}`, view === current))}
    </ul></nav>${mayChange && (current ? changeMenu(visit, current, state) : query !== "" && saveMenu(visit, state))}</div>`;
}

/** Returns the acts of a page that has such tabs. */
export function viewActs({ path, needs }: Views): Record<string, ViewAct> {
  return {
    "save-view": {
      needs,
      run: async (visit, input) => {
        const query = shownQuery(visit.url.searchParams);
        const view = { list: path, name: input.get("name"), query };
        await saveView(visit.storeCtx, visit.store.storeId, view);
        return { to: `${listOf(visit)}?${query}`, notice: say("View saved.") };
      },
    },
    "rename-view": {
      needs,
      run: async (visit, input) => {
        const view = { list: path, id: input.get("id"), name: input.get("name") };
        await renameView(visit.storeCtx, visit.store.storeId, view);
        return { to: listOf(visit) + visit.url.search, notice: say("View renamed.") };
      },
    },
    "delete-view": {
      needs,
      run: async (visit, input) => {
        await deleteView(visit.storeCtx, visit.store.storeId, input.get("id"));
        return { to: listOf(visit), notice: say("View deleted.") };
      },
    },
  };
}

/** The path of the list below the store's base. */
function listOf({ url, base }: Visit): string {
  return url.pathname.slice(base.length);
}

function saveMenu(visit: Visit, given: FormState): Markup {
  const state = stateOf(given, "save-view");
  const fields = [nameField(state.value("name") ?? "")];
  const buttons = button(say("Save"), { look: "primary" });
  const open = attributes({ open: state.faults.length > 0 });
  return html`<details class="menu view-menu" ${open}><summary>${say("Save view")}</summary>
    <div class="menu-panel">${form(visit, { act: "save-view", fields, state, buttons })}</div></details>`;
}

function changeMenu(visit: Visit, { id, name }: ListView, given: FormState): Markup {
  const state = stateOf(given, "rename-view");
  const hidden = { id };
  const open = attributes({ open: state.faults.length > 0 });
  return html`<details class="menu view-menu" ${open}><summary>${say("Change view")}</summary>
    <div class="menu-panel">
      ${form(visit, { act: "rename-view", hidden, fields: [nameField(name)], state, buttons: button(say("Rename")) })}
      ${form(visit, { act: "delete-view", hidden, state: stateOf(given, "delete-view"), buttons: button(say("Delete view"), { look: "danger" }) })}
    </div></details>`;
}

function nameField(value: string) {
  const control = { maxlength: 60, autocomplete: "off" };
  return { ...({ name: "name", label: say("Name"), type: "text", required: true } as const), value, control };
}

/** Returns filters and order of an address, in one form however it was composed. */
function shownQuery(params: URLSearchParams): string {
  const rest = new URLSearchParams(
    [...params].filter(([name, value]) => !PLACE.includes(name) && value !== ""),
  );
  rest.sort();
  return rest.toString();
}
