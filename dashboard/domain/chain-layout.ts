import type { ChainLink, ChainPart, ChainZone, ChainZoneParts } from './chain-parts.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedZone {
  readonly zone: ChainZone;
  readonly box: Box;
  readonly parts: readonly { readonly part: ChainPart; readonly box: Box }[];
  readonly links: readonly { readonly link: ChainLink; readonly path: string }[];
}

const margin = 2;
const pad = 14;
const head = 58;
const part = { width: 168, least: 96, height: 46, gap: 12 };
const betweenLayers = 38;
const betweenZones = 44;

/** Places all parts of the picture for a width: zone below zone, in each its layers in rows that wrap. */
export function placeChain(zones: readonly ChainZoneParts[], width: number) {
  const inner = Math.max(part.least, width - 2 * (margin + pad));
  const size = Math.min(part.width, Math.max(part.least, (inner - part.gap) / 2));
  const perRow = Math.max(1, Math.floor((inner + part.gap) / (size + part.gap)));
  const boxes = new Map<string, Box>();
  const frames = new Map<ChainZoneParts, Box>();
  let y = margin;
  for (const zone of zones) {
    let inside = y + head;
    const layers = ([0, 1, 2] as const).map((layer) => zone.parts.filter((one) => one.layer === layer));
    for (const [index, layer] of layers.filter((one) => one.length > 0).entries()) {
      if (index > 0) inside += betweenLayers - part.gap;
      for (let from = 0; from < layer.length; from += perRow) {
        const row = layer.slice(from, from + perRow);
        const wide = row.length * size + (row.length - 1) * part.gap;
        row.forEach((one, at) => {
          const x = (width - wide) / 2 + at * (size + part.gap);
          boxes.set(one.id, { x, y: inside, width: size, height: part.height });
        });
        inside += part.height + part.gap;
      }
    }
    const height = inside - y + (zone.parts.length > 0 ? pad - part.gap : 0);
    frames.set(zone, { x: margin, y, width: width - 2 * margin, height });
    y += height + betweenZones;
  }
  const placed = zones.map((zone, index): PlacedZone => {
    const box = frames.get(zone)!;
    const above = index === 0 ? undefined : frames.get(zones[index - 1]!);
    return {
      zone: zone.zone,
      box,
      parts: zone.parts.map((one) => ({ part: one, box: boxes.get(one.id)! })),
      links: zone.links.map((link) => {
        const from = (link.from === undefined ? undefined : boxes.get(link.from)) ?? above;
        const to = (link.to === undefined ? undefined : boxes.get(link.to)) ?? box;
        return { link, path: pathOf(from, to, asideOf(link, zone.links)) };
      }),
    };
  });
  return { zones: placed, height: Math.max(0, y - betweenZones + margin) };
}

/** How far to the side a line goes, so that those between the same two stand beside each other. */
function asideOf(link: ChainLink, all: readonly ChainLink[]): number {
  const same = all.filter(({ from, to }) => from === link.from && to === link.to);
  return (same.indexOf(link) - (same.length - 1) / 2) * 14;
}

/** From the lower edge of one to the upper of the other; between neighbours of a row from side to side, or round to itself. */
function pathOf(from: Box | undefined, to: Box, aside: number): string {
  if (from === undefined) return '';
  const round = (value: number) => Math.round(value * 10) / 10;
  const line = (...points: number[]) => points.map(round).join(' ');
  if (from === to) {
    const x = from.x + from.width;
    const middle = from.y + from.height / 2;
    return `M${line(x, middle - 9)} C${line(x + 26, middle - 22, x + 26, middle + 22, x + 4, middle + 9)}`;
  }
  if (from.y === to.y) {
    const [start, end] = from.x < to.x ? [from.x + from.width, to.x - 4] : [from.x, to.x + to.width + 4];
    const middle = from.y + from.height / 2 + aside;
    return `M${line(start, middle)} L${line(end, middle)}`;
  }
  const [x0, y0] = [from.x + from.width / 2 + aside, from.y + from.height];
  const [x1, y1] = [to.x + to.width / 2 + aside, to.y - 4];
  // What stands below another row of its own layer is reached from above as well.
  const bend = Math.max(14, (y1 - y0) / 2);
  return `M${line(x0, y0)} C${line(x0, y0 + bend, x1, y1 - bend, x1, y1)}`;
}
