import { setTimeout as delay } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { announceCanary } from '../canary/announce-canary.ts';
import { askNames } from '../canary/ask-names.ts';
import { canaryPatterns, canaryQueries, pause } from '../canary/canary-queries.ts';
import { prepareDestination } from './prepare.ts';
import { loadFor } from './run-command.ts';

interface CanaryOptions {
  readonly pattern?: (typeof canaryPatterns)[number][];
  readonly server?: string[];
  readonly config?: string;
}

/**
 * Creates the command `canary`: it asks for harmless names in the pattern of threats, so that it shows which sensors
 * would notice.
 */
export function canaryCommand(): Command {
  const command = new Command('canary')
    .description(
      'ask for harmless, labelled names in the pattern of threats, to see which sensors would notice',
    )
    .addOption(
      new Option('--pattern <PATTERN...>', 'patterns to ask in (default: all)').choices(canaryPatterns),
    )
    .option('--server <ADDRESS...>', "resolvers to ask in place of the system's")
    .option('--collector <URL>', 'collector to announce it to')
    .addOption(new Option('--key <KEY>', "the location's key").hideHelp())
    .option(
      '--key-file <FILE>',
      "file that holds the location's key (env SONDE_AGENT_KEY holds the key itself)",
    )
    .option('--state <DIR>', 'state directory of an agent that has enrolled')
    .option('--ca-file <FILE>', 'PEM file with the authorities that may vouch for the collector')
    .option('--config <FILE>', 'configuration file of the agent');
  return command.action(async (options: CanaryOptions) => {
    const { config } = await loadFor(command, options.config);
    const { destination } = await prepareDestination(config);
    const patterns = options.pattern ?? [...canaryPatterns];
    const collector = destination.collectors[0]!;
    const { id, label, startsAt } = await announceCanary({ ...destination, collector }, patterns);
    process.stdout.write(`Canary ${id}, from ${startsAt.toISOString()} on\n`);
    await delay(Math.min(60_000, Math.max(0, startsAt.getTime() - Date.now())));
    for (const pattern of patterns) {
      const queries = canaryQueries(pattern, label);
      const { asked, absent, unanswered } = await askNames(queries, pause[pattern], options.server ?? []);
      process.stdout.write(
        `${pattern}: ${asked} names asked for, ${absent} do not exist, ${unanswered} without an answer\n`,
      );
    }
    process.stdout.write(
      'GET /api/v1/dns-monitoring/canaries and `sonde canary` say which sensors would have noticed.\n',
    );
  });
}
