import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { textTable } from '@sonde/shared/text/text-table.ts';
import { Command } from 'commander';
import { exitCodes } from '../../exit-codes.ts';
import { wholeNumber } from '../../numbers.ts';
import { print, printJson } from '../../print.ts';
import { countText, octetsText, processorsText } from '../../sizing/amounts.ts';
import { type Demand, type Size, sizeInstallation } from '../../sizing/size-installation.ts';

interface Options {
  readonly rate?: string;
  readonly perDay?: string;
  readonly days: string;
  readonly detailDays?: string;
  readonly rollupDays: string;
  readonly replicas: string;
  readonly peak: string;
  readonly processors: string;
  readonly disk: string;
  readonly json?: boolean;
}

const help = `
The units are decimal: 1 GB is 1,000,000,000 bytes. The formulas use measurements on a small machine (docs/sizing.md).
The command needs no collector.

Examples:
  sonde size --rate 2000
  sonde size --per-day 5000000000 --days 30 --detail-days 3 --replicas 2`;

/** Creates the command `sonde size`: it computes what an installation for so many queries needs. */
export function sizeCommand(): Command {
  return new Command('size')
    .description('Compute disks, processors, network and machines for a number of queries.')
    .option('--rate <COUNT>', 'queries per second, as the mean of a day')
    .option('--per-day <COUNT>', 'queries per day, instead of --rate')
    .option('--days <COUNT>', 'days to keep queries', '90')
    .option('--detail-days <COUNT>', 'days to keep the records and ports of queries (default: as --days)')
    .option('--rollup-days <COUNT>', 'days to keep counts and passive DNS', '730')
    .option('--replicas <COUNT>', 'copies of the store', '1')
    .option('--peak <COUNT>', 'load of the busiest minute, as a multiple of the mean', '3')
    .option('--processors <COUNT>', 'processors per machine', '8')
    .option('--disk <GB>', 'disk per machine, in GB', '2000')
    .option('--json', 'print JSON instead of text')
    .addHelpText('after', help)
    .action((options: Options) => {
      const demand = read(options);
      const size = sizeInstallation(demand);
      if (options.json) printJson({ demand, size });
      else print(describe(demand, size));
    });
}

function read(options: Options): Demand {
  const given = [options.rate, options.perDay].filter((text) => text !== undefined);
  if (given.length !== 1)
    throw new UsageError('sonde size needs either --rate or --per-day.', exitCodes.usage);
  const rate =
    options.rate === undefined
      ? wholeNumber(options.perDay!, '--per-day') / 86_400
      : wholeNumber(options.rate, '--rate');
  const days = wholeNumber(options.days, '--days');
  return {
    rate,
    days,
    detailDays: options.detailDays === undefined ? days : wholeNumber(options.detailDays, '--detail-days'),
    rollupDays: wholeNumber(options.rollupDays, '--rollup-days'),
    replicas: wholeNumber(options.replicas, '--replicas'),
    peak: wholeNumber(options.peak, '--peak'),
    processors: wholeNumber(options.processors, '--processors'),
    diskOctets: wholeNumber(options.disk, '--disk') * 1e9,
  };
}

function describe({ days, rollupDays, replicas, peak }: Demand, size: Size): string {
  const copies = replicas === 1 ? '' : `, ${replicas} copies`;
  return textTable([
    ['Queries a day', countText(size.rowsADay)],
    [`Queries kept, ${days} days`, countText(size.rowsKept)],
    ['Disk for them', octetsText(size.rowOctets)],
    [`Disk for counts, ${rollupDays} days`, octetsText(size.countOctets)],
    ['Disk for passive DNS and domains', octetsText(size.factOctets)],
    [`Disk in all${copies}`, octetsText(size.diskOctets)],
    ['From sensors to collectors', `${octetsText(size.networkOctets)}/s on average`],
    [`Processors of all sensors, at ${peak} times the mean`, processorsText(size.agentProcessors)],
    ['Processors of the collectors', processorsText(size.collectorProcessors)],
    ['Processors of the databases', processorsText(size.engineProcessors)],
    ['Machines', machines(size, replicas)],
  ]);
}

/** Writes which machines it takes, each half full at the busiest time. */
function machines({ isOneMachine, collectors, shards, storeMachines }: Size, replicas: number): string {
  if (isOneMachine) return 'one, with collector and databases';
  const keepers = storeMachines > 1 ? ', 3 Keepers' : '';
  return `${collectors} collectors, ${storeMachines} of ClickHouse (${shards} x ${replicas})${keepers}, PostgreSQL`;
}
