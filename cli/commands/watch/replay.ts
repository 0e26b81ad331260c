import { readFile } from 'node:fs/promises';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { exitCodes } from '../../exit-codes.ts';
import { print, printJson } from '../../print.ts';

const replaying = 'POST /api/v1/dns-monitoring/replay';
type Answer = AnswerOf<typeof replaying>;

interface Options extends ApiOptions {
  readonly from: string;
  readonly to?: string;
  readonly location?: string;
  readonly detector?: string[];
  readonly indicators?: string;
}

/**
 * Creates the command `sonde replay`: it reports which threats detection would have raised on stored days, through a
 * running collector.
 */
export function replayCommand(): Command {
  return addApiOptions(new Command('replay'))
    .description(
      'Try detectors or a list of indicators on stored queries. Shows the alerts per day, and raises no alert.',
    )
    .requiredOption('--from <TIME>', 'start of the time range, such as 2026-03-01T00:00:00Z')
    .option('--to <TIME>', 'end of the time range (default: now)')
    .option('--location <ID>', 'id of a location (default: all locations)')
    .option('--detector <NAME...>', 'detectors, such as dga, dns_tunnel or indicator (default: all)')
    .option('--indicators <FILE>', 'file with indicators to try instead of the loaded lists, one per line')
    .action(replay);
}

interface Day {
  alerts: number;
  remarks: number;
  readonly byType: Map<string, number>;
}

async function replay(options: Options): Promise<void> {
  const to = timeOf(options.to ?? new Date().toISOString());
  const client = connect(options);
  const indicators = options.indicators === undefined ? undefined : await readList(options.indicators);
  const days = new Map<string, Day>();
  const threats = new Map<string, Answer['threats'][number]>();
  let rows = 0;
  // One answer covers so many queries; detectors begin without a memory in each.
  for (let from = timeOf(options.from); from < to; ) {
    const body = {
      from,
      to,
      ...(options.location === undefined ? {} : { location_id: Number(options.location) }),
      ...(options.detector === undefined ? {} : { detectors: options.detector }),
      ...(indicators === undefined ? {} : { indicators }),
    };
    const answer = await client.call(replaying, { body });
    rows += answer.rows;
    for (const { date, alerts, remarks, by_type } of answer.days) {
      const day = days.get(date) ?? { alerts: 0, remarks: 0, byType: new Map<string, number>() };
      day.alerts += alerts;
      day.remarks += remarks;
      for (const [type, count] of Object.entries(by_type))
        day.byType.set(type, (day.byType.get(type) ?? 0) + count);
      days.set(date, day);
    }
    for (const threat of answer.threats) {
      const key = `${threat.location_id} ${threat.threat_type} ${threat.subject}`;
      // It was opened in an earlier part, and would only have gone on.
      if (threats.has(key)) forget(threat, days);
      else threats.set(key, threat);
    }
    if (answer.complete) break;
    if (answer.to <= from)
      throw new UsageError(
        `There are too many queries at ${from} for one replay. Use --location, or a different time range.`,
      );
    from = answer.to;
  }
  if (options.json) {
    const listed = [...days].map(([date, { byType, ...day }]) => ({
      date,
      ...day,
      by_type: Object.fromEntries(byType),
    }));
    return printJson({ rows, days: listed, threats: [...threats.values()] });
  }
  print(`${rows} queries replayed`);
  for (const [date, { alerts, remarks, byType }] of days) {
    const types = [...byType].map(([type, count]) => `${type} ${count}`).join(', ');
    process.stdout.write(
      `${date}  ${alerts} alerts, ${remarks} remarks${types === '' ? '' : `  (${types})`}\n`,
    );
  }
  for (const { severity, threat_type, subject, first_seen } of threats.values())
    process.stdout.write(`${first_seen}  ${severity.padEnd(8)} ${threat_type}  ${subject}\n`);
}

function forget(
  { first_seen, severity, threat_type }: Answer['threats'][number],
  days: Map<string, Day>,
): void {
  const day = days.get(first_seen.slice(0, 10));
  if (day === undefined) return;
  if (severity === 'info') day.remarks--;
  else {
    day.alerts--;
    day.byType.set(threat_type, (day.byType.get(threat_type) ?? 1) - 1);
  }
}

function timeOf(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`"${text}" is not a time such as 2026-03-01T00:00:00Z.`, exitCodes.usage);
  return time.toISOString();
}

async function readList(file: string): Promise<string[]> {
  try {
    const text = await readFile(file, 'utf8');
    return text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'));
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
