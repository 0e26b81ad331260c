import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { printJson, printTable, shortTime } from '../../print.ts';
import { passTo } from '../../programs/pass-to.ts';

type Canary = AnswerOf<'GET /api/v1/dns-monitoring/canaries'>['canaries'][number];
type Outcome = Pick<Canary['locations'][number], 'queries' | 'caught'>;

/**
 * Creates the command `sonde canary`: it asks for harmless names in the pattern of threats, and tells which sensors
 * would have caught them.
 */
export function canaryCommand(): Command {
  const command = new Command('canary').description(
    'Query harmless names that look like threats, and show which sensors noticed them.',
  );
  addApiOptions(command.command('list', { isDefault: true }))
    .description('Show which locations and agents saw the latest canaries (the default).')
    .action(listCanaries);
  command
    .command('send')
    .description('Send a canary with the key of a location. The options are those of `sonde agent canary`.')
    .argument('[ARGUMENT...]')
    .allowUnknownOption()
    .helpOption(false)
    .action((args: readonly string[]) => passTo('agent', ['canary', ...args]));
  return command;
}

async function listCanaries(options: ApiOptions): Promise<void> {
  const answer = await connect(options).call('GET /api/v1/dns-monitoring/canaries');
  if (options.json) return printJson(answer);
  const { canaries } = answer;
  const patterns = [...new Set(canaries.flatMap((canary) => canary.patterns))];
  const cells = ({ queries, caught }: Outcome): string[] => [
    String(queries),
    ...patterns.map((pattern) => {
      const found = caught.find((one) => one.pattern === pattern);
      return found === undefined ? '-' : (found.severity ?? 'missed');
    }),
  ];
  const rows = canaries.flatMap(({ id, created_at, locations }) =>
    locations.flatMap((location) => [
      [shortTime(created_at), id, location.location_name, 'all agents', ...cells(location)],
      ...location.agents.map((agent) => ['', '', '', agent.host || agent.agent_id, ...cells(agent)]),
    ]),
  );
  const head = ['announced', 'canary', 'location', 'agent', 'queries', ...patterns];
  printTable(head, rows, 'No canary was sent.');
}
