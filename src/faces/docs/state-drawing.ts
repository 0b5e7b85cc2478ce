/** From each status, those that it can change to. */
export type Transitions = Record<string, readonly string[]>;

type Point = [x: number, y: number];
type Layout = {
  places: Record<string, Point>;
  framed: string[];
  ends: string[];
  leads: string[];
  bottom: number;
};

const BOX: Point = [122, 34];
/** Between the rows of a column. */
const STEP = 62;
/** The centres of the columns: what leads to the frame, the frame, the ends. */
const COLUMNS = { leads: 66, framed: 300, ends: 534 };
const FRAME = { left: 156, right: 444, top: 48 };
/** Between arrows that run side by side around the frame. */
const GAP = 16;
/** How far an arrow bends per row that it passes. */
const BEND = 20;
const WIDTH = 640;

/** Returns the state machine of returns as a drawing of three columns. */
export function stateDrawing(transitions: Transitions): string {
  const layout = layoutOf(transitions);
  const { places, framed, ends, bottom } = layout;
  const single = Object.entries(transitions).flatMap(([from, targets]) =>
    targets.filter((to) => !(framed.includes(from) && ends.includes(to))).map((to) => [from, to] as const),
  );
  const ways = waysAround(single, layout);
  const arrows = single.map(([from, to]) =>
    arrow(from, to, ways.get(`${from} ${to}`) ?? direct(from, to, layout)),
  );
  const fromFrame = ends.map((to) => {
    const [x, y] = places[to] as Point;
    return arrow(
      framed.join(" "),
      framed.map(() => to).join(" "),
      `M${FRAME.right} ${y}L${x - BOX[0] / 2} ${y}`,
    );
  });
  const boxes = Object.entries(places).map(([status, place]) => box(status, place, ends.includes(status)));
  return `<figure class="drawing scroll" tabindex="0" role="group" aria-label="Drawing of the states of a return">
<svg viewBox="0 0 ${WIDTH} ${bottom + 48}" role="img" aria-label="The states of a return and their transitions">
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" /></marker></defs>
<rect class="frame" x="${FRAME.left}" y="${FRAME.top}" width="${FRAME.right - FRAME.left}" height="${bottom - FRAME.top}" rx="12" />
${[...fromFrame, ...arrows, ...boxes].join("\n")}
</svg></figure>`;
}

/** Returns the transitions as a table. */
export function stateTable(transitions: Transitions): string {
  const code = (status: string) => `<code>${status}</code>`;
  const rows = byRank(transitions).map(
    (from) =>
      `<tr><td>${code(from)}</td><td class="long">${transitions[from]?.map(code).join(" ") || "none"}</td></tr>`,
  );
  return `<div class="scroll" tabindex="0" role="group" aria-label="The transitions as a table"><table><thead><tr><th>from</th><th>to</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;
}

/**
 * Ends, which lead to one other status at most, stand on the right. The frame has the statuses that lead to every
 * end, so one arrow stands for all of them. What leads there stands on the left.
 */
function layoutOf(transitions: Transitions): Layout {
  const statuses = byRank(transitions);
  const ends = Object.keys(transitions).filter((status) => (transitions[status]?.length ?? 0) <= 1);
  const framed = statuses.filter(
    (status) => !ends.includes(status) && ends.every((end) => transitions[status]?.includes(end)),
  );
  const leads = statuses.filter((status) => !ends.includes(status) && !framed.includes(status));
  const bottom = FRAME.top + Math.max(framed.length, ends.length, leads.length) * STEP + 12;
  const column = (all: string[], x: number, rowOf: (i: number) => number) =>
    all.map((status, i): [string, Point] => [status, [x, FRAME.top + 37 + Math.round(rowOf(i) * STEP)]]);
  const spread = (i: number) => ((i + 0.5) * framed.length) / ends.length - 0.5;
  const places = Object.fromEntries<Point>([
    ...column(leads, COLUMNS.leads, (i) => i),
    ...column(framed, COLUMNS.framed, (i) => i),
    ...column(ends, COLUMNS.ends, framed.length > ends.length ? spread : (i) => i),
  ]);
  return { places, framed, ends, leads, bottom };
}

/** Returns the statuses so that each stands before those that it leads to, but for ways back. */
function byRank(transitions: Transitions): string[] {
  const met = new Set<string>();
  const last: string[] = [];
  const visit = (status: string) => {
    if (met.has(status)) return;
    met.add(status);
    transitions[status]?.forEach(visit);
    last.push(status);
  };
  Object.keys(transitions).forEach(visit);
  return last.reverse();
}

/** Returns the arrows that go around the frame: over it from the ends, below it to them. */
function waysAround(
  single: (readonly [from: string, to: string])[],
  { places, framed, ends, leads, bottom }: Layout,
): Map<string, string> {
  const yOf = (status: string) => places[status]?.[1] ?? 0;
  const side = COLUMNS.ends + BOX[0] / 2;
  const over = single
    .filter(([from, to]) => ends.includes(from) && framed.includes(to))
    .toSorted(([a], [b]) => yOf(a) - yOf(b))
    .map(([from, to], i): [string, string] => {
      const [x, y] = places[to] as Point;
      const [beside, top, across] = [side + (i + 1) * GAP, FRAME.top - (i + 1) * GAP, x - i * GAP];
      return [`${from} ${to}`, `M${side} ${yOf(from) - 8}H${beside}V${top}H${across}V${y - BOX[1] / 2}`];
    });
  const under = single
    .filter(([from, to]) => leads.includes(from) && ends.includes(to))
    .toSorted(([, a], [, b]) => yOf(b) - yOf(a))
    .map(([from, to], i): [string, string] => {
      const [x, y] = places[from] as Point;
      const [beside, below, start] = [side + (i + 1) * GAP, bottom + (i + 1) * GAP, x - i * GAP];
      return [`${from} ${to}`, `M${start} ${y + BOX[1] / 2}V${below}H${beside}V${yOf(to) + 8}H${side}`];
    });
  return new Map([...over, ...under]);
}

/** A straight line to a neighbour; within the frame a curve around what stands between: down on the right, up on the left. */
function direct(from: string, to: string, { places, framed }: Layout): string {
  const [[x, start], [toX, end]] = [places[from], places[to]] as [Point, Point];
  if (!(framed.includes(from) && framed.includes(to))) {
    const edge = x < toX ? BOX[0] / 2 : -BOX[0] / 2;
    return `M${x + edge} ${start}L${toX - edge} ${end}`;
  }
  const rows = (end - start) / STEP;
  if (rows === 1) return `M${x} ${start + BOX[1] / 2}V${end - BOX[1] / 2}`;
  const edge = x + (rows > 0 ? BOX[0] / 2 : -BOX[0] / 2);
  const bend = edge + Math.sign(rows) * (18 + BEND * Math.min(Math.abs(rows), 4));
  const [leave, arrive] = [start + Math.sign(rows) * 6, end - Math.sign(rows) * (2 + 2 * Math.abs(rows))];
  return `M${edge} ${leave}C${bend} ${leave} ${bend} ${arrive} ${edge} ${arrive}`;
}

function box(status: string, [x, y]: Point, isEnd: boolean): string {
  const [width, height] = BOX;
  return `<g class="state${isEnd ? " end" : ""}"><rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="8" />
<text x="${x}" y="${y + 5}">${status}</text></g>`;
}

function arrow(from: string, to: string, line: string): string {
  return `<path class="arrow" data-from="${from}" data-to="${to}" marker-end="url(#head)" d="${line}" />`;
}
