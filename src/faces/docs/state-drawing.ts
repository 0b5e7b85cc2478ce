/** From each status, those that it can change to. */
export type Transitions = Record<string, readonly string[]>;

type Point = [x: number, y: number];
type Layout = {
  places: Record<string, Point>;
  framed: string[];
  ends: string[];
  leads: string[];
  right: number;
};

const BOX: Point = [124, 34];
const STEP: Point = [180, 120];
/** Of the first status in the frame. */
const FIRST: Point = [260, 130];
const FRAME = { left: 180, top: 72, bottom: 308 };
/** Between arrows that run side by side around the frame. */
const GAP = 20;

/** Returns the state machine of returns as a drawing. */
export function stateDrawing(transitions: Transitions): string {
  const layout = layoutOf(transitions);
  const { places, framed, ends, right } = layout;
  const single = Object.entries(transitions).flatMap(([from, targets]) =>
    targets.filter((to) => !(framed.includes(from) && ends.includes(to))).map((to) => [from, to] as const),
  );
  const isSingle = (from: string, to: string) => single.some(([a, b]) => a === from && b === to);
  const ways = waysAround(single, layout);
  const arrows = single
    // Two statuses that change to each other share one arrow with two heads.
    .filter(([from, to]) => !(isSingle(to, from) && from > to))
    .map(([from, to]) => {
      const isMutual = isSingle(to, from);
      const way = isMutual ? { from: `${from} ${to}`, to: `${to} ${from}` } : { from, to };
      return arrow(way, ways.get(`${from} ${to}`) ?? direct(from, to, layout), isMutual);
    });
  const fromFrame = ends.map((to) => {
    const [x, y] = places[to] as Point;
    return arrow(
      { from: framed.join(" "), to: framed.map(() => to).join(" ") },
      `M${right} ${y}L${x - BOX[0] / 2} ${y}`,
    );
  });
  const boxes = Object.entries(places).map(([status, place]) => box(status, place, ends.includes(status)));
  const { left, top, bottom } = FRAME;
  return `<figure class="drawing scroll" tabindex="0" role="group" aria-label="Drawing of the states of a return">
<svg viewBox="0 0 ${right + 300} 370" role="img" aria-label="The states of a return and their transitions">
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" /></marker></defs>
<rect class="frame" x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" rx="12" />
${[...fromFrame, ...arrows, ...boxes].join("\n")}
</svg></figure>`;
}

/**
 * Ends, which lead to one other status at most, stand on the right. The frame has the statuses that lead to every
 * end, so one arrow stands for all of them: by rank, along its upper row and back along the lower one. What
 * leads there stands on the left.
 */
function layoutOf(transitions: Transitions): Layout {
  const statuses = byRank(transitions);
  const ends = Object.keys(transitions).filter((status) => (transitions[status]?.length ?? 0) <= 1);
  const framed = statuses.filter(
    (status) => !ends.includes(status) && ends.every((end) => transitions[status]?.includes(end)),
  );
  const leads = statuses.filter((status) => !ends.includes(status) && !framed.includes(status));
  const columns = Math.ceil(framed.length / 2);
  const right = FIRST[0] + (columns - 1) * STEP[0] + (FIRST[0] - FRAME.left);
  const spread = (i: number, of: number) =>
    FRAME.top + Math.round(((i + 0.5) / of) * (FRAME.bottom - FRAME.top));
  const places = Object.fromEntries<Point>([
    ...leads.map((status, i): [string, Point] => [status, [72, spread(i, leads.length)]]),
    ...framed.map((status, i): [string, Point] => {
      const [column, row] = i < columns ? [i, 0] : [2 * columns - 1 - i, 1];
      return [status, [FIRST[0] + column * STEP[0], FIRST[1] + row * STEP[1]]];
    }),
    ...ends.map((status, i): [string, Point] => [status, [right + 160, spread(i, ends.length)]]),
  ]);
  return { places, framed, ends, leads, right };
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
  { places, framed, ends, leads, right }: Layout,
): Map<string, string> {
  const yOf = (status: string) => places[status]?.[1] ?? 0;
  const back = single.filter(([from, to]) => ends.includes(from) && framed.includes(to));
  const below = single.filter(([from, to]) => leads.includes(from) && ends.includes(to));
  const side = right + 160 + BOX[0] / 2;
  const over = back
    .toSorted(([a], [b]) => yOf(a) - yOf(b))
    .map(([from, to], i): [string, string] => {
      const [x, y] = places[to] as Point;
      const [beside, top, across] = [side + (i + 1) * GAP, FRAME.top - 16 - (i + 1) * GAP, x - i * GAP];
      return [`${from} ${to}`, `M${side} ${yOf(from) - 8}H${beside}V${top}H${across}V${y - BOX[1] / 2}`];
    });
  const under = below
    .toSorted(([, a], [, b]) => yOf(b) - yOf(a))
    .map(([from, to], i): [string, string] => {
      const [x, y] = places[from] as Point;
      const [beside, bottom, start] = [side + (i + 1) * GAP, FRAME.bottom + (i + 1) * GAP, x - i * GAP];
      return [`${from} ${to}`, `M${start} ${y + BOX[1] / 2}V${bottom}H${beside}V${yOf(to) + 8}H${side}`];
    });
  return new Map([...over, ...under]);
}

/** A straight line, or a curve around what stands between two statuses of a row. */
function direct(from: string, to: string, { places, framed }: Layout): string {
  const [start, end] = [places[from], places[to]] as [Point, Point];
  const width = Math.abs(start[0] - end[0]);
  if (!framed.includes(from) || start[1] !== end[1] || width <= STEP[0]) {
    return `M${borderOf(start, end).join(" ")}L${borderOf(end, start).join(" ")}`;
  }
  const outwards = start[1] === FIRST[1] ? -1 : 1;
  const bend: Point = [(start[0] + end[0]) / 2, start[1] + (outwards * width * 17) / 90];
  return `M${borderOf(start, bend).join(" ")}Q${bend.join(" ")} ${borderOf(end, bend).join(" ")}`;
}

function box(status: string, [x, y]: Point, isEnd: boolean): string {
  const [width, height] = BOX;
  return `<g class="state${isEnd ? " end" : ""}"><rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="8" />
<text x="${x}" y="${y + 5}">${status}</text></g>`;
}

function arrow({ from, to }: { from: string; to: string }, line: string, isMutual = false): string {
  const heads = `${isMutual ? 'marker-start="url(#head)" ' : ""}marker-end="url(#head)"`;
  return `<path class="arrow" data-from="${from}" data-to="${to}" ${heads} d="${line}" />`;
}

/** Returns where the line from a box's centre to a point leaves the box. */
function borderOf([x, y]: Point, [toX, toY]: Point): Point {
  const [dx, dy] = [toX - x, toY - y];
  const scale = Math.min(BOX[0] / 2 / Math.abs(dx || 1e-9), BOX[1] / 2 / Math.abs(dy || 1e-9));
  return [Math.round(x + dx * scale), Math.round(y + dy * scale)];
}
