import { Command } from 'commander';
import { callApi } from './call-api.ts';
import { textTable } from './text-table.ts';

interface Options {
  readonly url: string;
  readonly key?: string;
  readonly json?: true;
}

interface Outcome {
  readonly queries: number;
  readonly caught: readonly { pattern: string; severity: string | null }[];
}

interface Answer {
  readonly canaries: readonly {
    id: string;
    created_at: string;
    patterns: readonly string[];
    locations: readonly (Outcome & {
      location_name: string;
      agents: readonly (Outcome & { host: string; agent_id: string })[];
    })[];
  }[];
}

/** `sonde-collector canaries`: which sensors would have caught what, by way of a running collector. */
export function canariesCommand(): Command {
  return new Command('canaries')
    .description('Say which locations and agents saw the latest canaries, and what they would have raised.')
    .option('--url <URL>', "the collector's address", 'http://127.0.0.1:8080')
    .option('--key <KEY>', "an account's key (env SONDE_KEY, else SONDE_ADMIN_KEY)")
    .option('--json', 'for programs')
    .action(async (options: Options) => {
      const path = '/api/v1/dns-monitoring/canaries';
      const answer = (await callApi({ ...options, method: 'GET', path })) as Answer;
      process.stdout.write(options.json ? `${JSON.stringify(answer)}\n` : table(answer));
    });
}

function table({ canaries }: Answer): string {
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
      [created_at, id, location.location_name, 'all agents', ...cells(location)],
      ...location.agents.map((agent) => ['', '', '', agent.host || agent.agent_id, ...cells(agent)]),
    ]),
  );
  return textTable([['announced', 'canary', 'location', 'agent', 'queries', ...patterns], ...rows]);
}
