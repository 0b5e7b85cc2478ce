import { type Ratio, shortened } from "./report.ts";

const WIDTH = 760;
const LABEL_WIDTH = 330;
const LONGEST_LABEL = 46;
const VALUE_WIDTH = 130;
const ROW_HEIGHT = 26;
const TOP = 34;
/** Bars end at this multiple of what is wanted. */
const LONGEST = 3;

const STYLE = `text { font: 13px system-ui, sans-serif; fill: currentColor }
svg { color: #1f2328; --met: #2f7d4f; --missed: #b3382c }
@media (prefers-color-scheme: dark) { svg { color: #e6edf3; --met: #58b27c; --missed: #e5766b } }
.met { fill: var(--met) } .missed { fill: var(--missed) } .wanted { stroke: currentColor; stroke-dasharray: 4 3 }`;

/**
 * Returns an SVG plot of the figures: a bar for each ratio, as a multiple of what is wanted, which is one line
 * for all. Longer bars than three times what is wanted are cut.
 */
export function plotOf(ratios: Ratio[]): string {
  const unit = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / LONGEST;
  const height = TOP + ratios.length * ROW_HEIGHT + 10;
  const wantedAt = LABEL_WIDTH + unit;
  const bars = ratios.map(({ what, ratio, limit, wanted, met }, i) => {
    const y = TOP + i * ROW_HEIGHT;
    const times = limit > 0 && Number.isFinite(ratio) ? Math.min(LONGEST, Math.max(0, ratio / limit)) : 0;
    const width = (times * unit).toFixed(1);
    return `<text x="${LABEL_WIDTH - 10}" y="${y + 17}" text-anchor="end">${escaped(shortened(what, LONGEST_LABEL))}</text>
<rect class="${met ? "met" : "missed"}" x="${LABEL_WIDTH}" y="${y + 5}" width="${width}" height="16" rx="2"/>
<text x="${WIDTH - VALUE_WIDTH + 10}" y="${y + 17}">${ratio.toFixed(2)} (${escaped(wanted)})</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Ratios and what is wanted">
<style>${STYLE}</style>
<text x="${wantedAt}" y="18" text-anchor="middle">wanted</text>
<line class="wanted" x1="${wantedAt}" y1="24" x2="${wantedAt}" y2="${height - 8}"/>
${bars.join("\n")}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
