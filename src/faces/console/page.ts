import type { Ctx } from "../../core/ctx.ts";
import type { Scope } from "../../core/scopes.ts";
import type { Membership, Person } from "../../features/people/find-session.ts";
import type { Right } from "../../features/people/roles.ts";
import type { Api } from "../pages/api.ts";
import type { Form, FormState } from "../pages/form.ts";
import type { Label, Markup, Reader } from "../pages/html.ts";
import type { TitleOf } from "./operation-titles.ts";
import type { Undoable } from "./undo.ts";

/** A request of a person for a page of a store. */
export type Visit = {
  /** Its database has the people: with several cells, that of the directory. */
  ctx: Ctx;
  /** Its database has what belongs to the store. */
  storeCtx: Ctx;
  request: Request;
  url: URL;
  /** Values of the path. */
  params: Record<string, string>;
  person: Person;
  sessionId: string;
  /** What the forms of this session carry. */
  formToken: string;
  store: Membership;
  /** The path that a store's pages are below, such as `/console/stores/demo`. */
  base: string;
  api: Api;
  /** Whether the person's role has a scope or a right. */
  can(needed: Scope | Right): boolean;
  /** Whether there is a page of this pattern that the person may open. */
  offers(path: string): boolean;
  /** Whether that page stands in the person's menu. */
  lists(path: string): boolean;
  titleOf: TitleOf;
  theme: Theme;
  /** How the page is written: language, country, the store's time zone. */
  reader: Reader;
  /** Whether shortcuts of one key do something. */
  hasKeys: boolean;
  /** What the last act has done, shown once, and what of it can be undone. */
  notice: string | undefined;
  undo: Undoable | undefined;
};

export type Theme = "light" | "dark" | "system";

/** What a page shows. `title` stands in the window's title and, as a heading, above `body`. */
export type View = {
  title: Label;
  /** A line below the title. */
  lead?: Label | Markup | undefined;
  /** Buttons and links beside the title. */
  actions?: Markup | undefined;
  /** Links to the pages above this one. */
  parents?: { title: Label; path: string }[];
  /** An error that belongs to no form. */
  alert?: Label | undefined;
  /** What the act whose result it shows has done, and what of it can be undone. */
  notice?: Label | undefined;
  undo?: Undoable | undefined;
  body: Markup;
  /** Whether work is in progress, so that a browser without JavaScript requests the page again by itself. */
  isBusy?: boolean;
};

/** Another page to go to after an act, below the store's base, and what to say and to offer there. */
export type Redirect = { to: string; notice?: Label; undo?: Undoable | undefined };

/** What a page does with a form. A problem that it throws is shown beside the field that it points at. */
export type Act = (visit: Visit, form: Form) => Promise<View | Redirect | Response>;

export type ConsolePage = {
  /** The pattern of its path below the store's base, such as `/returns/:returnId`. */
  path: string;
  /** The scope or right that a person needs to open it. */
  needs: Scope | Right;
  /** What it takes to have it in the menu, where that is more: who may only read it finds it by its name. */
  menuNeeds?: Scope;
  /** The entry of the navigation that is marked; by default the one with this path; a page below it names its own. */
  section?: string;
  /** `state` has the values of a form that failed, and why it did. */
  show(visit: Visit, state: FormState): Promise<View | Response>;
  /** The page's forms, by the name that each carries; `needs` where the act needs more than the page. */
  acts?: Record<string, Act | { needs: Scope | Right; run: Act }>;
  /** The most bytes that a form may have; 1 MB by default. */
  limit?: number;
};
