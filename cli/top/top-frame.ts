import { lossesOf } from '@sonde/shared/report/losses.ts';
import { many } from '@sonde/shared/text/many.ts';
import { cutText } from '@sonde/shared/text/plain-text.ts';
import type { Paint } from '../scan/paint.ts';
import type { TopData } from './read-top.ts';

export interface FrameShape {
  readonly columns: number;
  readonly rows: number;
  /** Without characters beyond ASCII. */
  readonly ascii: boolean;
  readonly paint: Paint;
  /** A sentence for the last line, such as why the last look failed. */
  readonly note?: string | undefined;
}

/** Draws a screen of `sonde top`: as many lines as there are rows at most, none wider than the columns. */
export function topFrame(data: TopData, at: Date, shape: FrameShape): string[] {
  const { columns, rows, paint, note } = shape;
  const head = headLines(data, at, shape);
  const threats = threatLines(data, shape);
  const foot = note === undefined ? [] : [paint('yellow', fitted(note, columns, shape))];
  const left = rows - head.length - threats.length - foot.length - 2;
  const lists = left >= 2 ? listLines(data, left, shape) : [];
  return [...head, '', ...lists, ...(threats.length > 0 ? ['', ...threats] : []), ...foot].slice(0, rows);
}

function headLines({ stats, agents }: TopData, at: Date, { columns, ascii, paint }: FrameShape): string[] {
  const { totals, latency_ms: latency, open_threats: open } = stats;
  const perSecond = stats.series.map(({ queries }) => queries / stats.bucket_seconds);
  // The last minute is not over.
  const rate = perSecond.at(-2) ?? perSecond.at(-1) ?? 0;
  const failures = stats.series.at(-2)?.failures ?? 0;
  const losses = lossesOf(agents);
  const silent = agents.filter(({ last_seen }) => at.getTime() - Date.parse(last_seen) > 15 * 60_000).length;
  const wire = `${many(agents.length, 'sensor')}${silent > 0 ? `, ${silent} silent` : ''}`;
  const lost = `lost: ${many(losses.packets, 'packet')}, ${many(losses.messages, 'message')}, ${many(losses.rows, 'row')}, ${many(losses.missingBatches, 'batch', 'batches')} missing`;
  const told = [
    `sonde top  ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC  ${wire}`,
    `${rate.toFixed(1)} queries/s   ${many(failures, 'failure')} in the last minute   ${many(open, 'open threat')}`,
    `1 h: ${many(totals.queries, 'query', 'queries')}, ${totals.unanswered} without an answer, ${many(totals.unique_clients, 'client')}, ${many(totals.unique_names, 'name')}`,
    latency === null
      ? 'latency: no query was answered'
      : `latency: median ${milliseconds(latency.p50)}, 95 % ${milliseconds(latency.p95)}, 99 % ${milliseconds(latency.p99)}`,
    lost,
  ].map((line) => fitted(line, columns, { ascii }));
  const isLossless = losses.packets + losses.messages + losses.rows + losses.missingBatches === 0;
  return [
    paint('bold', told[0]!),
    told[1]!,
    sparkline(perSecond, Math.min(columns, 60), ascii),
    told[2]!,
    told[3]!,
    isLossless ? told[4]! : paint('yellow', told[4]!),
  ];
}

/** Names and clients side by side, then response codes and transports as far as there is room. */
function listLines({ stats }: TopData, rows: number, shape: FrameShape): string[] {
  const { columns, paint } = shape;
  const lists: [string, { name: string; count: number }[]][] = [
    ['names', [...stats.top_names]],
    ['clients', stats.top_clients.map(({ client_ip: name, count }) => ({ name, count }))],
    [
      'codes',
      stats.response_codes.map(({ response_code: code, count }) => ({ name: code ?? 'none', count })),
    ],
  ];
  // Names are long, codes short.
  const widths = [columns - 2 * Math.floor(columns / 4), Math.floor(columns / 4), Math.floor(columns / 4)];
  const head = lists.map(([title], index) => title.padEnd(widths[index]!)).join('');
  const most = Math.min(rows - 1, Math.max(...lists.map(([, items]) => items.length)));
  const lines = Array.from({ length: most }, (_, line) =>
    lists.map(([, items], index) => cell(items[line], widths[index]!, shape)).join(''),
  );
  return [paint('bold', head.trimEnd()), ...lines.map((line) => line.trimEnd())];
}

function cell(
  item: { name: string; count: number } | undefined,
  width: number,
  shape: Pick<FrameShape, 'ascii'>,
): string {
  if (item === undefined) return ''.padEnd(width);
  const count = String(item.count);
  return `${count.padStart(7)} ${fitted(item.name, width - Math.max(8, count.length + 1) - 1, shape)}`.padEnd(
    width,
  );
}

function threatLines({ threats }: TopData, shape: FrameShape): string[] {
  const { columns, paint, rows } = shape;
  const most = Math.max(0, Math.min(3, rows - 14));
  return threats.threats.slice(0, most).map(({ severity, message }) => {
    const line = fitted(`${severity.padEnd(8)} ${message}`, columns, shape);
    return severity === 'critical' || severity === 'high' ? paint('red', line) : line;
  });
}

/** Cuts what came from the wire to so many characters, each of which a terminal of ASCII can show if it is one. */
function fitted(text: string, most: number, { ascii }: Pick<FrameShape, 'ascii'>): string {
  const shown = ascii
    ? text.replaceAll(/[^\p{ASCII}]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
    : text;
  return cutText(shown, most);
}

/** Values as a line of bars, the highest as high as can be. */
function sparkline(values: readonly number[], width: number, ascii: boolean): string {
  const bars = ascii ? ' .:-=+*#' : ' ▁▂▃▄▅▆▇█';
  const shown = values.slice(-width);
  const highest = Math.max(...shown, 0);
  if (highest === 0) return '';
  return shown.map((value) => bars[Math.ceil((value / highest) * (bars.length - 1))]).join('');
}

function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}
