import type { Static } from "@sinclair/typebox";
import type { LevelChange } from "../../../features/inventory/history-schema.ts";
import type { InventoryLevel } from "../../../features/inventory/schema.ts";
import { at, type Content, html, type Markup } from "../../pages/html.ts";
import { authorName } from "../components/api-words.ts";
import { number } from "../components/count.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { productCell } from "../components/thumb.ts";
import { tile, tiles } from "../components/tile.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage } from "../page.ts";
import { say } from "../texts/texts.ts";
import { AVAILABLE, COUNTS, type Counts } from "./counts.ts";

type Level = Static<typeof InventoryLevel>;

/** The stock of one product at one location, and who has changed it. */
export const levelPage: ConsolePage = {
  path: "/inventory/levels/:levelId",
  section: "/inventory",
  needs: "inventory_read",
  show: async (visit) => {
    const { api, base, store, params, url } = visit;
    const path = at`/stores/${store.storeId}/inventory-levels/${params.levelId ?? ""}`;
    const [{ inventory_level: level }, { body, next }] = await Promise.all([
      api.get<{ inventory_level: Level }>(path),
      api.list<{ history: LevelChange[] }>(`${path}/history`, { cursor: filterOf(url, "after") }),
    ]);
    const history = html`<section><h2 class="section-title">${say("History")}</h2>${historyTable(base, visit.ctx.now(), body.history)}${pager(url, next)}</section>`;
    return {
      title: level.product.title || level.product.id,
      lead: productCell(
        visit,
        { name: level.product.title, imageUrl: level.product.image_url },
        html`<bdi>${level.product.sku ?? level.product.id}</bdi> · <bdi>${level.location.name}</bdi>`,
      ),
      parents: [{ title: say("Inventory"), path: "/inventory" }],
      body: livePart(visit, "level", html`<div class="stack">${countTiles(level)}${history}</div>`),
    };
  },
};

function countTiles(level: Level): Markup {
  const { available } = level;
  const [onHand, ...others] = COUNTS.map(({ name, title, counts }) =>
    tile({ name: title, counts, value: number(level[name]) }),
  );
  const free = tile({
    ...{ name: AVAILABLE.title, value: number(available), tone: available < 0 ? "bad" : undefined },
    counts: AVAILABLE.counts,
  });
  return tiles([onHand, free, ...others]);
}

function historyTable(base: string, now: Date, changes: LevelChange[]): Markup {
  return table({
    label: say("Changes of this level"),
    rows: changes,
    empty: emptyState(say("No changes listed"), say("Changes are listed as long as they are kept.")),
    columns: [
      { title: say("When, and by whom"), kind: "main", cell: (change) => whenAndBy(base, now, change) },
      ...COUNTS.map(({ name, title, counts }) => ({
        title,
        counts,
        kind: "number" as const,
        cell: (change: LevelChange) => countCell(change, name),
      })),
    ],
  });
}

/** What changed is seen in the counts, unless it is none of them. */
function whenAndBy(
  base: string,
  now: Date,
  { at: time, by, from, to, return_id: returnId }: LevelChange,
): Content {
  const isSame = COUNTS.every(({ name }) => from?.[name] === to[name]);
  const person = html`<bdi>${authorName(by)}</bdi>`;
  const what =
    from === null
      ? say("Created by {person}", { person })
      : isSame
        ? say("External ids by {person}", { person })
        : person;
  const link = returnId && html` · <a href="${base + at`/returns/${returnId}`}">${say("Return")}</a>`;
  return html`${ago(time, now)}<small>${what}${link}</small>`;
}

function countCell({ from, to }: LevelChange, name: keyof Counts): Content {
  const [before, after] = [from?.[name], to[name]];
  if (before === undefined || before === after) return number(after);
  return html`<span class="optional">${number(before)} →</span> <strong>${number(after)}</strong>`;
}
