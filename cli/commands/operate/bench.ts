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
    measures: 'packets, messages and rows a second of the capture agent, beside dnscap and tshark',
  },
  resolver: {
    program: 'resolver',
    args: ['bench'],
    measures: 'messages and rows a second out of dnstap, beside the program dnstap',
  },
  scans: {
    command: benchScansCommand,
    measures: 'scans of a thousand domains in a closed network, beside checkdmarc',
  },
  store: collector([], 'ingest, bytes a row and answer times of the store'),
  ...named({
    api: 'a whole collector with a month in its store: what it answers and takes in',
    detection: 'what is found, how soon, and what is raised for harmless traffic, on a generated site',
    sigma: 'what a row costs in detection with Sigma rules, and without',
    sinks: 'ingest with three sinks that write files, and with none, in turns',
    fleet:
      'a whole collector with hundreds of simulated agents: in peace, and when all come back after an outage',
    http: 'what a request costs beside one of bare Koa',
    datasets: 'loading, look-ups, RFC 6811 validations and a range, on generated tables of full size',
    registrations: 'reverse WHOIS over made-up registrations',
    logs: 'entries of certificate logs, from tiles to matched and verified, in one thread',
    streams: 'certificates told to 5,000 connections at once, and what is left out',
    technologies: 'what a page costs with our rules and 7,000 patterns in the widespread format',
    watch: 'how evenly and fairly the records of 100,000 domains are asked for',
    zones: 'how a zone of a top-level domain is read on two days: time and memory',
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
Benches:
${Object.entries(benches)
  .map(([name, { measures }]) => `  ${name.padEnd(width)}${measures}`)
  .join('\n')}

sonde bench BENCH --help lists the options of a bench.`;

/** Creates the command `sonde bench`: it measures the performance of Sonde on this machine. */
export function benchCommand(): Command {
  return new Command('bench')
    .description('Measure a part of Sonde on this machine, in a directory of its own.')
    .argument('[BENCH]', 'a bench from the list below')
    .argument('[ARGUMENT...]')
    .allowUnknownOption()
    .passThroughOptions()
    .helpOption(false)
    .addHelpText('after', help)
    .action(async (name: string | undefined, args: readonly string[], _options: object, command: Command) => {
      if (name === undefined || name === '--help' || name === '-h') return command.help();
      const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
      if (bench === undefined)
        throw new UsageError(
          `There is no bench "${name}": ${Object.keys(benches).join(', ')}.`,
          exitCodes.usage,
        );
      if ('command' in bench) await bench.command().parseAsync(args, { from: 'user' });
      else await passTo(bench.program, [...bench.args, ...args]);
    });
}
