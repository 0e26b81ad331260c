import { Command } from 'commander';
import {
  type DetectionBenchResult,
  type Found,
  runDetectionBench,
} from '../bench/detection/run-detection-bench.ts';
import { BatchRows } from '../domain/detection/batch-rows.ts';
import { createRowDetectors } from '../domain/detection/create-detectors.ts';
import { DgaModel } from '../domain/detection/dga/dga-model.ts';
import { NameBook } from '../domain/detection/names/name-book.ts';
import { ClientBook } from '../domain/detection/rows/client-book.ts';
import { type DetectionSettings, defaultSettings } from '../domain/detection/settings.ts';
import { SiteWatch } from '../domain/detection/site/site-watch.ts';
import { createTrafficDetector } from '../domain/detection/traffic-detector.ts';
import { wholeNumber } from './bench-numbers.ts';

interface Options {
  readonly clients: string;
  readonly queries: string;
  readonly hours: string;
  readonly noise: string;
  readonly seed: string;
  readonly json?: true;
}

const speeds = [1, 0.25, 0.05];

/**
 * The command `sonde collector bench detection` measures what the detectors raise for a generated site and for
 * intruders.
 */
export function benchDetectionCommand(): Command {
  return new Command('detection')
    .description(
      'Measure detected threats, time to detection, and false alerts for harmless traffic, on a generated site.',
    )
    .option('--clients <COUNT>', 'number of clients of the harmless site', '10000')
    .option('--queries <COUNT>', 'queries per client and day', '400')
    .option('--hours <COUNT>', 'hours of harmless traffic', '24')
    .option(
      '--noise <COUNT>',
      'number of clients of the site that hides the threats; 0 skips this part',
      '300',
    )
    .option('--seed <NUMBER>', 'seed of the generated traffic', '1')
    .option('--json', 'print JSON instead of text')
    .action(async (options: Options) => {
      const stopping = new AbortController();
      process.once('SIGINT', () => stopping.abort());
      const result = await runDetectionBench({
        site: { clients: wholeNumber(options.clients, 0), perClient: wholeNumber(options.queries, 0) },
        minutes: wholeNumber(options.hours, 0) * 60,
        speeds,
        clientsInNoise: wholeNumber(options.noise, 0),
        seed: wholeNumber(options.seed, 0),
        createExamine: createDetectorsOfBench,
        signal: stopping.signal,
        progress: (line) => process.stderr.write(`${line}\n`),
      });
      process.stdout.write(
        options.json ? `${JSON.stringify(result, null, 2)}\n` : renderDetectionBench(result),
      );
    });
}

/** Creates all detectors of rows with the program's own settings, or these changes of them, as the collector has them. */
export function createDetectorsOfBench(changes: Partial<DetectionSettings> = {}) {
  const settings = { ...defaultSettings, ...changes };
  const model = new DgaModel();
  const names = new NameBook();
  const clients = new ClientBook();
  const site = new SiteWatch();
  const detector = createTrafficDetector(createRowDetectors({ model, site }), {
    settingsOf: () => settings,
    onFailure: (name, cause) => {
      throw new Error(`the detector ${name} failed`, { cause });
    },
    site,
  });
  return (rows: Buffer) => detector.examine(new BatchRows(rows, names, clients));
}

export function renderDetectionBench(result: DetectionBenchResult): string {
  const { rows, microsecondsPerRow, falseAlerts, remarks, clientDays, patterns } = result;
  const false_ = Object.values(falseAlerts).reduce((sum, count) => sum + count, 0);
  const found = (pick: (one: (typeof patterns)[number]) => Found) =>
    `${patterns.filter((one) => pick(one) !== undefined).length} of ${patterns.length}`;
  const isHidden = patterns.some(({ direct, resolver }) => direct !== undefined || resolver !== undefined);
  const line = (cells: readonly string[]) =>
    `${cells[0]!.padEnd(44)}${cells
      .slice(1)
      .map((cell) => cell.padStart(13))
      .join('')}`;
  const header = [
    'pattern',
    ...speeds.map((speed) => `alone x${speed}`),
    ...(isHidden ? ['in noise', 'by resolver'] : []),
  ];
  return [
    `${rows} harmless rows of ${clientDays.toFixed(0)} clients' days: ${false_} alerts above a remark, ${remarks} remarks`,
    ...Object.entries(falseAlerts).map(([type, count]) => `  ${type}: ${count}`),
    `${microsecondsPerRow.toFixed(2)} µs of processor time a row`,
    '',
    line(header),
    ...patterns.map(({ name, alone, direct, resolver }) =>
      line([name, ...alone.map(cell), ...(isHidden ? [cell(direct), cell(resolver)] : [])]),
    ),
    line([
      'found',
      ...speeds.map((_, index) => found(({ alone }) => alone[index])),
      ...(isHidden ? [found(({ direct }) => direct), found(({ resolver }) => resolver)] : []),
    ]),
    '',
  ].join('\n');
}

function cell(found: Found): string {
  return found === undefined ? '-' : `${Math.round(found.seconds)} s`;
}
