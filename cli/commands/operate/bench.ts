import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { exitCodes } from '../../exit-codes.ts';
import type { ProgramName } from '../../programs/known-programs.ts';
import { passTo } from '../../programs/pass-to.ts';
import { benchScansCommand } from './bench-scans.ts';

/** A bench is another program's command, or one of this program's own. */
type Bench = Measures & (Passed | { readonly command: () => Command });

interface Passed {
  readonly program: ProgramName;
  readonly args: readonly string[];
}

interface Measures {
  /** What it measures, as the help says. */
  readonly measures: string;
}

/** The benches are what `sonde bench NAME` runs. */
export const benches: Readonly<Record<string, Bench>> = {
  agent: {
    program: 'agent',
    args: ['bench'],
    measures: 'packets, messages and rows per second of the capture agent, compared with dnscap and tshark',
  },
  resolver: {
    program: 'resolver',
    args: ['bench'],
    measures: 'messages and rows per second from dnstap, compared with the program dnstap',
  },
  scans: {
    command: benchScansCommand,
    measures: 'scans of a thousand domains in a closed network, compared with checkdmarc',
  },
  store: collector([], 'ingest, bytes per row and response times of the store'),
  ...named({
    api: 'response times and ingest of a whole collector with a month of data',
    detection: 'detected threats, time to detection, and false alerts, on generated traffic',
    sigma: 'processor time per row with and without Sigma rules',
    sinks: 'ingest with three sinks that write files, and without sinks',
    fleet: 'a whole collector with hundreds of simulated agents: in normal operation, and after an outage',
    http: 'requests per second, compared with plain Koa',
    datasets: 'loading, lookups, RFC 6811 validations and a network, on generated tables of full size',
    registrations: 'reverse WHOIS on generated registrations',
    logs: 'reading, matching and verifying entries of certificate logs in one thread',
    streams: 'certificates sent to 5,000 connections at once, and losses',
    technologies: 'processor time per page with the rules of Sonde and 7,000 more patterns',
    watch: 'even and fair timing of the queries for 100,000 watched domains',
    zones: 'time and memory to read the zone of a top-level domain on two days',
  }),
};

function collector(args: readonly string[], measures: string): Bench {
  return { program: 'collector', args: ['bench', ...args], measures };
}

function named(texts: Readonly<Record<string, string>>): Record<string, Bench> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, measures]) => [name, collector([name], measures)]),
  );
}

const width = Math.max(...Object.keys(benches).map((name) => name.length)) + 2;
const help = `
Benchmarks:
${Object.entries(benches)
  .map(([name, { measures }]) => `  ${name.padEnd(width)}${measures}`)
  .join('\n')}

sonde bench BENCH --help shows the options of a benchmark.`;

/** Creates the command `sonde bench`: it measures the performance of Sonde on this machine. */
export function benchCommand(): Command {
  return new Command('bench')
    .description('Measure a part of Sonde on this machine, in a temporary directory.')
    .argument('[BENCH]', 'benchmark from the list below')
    .argument('[ARGUMENT...]', 'options of the benchmark')
    .allowUnknownOption()
    .passThroughOptions()
    .helpOption(false)
    .addHelpText('after', help)
    .action(async (name: string | undefined, args: readonly string[], _options: object, command: Command) => {
      if (name === undefined || name === '--help' || name === '-h') return command.help();
      const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
      if (bench === undefined)
        throw new UsageError(
          `There is no benchmark "${name}". Choose one of ${Object.keys(benches).join(', ')}.`,
          exitCodes.usage,
        );
      if ('command' in bench) await bench.command().parseAsync(args, { from: 'user' });
      else await passTo(bench.program, [...bench.args, ...args]);
    });
}
