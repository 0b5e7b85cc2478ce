/** From each status, those that it can change to. */
export type Transitions = Record<string, readonly string[]>;

type Point = [x: number, y: number];

const HALF_WIDTH = 62;
const HALF_HEIGHT = 17;

/** Where the statuses stand. One that isn't here stands in a row below the others. */
const PLACES: Record<string, Point> = {
  pre_shipment: [72, 190],
  open: [260, 130],
  in_transit: [440, 130],
  delivered: [620, 130],
  flagged: [260, 250],
  needs_review: [440, 250],
  in_review: [620, 250],
  complete: [860, 110],
  rejected: [860, 190],
  deleted: [860, 270],
};

/** The statuses in the frame: from each of them a return can end, so one arrow stands for all of them. */
const FRAMED = ["open", "in_transit", "delivered", "flagged", "needs_review", "in_review"];
const FRAME = { left: 180, right: 700, top: 72, bottom: 308 };

/** The bends of arrows that would cross others. */
const BENDS: Record<string, Point[]> = {
  "open delivered": [[440, 62]],
  "flagged in_review": [[440, 318]],
  "pre_shipment rejected": [
    [72, 346],
    [950, 346],
    [950, 198],
  ],
  "pre_shipment deleted": [
    [120, 328],
    [800, 328],
  ],
  "complete open": [
    [860, 36],
    [260, 36],
  ],
  "rejected open": [
    [980, 182],
    [980, 16],
    [236, 16],
    [236, 95],
  ],
};

/** Returns the state machine of returns as a drawing. */
export function stateDrawing(transitions: Transitions): string {
  const places = placesOf(transitions);
  const framed = FRAMED.filter((status) => status in transitions);
  const ends = Object.keys(transitions).filter(
    (to) => !framed.includes(to) && framed.every((from) => transitions[from]?.includes(to)),
  );
  const edges = Object.entries(transitions).flatMap(([from, targets]) =>
    targets.map((to) => [from, to] as const),
  );
  const single = edges.filter(([from, to]) => !(framed.includes(from) && ends.includes(to)));
  const isSingle = (from: string, to: string) => single.some(([a, b]) => a === from && b === to);
  const arrows = single
    // Two statuses that change to each other share one arrow with two heads.
    .filter(([from, to]) => !(isSingle(to, from) && from > to))
    .map(([from, to]) => arrow(from, to, { isMutual: isSingle(to, from), places }));
  const fromFrame = ends.map((to) => frameArrow(framed, to, places));
  const boxes = Object.entries(places).map(([status, place]) => box(status, place, ends.includes(status)));
  const { left, right, top, bottom } = FRAME;
  return `<figure class="drawing scroll" tabindex="0" role="group" aria-label="Drawing of the states of a return">
<svg viewBox="0 0 1000 370" role="img" aria-label="The states of a return and their transitions">
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" /></marker></defs>
<rect class="frame" x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" rx="12" />
${[...fromFrame, ...arrows, ...boxes].join("\n")}
</svg></figure>`;
}

function placesOf(transitions: Transitions): Record<string, Point> {
  const unplaced = Object.keys(transitions).filter((status) => !PLACES[status]);
  const placed = Object.entries(PLACES).filter(([status]) => status in transitions);
  return Object.fromEntries([
    ...placed,
    ...unplaced.map((status, i) => [status, [100 + i * 150, 350] satisfies Point] as const),
  ]);
}

function box(status: string, [x, y]: Point, isEnd: boolean): string {
  const [width, height] = [HALF_WIDTH * 2, HALF_HEIGHT * 2];
  return `<g class="state${isEnd ? " end" : ""}"><rect x="${x - HALF_WIDTH}" y="${y - HALF_HEIGHT}" width="${width}" height="${height}" rx="8" />
<text x="${x}" y="${y + 5}">${status}</text></g>`;
}

function arrow(
  from: string,
  to: string,
  { isMutual, places }: { isMutual: boolean; places: Record<string, Point> },
): string {
  const [start = [0, 0], end = [0, 0]] = [places[from], places[to]] as Point[];
  const bends = BENDS[`${from} ${to}`] ?? BENDS[`${to} ${from}`]?.toReversed() ?? [];
  const points = [borderOf(start, bends[0] ?? end), ...bends, borderOf(end, bends.at(-1) ?? start)];
  const way = isMutual
    ? `data-from="${from} ${to}" data-to="${to} ${from}"`
    : `data-from="${from}" data-to="${to}"`;
  const heads = `${isMutual ? 'marker-start="url(#head)" ' : ""}marker-end="url(#head)"`;
  return `<path class="arrow" ${way} ${heads} d="${lineThrough(points)}" />`;
}

function frameArrow(framed: string[], to: string, places: Record<string, Point>): string {
  const [x, y] = places[to] ?? [0, 0];
  const ends = framed.map(() => to).join(" ");
  return `<path class="arrow" data-from="${framed.join(" ")}" data-to="${ends}" marker-end="url(#head)" d="M${FRAME.right} ${y}L${x - HALF_WIDTH} ${y}" />`;
}

/** Returns where the line from a box's centre to a point leaves the box. */
function borderOf([x, y]: Point, [toX, toY]: Point): Point {
  const [dx, dy] = [toX - x, toY - y];
  const scale = Math.min(HALF_WIDTH / Math.abs(dx || 1e-9), HALF_HEIGHT / Math.abs(dy || 1e-9));
  return [Math.round(x + dx * scale), Math.round(y + dy * scale)];
}

/** One bend is a curve; several are a line with corners. */
function lineThrough(points: Point[]): string {
  const [start, ...rest] = points.map(([x, y]) => `${x} ${y}`);
  return rest.length === 2 ? `M${start}Q${rest[0]} ${rest[1]}` : `M${start}L${rest.join("L")}`;
}
