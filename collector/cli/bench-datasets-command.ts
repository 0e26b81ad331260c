import { systemClock as clock } from '@sonde/shared/system/system.ts';
import { Command } from 'commander';
import {
  type DatasetBenchReport,
  runDatasetBench,
  type TableReport,
} from '../bench/datasets/run-dataset-bench.ts';
import { IndicatorMatcher } from '../domain/detection/indicator-matcher.ts';
import { NotedAddresses } from '../domain/intelligence/addresses/noted-addresses.ts';
import { mostAddresses } from '../domain/intelligence/addresses/scan-range.ts';
import { FeedOverlaps } from '../domain/intelligence/threat-intel/value/feed-overlaps.ts';
import { scanRange } from '../endpoints/addresses/scan-range.ts';
import { StreamedAnswer } from '../http/streamed-answer.ts';
import { withBenchDirectory } from './bench-directory.ts';
import { wholeNumber } from './bench-numbers.ts';

interface Options {
  readonly prefixes: string;
  readonly payloads: string;
  readonly seed: string;
  readonly json?: true;
}

type AnswerRange = Parameters<typeof runDatasetBench>[0]['answerRange'];

/** The command `sonde collector bench datasets` measures tables about addresses that are as large as the Internet's. */
export function benchDatasetsCommand(): Command {
  return new Command('datasets')
    .description('Measure loading, lookups, RFC 6811 validations and a /16 network on generated tables.')
    .option('--prefixes <COUNT>', 'number of routes', '1000000')
    .option('--payloads <COUNT>', 'number of validated RPKI payloads', '650000')
    .option('--seed <NUMBER>', 'seed of the generated tables', '1')
    .option('--json', 'print JSON instead of text')
    .action((options: Options) =>
      withBenchDirectory(undefined, async (directory, signal) => {
        const report = await runDatasetBench({
          prefixes: wholeNumber(options.prefixes),
          payloads: wholeNumber(options.payloads),
          seed: wholeNumber(options.seed),
          directory,
          clock,
          signal,
          answerRange,
          noteAddresses: (datasets) => {
            const notes = new NotedAddresses(datasets, clock);
            return (addresses) => notes.of(addresses);
          },
          progress: (line) => process.stderr.write(`${line}\n`),
        });
        process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : render(report));
      }),
    );
}

/** Every address of the range by the operation of the API, without feeds, reports and earlier scans. */
const answerRange: AnswerRange = async (cidr, datasets) => {
  const matcher = new IndicatorMatcher();
  const answer = await scanRange.run(
    {
      params: { cidr },
      query: { max_ips: mostAddresses, format: 'addresses' },
      caller: {
        kind: 'account',
        accountId: 1,
        tier: 'free',
        administrator: false,
        keyId: null,
        personId: null,
        role: 'owner',
        session: null,
      },
    } as unknown as Parameters<typeof scanRange.run>[0],
    {
      datasets,
      matcher,
      feedOverlaps: new FeedOverlaps(matcher, clock),
      addressScans: { scoresBetween: async () => [] },
      addressReports: { between: async () => [] },
      addressSightings: { between: async () => [] },
      clock,
    },
  );
  if (!(answer instanceof StreamedAnswer)) throw new Error('A range of that size is streamed.');
  return answer.chunks;
};

function render({
  prefixes,
  payloads,
  lookups,
  validations,
  validationsShuffled,
  notes,
  range,
}: DatasetBenchReport) {
  const rows = [
    ...tableRows('prefixes', prefixes),
    ...tableRows('payloads', payloads),
    ['look-ups', `${millions(lookups)} a second`],
    ['RFC 6811 validations of a table', `${millions(validations)} a second`],
    ['RFC 6811 validations, any order', `${millions(validationsShuffled)} a second`],
    [
      `notes of ${notes.addresses} addresses`,
      `${notes.firstMs.toFixed(1)} ms the first time, ${notes.againMs.toFixed(1)} ms again`,
    ],
    [
      `${range.cidr}, each address`,
      `${range.ms.toFixed(0)} ms, ${range.processorMs.toFixed(0)} ms of the processor, ${mebibytes(range.answerBytes)}`,
    ],
    ['  memory above', mebibytes(range.memoryBytes)],
    ['  longest block', blockText(range.blockMs, range.turnMs)],
  ];
  return `${rows.map(([name = '', value]) => `${name.padEnd(34)}${value}`).join('\n')}\n`;
}

function tableRows(name: string, table: TableReport): [string, string][] {
  return [
    [name, `${table.entries} in ${mebibytes(table.bytes)}`],
    ['  snapshot load', `${table.loadMs.toFixed(1)} ms, ${longest(table.loadBlockMs, table.loadTurnMs)}`],
    ['  refresh', `${table.refreshMs.toFixed(0)} ms, ${longest(table.refreshBlockMs, table.refreshTurnMs)}`],
  ];
}

function longest(blockMs: number, turnMs: number): string {
  return `longest block ${blockText(blockMs, turnMs)}`;
}

/** A block may be another program's doing; the processor's time is not. */
function blockText(blockMs: number, turnMs: number): string {
  return `${blockMs.toFixed(1)} ms, ${turnMs.toFixed(1)} ms of the processor`;
}

function millions(count: number): string {
  return `${(count / 1e6).toFixed(2)} million`;
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
