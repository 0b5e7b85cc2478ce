import { type Content, html, type Label, type Markup, type PerReader } from "../../pages/html.ts";
import { compactFormat, joined } from "../texts/texts.ts";

/** What a column shows: a value, and beside it that of the period before or the part of it that failed. */
type Column = {
  label: Content;
  value: number;
  text: Label;
  href?: string | undefined;
  other?: { value: number; text: Label } | undefined;
};

type Options = {
  /** The moments at which the first column begins and the last one ends. */
  from: Content;
  until: Content;
  /** What the values are called, and the others. */
  names: readonly Label[];
  /** How the others are drawn: behind the values, or on top of them. */
  look?: "beside" | "stacked";
};

/** A column that isn't empty is seen. */
const MIN_PERCENT = 1.5;

/**
 * Returns a chart of columns with an axis. Pointing at a column, or coming to it with the keyboard, shows what it counts,
 * which is also its name for those who can't see it; it may lead to the list of that.
 */
export function columnChart(label: Label, columns: readonly Column[], options: Options): Markup {
  const { from, until, names, look = "beside" } = options;
  const isStacked = look === "stacked";
  const highest = columns.map(({ value, other }) =>
    isStacked ? value + (other?.value ?? 0) : Math.max(value, other?.value ?? 0),
  );
  const top = axisTop(Math.max(...highest));
  const items = columns.map((column) => html`<li>${columnOf(column, top, isStacked)}</li>`);
  const ticks = top % 2 === 0 ? [top, top / 2, 0] : [top, 0];
  const legend = names.map((name, i) => html`<li class="${i === 0 ? "is" : look}">${name}</li>`);
  return html`<div class="chart">
      <ol class="chart-axis" aria-hidden="true">${ticks.map((tick) => html`<li>${tickText(tick)}</li>`)}</ol>
      <ul class="chart-columns" aria-label="${label}">${items}</ul>
      <div class="chart-labels" aria-hidden="true"><span>${from}</span><span>${until}</span></div>
      ${names.length > 1 && html`<ul class="chart-legend" aria-hidden="true">${legend}</ul>`}</div>`;
}

/** As the reader writes it, in as little room as there is. */
function tickText(tick: number): PerReader {
  return ({ locale }) => compactFormat(locale).format(tick);
}

function columnOf({ label, value, text, href, other }: Column, top: number, isStacked: boolean): Markup {
  const said = joined(other ? [text, other.text] : [text], ", ");
  const height = percentOf(value, top);
  const otherHeight = percentOf(other?.value ?? 0, top);
  const behind = isStacked
    ? html`<rect class="stacked" x="1.5" width="7" y="${round(100 - height - otherHeight)}" height="${otherHeight}"></rect>`
    : html`<rect class="beside" x="0.5" width="9" y="${round(100 - otherHeight)}" height="${otherHeight}"></rect>`;
  const drawn = html`<svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">${otherHeight > 0 && behind}
      ${height > 0 && html`<rect class="is" x="2" width="6" y="${round(100 - height)}" height="${height}"></rect>`}</svg>
      <span class="chart-tip" aria-hidden="true">${label}<strong>${text}</strong>${other?.text}</span>`;
  return href === undefined
    ? html`<div class="column" role="img" aria-label="${label}: ${said}">${drawn}</div>`
    : html`<a class="column" href="${href}" aria-label="${label}: ${said}">${drawn}</a>`;
}

function percentOf(value: number, top: number): number {
  return value === 0 ? 0 : Math.max(MIN_PERCENT, round((100 * value) / top));
}

/** Returns the round number at which an axis for values up to the highest one ends. */
function axisTop(highest: number): number {
  if (highest <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const steps = power === 1 ? [2, 4, 6, 8, 10] : [1, 2, 3, 4, 5, 6, 8, 10];
  return power * (steps.find((step) => step * power >= highest) ?? 10);
}

type Share = { name: Content; value: number; text: Content; href?: string | undefined };

/** Returns names with a bar in proportion to the largest value. */
export function shares(all: readonly Share[]): Markup {
  const highest = Math.max(1, ...all.map(({ value }) => value));
  const items = all.map(({ name, value, text, href }) => {
    const shown = html`<span>${name}</span> <span class="share-count">${text}</span>`;
    return html`<li class="share">${href === undefined ? shown : html`<a href="${href}">${shown}</a>`}
      ${bar("", value / highest)}</li>`;
  });
  return html`<ul class="shares">${items}</ul>`;
}

/** Returns a bar of which a part, from 0 to 1, is filled. */
export function bar(look: string, part: number): Markup {
  const width = round(Math.min(1, Math.max(0, part)) * 100);
  return html`<svg class="${look}" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" width="100" height="6"></rect><rect class="bar" width="${width}" height="6"></rect></svg>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
