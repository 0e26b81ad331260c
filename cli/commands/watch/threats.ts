import type { ExplainedThreat, Threat } from '@sonde/client/api-types.generated.ts';
import type { SondeClient } from '@sonde/client/sonde-client.ts';
import { Command, Option } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { wholeNumber } from '../../numbers.ts';
import { print, printJson, printTable, shortTime } from '../../print.ts';
import { listCases, resolveCases, showCase } from './cases.ts';

const statuses = ['open', 'resolved', 'all'] as const;
const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;

interface ListOptions extends ApiOptions {
  readonly status: (typeof statuses)[number];
  readonly severity?: (typeof severities)[number];
  readonly location?: string;
  readonly limit: string;
  readonly cases?: true;
}

interface NoteOptions extends ApiOptions {
  readonly note?: string;
  readonly case?: true;
}

/** Creates the command `sonde threats`: it lists, shows, resolves and reopens threats. */
export function threatsCommand(): Command {
  const command = new Command('threats').description('List, show, resolve and reopen threats.');
  addApiOptions(command.command('list', { isDefault: true }))
    .description('List threats, newest first (the default).')
    .addOption(new Option('--status <STATUS>', 'state of the threats').choices(statuses).default('open'))
    .addOption(
      new Option('--severity <SEVERITY>', 'severity of the threats (default: all)').choices(severities),
    )
    .option('--location <ID>', 'id of a location (default: all locations)')
    .option('--limit <COUNT>', 'maximum number of threats', '50')
    .option('--cases', 'list cases (groups of related threats) instead of threats')
    .action(list);
  addApiOptions(command.command('show <ID>'))
    .description('Show one threat with its evidence and the queries behind it.')
    .action(async (id: string, options: ApiOptions) => {
      const params = { id: wholeNumber(id, 'ID') };
      const threat = await connect(options).call('GET /api/v1/dns-monitoring/threats/{id}', { params });
      if (options.json) printJson(threat);
      else show(threat);
    });
  addApiOptions(command.command('case <ID>'))
    .description('Show one case: its timeline, the next steps, and its threats.')
    .action(showCase);
  addApiOptions(command.command('resolve <ID...>'))
    .description('Mark threats as resolved.')
    .option('--note <TEXT>', 'reason for the change')
    .option('--case', 'the ids are ids of cases; resolve each case with all of its threats')
    .action((ids: readonly string[], options: NoteOptions) => {
      if (options.case) return resolveCases(ids, options);
      return change(ids, options, (client, input) =>
        client.call('PUT /api/v1/dns-monitoring/threats/{id}/resolve', input),
      );
    });
  addApiOptions(command.command('reopen <ID...>'))
    .description('Mark resolved threats as open again.')
    .option('--note <TEXT>', 'reason for the change')
    .action((ids: readonly string[], options: NoteOptions) =>
      change(ids, options, (client, input) =>
        client.call('PUT /api/v1/dns-monitoring/threats/{id}/reopen', input),
      ),
    );
  return command;
}

async function list(options: ListOptions): Promise<void> {
  const { status, severity, location } = options;
  const query = {
    limit: wholeNumber(options.limit, '--limit'),
    ...(status === 'all' ? {} : { status }),
    ...(severity === undefined ? {} : { severity }),
    ...(location === undefined ? {} : { location_id: wholeNumber(location, '--location') }),
  };
  if (options.cases) return listCases(query, options);
  const answer = await connect(options).call('GET /api/v1/dns-monitoring/threats', { query });
  if (options.json) return printJson(answer);
  const head = ['id', 'severity', 'threat', 'subject', 'count', 'client', 'last seen', 'status'];
  printTable(
    head,
    answer.threats.map(row),
    status === 'open' ? 'There are no open threats.' : 'There are no threats.',
  );
  const more = answer.count - answer.threats.length;
  if (more > 0) process.stderr.write(`${more} more. Use --limit ${answer.count} to list all.\n`);
}

function row(threat: Threat): string[] {
  return [
    String(threat.id),
    threat.severity,
    threat.threat_type,
    threat.subject,
    String(threat.count),
    threat.client_ip,
    shortTime(threat.last_seen),
    threat.status,
  ];
}

function show(threat: ExplainedThreat): void {
  const { evidence, ...fields } = threat;
  const plain = Object.entries(fields).filter(
    ([, value]) => typeof value !== 'object' && value !== undefined,
  );
  printTable(
    ['field', 'value'],
    plain.map(([name, value]) => [name.replaceAll('_', ' '), String(value)]),
    '',
  );
  const rest = Object.entries(fields).filter(([, value]) => typeof value === 'object' && value !== null);
  for (const [name, value] of [['evidence', evidence] as const, ...rest]) {
    if (value !== null) print(`\n${name.replaceAll('_', ' ')}:\n${JSON.stringify(value, null, 2)}`);
  }
}

async function change(
  ids: readonly string[],
  options: NoteOptions,
  send: (client: SondeClient, input: { params: { id: number }; body: { note?: string } }) => Promise<Threat>,
): Promise<void> {
  const client = connect(options);
  const numbers = ids.map((id) => wholeNumber(id, 'ID'));
  const body = options.note === undefined ? {} : { note: options.note };
  const changed: Threat[] = [];
  for (const id of numbers) changed.push(await send(client, { params: { id }, body }));
  if (options.json) return printJson({ threats: changed });
  for (const { id, subject, status } of changed) print(`Threat ${id} (${subject}) is ${status}.`);
}
