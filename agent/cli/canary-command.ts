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
    .description('query harmless, labelled names that look like threats, to see which sensors notice them')
    .addOption(
      new Option('--pattern <PATTERN...>', 'patterns of the names (default: all)').choices(canaryPatterns),
    )
    .option('--server <ADDRESS...>', "resolvers to query instead of the system's resolvers")
    .option('--collector <URL>', 'collector to announce the canary to')
    .addOption(new Option('--key <KEY>', "the location's key").hideHelp())
    .option(
      '--key-file <FILE>',
      'file with the key of the location (env SONDE_AGENT_KEY holds the key itself)',
    )
    .option('--state <DIR>', 'state directory of an agent that has enrolled')
    .option(
      '--ca-file <FILE>',
      'PEM file with the only certificate authorities that the agent accepts for the collector',
    )
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
        `${pattern}: ${asked} names queried, ${absent} do not exist, ${unanswered} without a response\n`,
      );
    }
    process.stdout.write(
      'GET /api/v1/dns-monitoring/canaries and `sonde canary` show which sensors noticed the names.\n',
    );
  });
}
