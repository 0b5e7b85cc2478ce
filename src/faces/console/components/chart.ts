import { type Content, html, type Markup } from "../../pages/html.ts";

const WIDTH = 720;
const HEIGHT = 150;
const GAP = 3;
const MIN_BAR = 2;

type Bar = { label: Content; value: number; text: string; href?: string | undefined };

/**
 * Returns a chart of columns as SVG, with what each says for those who point at it or can't see it; each may lead to
 * what it counts. `ends` are the moments at which the first begins and the last ends.
 */
export function columnChart(
  label: string,
  bars: readonly Bar[],
  ends: { from: Content; until: Content },
): Markup {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / bars.length;
  const columns = bars.map(({ label: name, value, text, href }, i) => {
    const height = value === 0 ? 0 : Math.max(MIN_BAR, (value / highest) * HEIGHT);
    const [x, y] = [round(i * step + GAP / 2), round(HEIGHT - height)];
    const column = html`<g><title>${name}: ${text}</title>
      <rect class="ground" x="${round(i * step)}" y="0" width="${round(step)}" height="${HEIGHT}"></rect>
      <rect x="${x}" y="${y}" width="${round(step - GAP)}" height="${round(height)}" rx="2"></rect></g>`;
    return href === undefined ? column : html`<a href="${href}" aria-label="${name}: ${text}">${column}</a>`;
  });
  const role = bars.some(({ href }) => href !== undefined) ? "group" : "img";
  return html`<svg class="chart" viewBox="${`0 0 ${WIDTH} ${HEIGHT + 1}`}" role="${role}" aria-label="${label}">
      ${columns}<line x1="0" x2="${WIDTH}" y1="${HEIGHT + 0.5}" y2="${HEIGHT + 0.5}"></line></svg>
    <div class="chart-labels" aria-hidden="true"><span>${ends.from}</span><span>${ends.until}</span></div>`;
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
