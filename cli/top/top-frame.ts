import { lossesOf } from '@sonde/shared/report/losses.ts';
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
  const foot = note === undefined ? [] : [paint('yellow', cutText(note, columns))];
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
  const wire = `${agents.length} sensors${silent > 0 ? `, ${silent} silent` : ''}`;
  const lost = `lost: ${losses.packets} packets, ${losses.messages} messages, ${losses.rows} rows, ${losses.missingBatches} batches missing`;
  const told = [
    `sonde top  ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC  ${wire}`,
    `${rate.toFixed(1)} queries/s   ${failures} failures in the last minute   ${open} open threats`,
    `1 h: ${totals.queries} queries, ${totals.unanswered} without an answer, ${totals.unique_clients} clients, ${totals.unique_names} names`,
    latency === null
      ? 'latency: nothing was answered'
      : `latency: median ${milliseconds(latency.p50)}, 95 % ${milliseconds(latency.p95)}, 99 % ${milliseconds(latency.p99)}`,
    lost,
  ].map((line) => cutText(line, columns));
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
function listLines({ stats }: TopData, rows: number, { columns, paint }: FrameShape): string[] {
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
    lists.map(([, items], index) => cell(items[line], widths[index]!)).join(''),
  );
  return [paint('bold', head.trimEnd()), ...lines.map((line) => line.trimEnd())];
}

function cell(item: { name: string; count: number } | undefined, width: number): string {
  if (item === undefined) return ''.padEnd(width);
  const count = String(item.count);
  return `${count.padStart(7)} ${cutText(item.name, width - Math.max(8, count.length + 1) - 1)}`.padEnd(
    width,
  );
}

function threatLines({ threats }: TopData, { columns, paint, rows }: FrameShape): string[] {
  const most = Math.max(0, Math.min(3, rows - 14));
  return threats.threats.slice(0, most).map(({ severity, message }) => {
    const line = cutText(`${severity.padEnd(8)} ${message}`, columns);
    return severity === 'critical' || severity === 'high' ? paint('red', line) : line;
  });
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
