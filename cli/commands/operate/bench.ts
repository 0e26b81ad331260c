import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { exitCodes } from '../../exit-codes.ts';
import type { ProgramName } from '../../programs/known-programs.ts';
import { passTo } from '../../programs/pass-to.ts';

const benches: Readonly<Record<string, { readonly program: ProgramName; readonly args: readonly string[] }>> =
  {
    agent: { program: 'agent', args: ['bench'] },
    store: { program: 'collector', args: ['bench'] },
    api: { program: 'collector', args: ['bench', 'api'] },
    fleet: { program: 'collector', args: ['bench', 'fleet'] },
    http: { program: 'collector', args: ['bench', 'http'] },
    datasets: { program: 'collector', args: ['bench', 'datasets'] },
    logs: { program: 'collector', args: ['bench', 'logs'] },
    streams: { program: 'collector', args: ['bench', 'streams'] },
    technologies: { program: 'collector', args: ['bench', 'technologies'] },
    watch: { program: 'collector', args: ['bench', 'watch'] },
  };

const help = `
Benches:
  agent         packets, messages and rows a second of the capture agent, on a generated file
  store         ingest, bytes a row and answer times of the store
  api           a whole collector with a month in its store: what it answers and takes in
  fleet         a whole collector with hundreds of simulated agents: in peace, and when all come back after an outage
  http          what a request costs beside one of bare Koa
  datasets      loading, look-ups, RFC 6811 validations and a range, on generated tables of full size
  logs          entries of certificate logs, from tiles to matched and verified, in one thread
  streams       certificates told to 5,000 connections at once, and what is left out
  technologies  what a page costs with our rules and 7,000 patterns in the widespread format
  watch         how evenly and fairly the records of 100,000 domains are asked for

sonde bench BENCH --help tells the options of each.`;

/** Creates the command `sonde bench`: it measures the performance of Sonde on this machine. */
export function benchCommand(): Command {
  return new Command('bench')
    .description(
      'Measure agent, store, API, fleet, HTTP, datasets, certificate logs, streams, technologies or watched domains on this machine, in a directory of its own.',
    )
    .argument('[BENCH]', 'agent, store, api, fleet, http, datasets, logs, streams, technologies or watch')
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
      await passTo(bench.program, [...bench.args, ...args]);
    });
}
