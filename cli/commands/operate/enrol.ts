import type { AnswerOf } from '@sonde/client/operation-types.ts';
import type { SondeClient } from '@sonde/client/sonde-client.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { many } from '@sonde/shared/text/many.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, collectorUrl, connect } from '../../api/connect.ts';
import { exitCodes } from '../../exit-codes.ts';
import { print, printJson, printTable, shortTime } from '../../print.ts';

interface CreateOptions extends ApiOptions {
  readonly location: string;
  readonly expires: string;
  readonly uses: string;
  readonly network?: string[];
  readonly label?: string;
}

type Agent = AnswerOf<'GET /api/v1/enrolment/agents'>['agents'][number];

/** Creates the command `sonde enrol`: tokens by which agents get keys of their own, and the agents that did. */
export function enrolCommand(): Command {
  const command = new Command('enrol').description(
    'Create, list and revoke tokens with which agents get their own keys, and list and revoke these agents.',
  );
  addApiOptions(command.command('create'))
    .description('Create a token. `sonde-agent enrol` on the machine of the agent exchanges it for a key.')
    .requiredOption('--location <NAME>', 'name or number of the location of the agents')
    .option('--expires <TIME>', 'lifetime of the token, such as 30m, 12h or 7d', '1h')
    .option('--uses <COUNT>', 'number of agents that can use the token', '1')
    .option(
      '--network <NETWORK...>',
      'addresses or networks that agents must connect from, such as 192.0.2.0/24 (default: any)',
    )
    .option('--label <TEXT>', 'label for the list of tokens')
    .action(createToken);
  addApiOptions(command.command('list', { isDefault: true }))
    .description('List the tokens with their states (the default).')
    .action(listTokens);
  addApiOptions(command.command('revoke <ID>'))
    .description('Revoke a token. Agents that used it keep their keys.')
    .action(async (id: string, options: ApiOptions) => {
      const params = { id: readId(id) };
      const answer = await connect(options).call('DELETE /api/v1/enrolment/tokens/{id}', { params });
      if (options.json) return printJson(answer);
      print(`Token ${id} is revoked.`);
    });
  addApiOptions(command.command('agents')).description('List the enrolled agents.').action(listAgents);
  addApiOptions(command.command('revoke-agent <ID>'))
    .description('Revoke the key and certificates of an agent. The collector refuses its next request.')
    .action(async (id: string, options: ApiOptions) => {
      const params = { id: readId(id) };
      const answer = await connect(options).call('DELETE /api/v1/enrolment/agents/{id}', { params });
      if (options.json) return printJson(answer);
      print(`Agent ${id} is revoked.`);
    });
  addApiOptions(command.command('authorities'))
    .description('Show the authorities that sign the certificates of agents, with their expiry dates.')
    .action(async (options: ApiOptions) => {
      tellAuthorities(await connect(options).call('GET /api/admin/client-authorities'), options);
    });
  addApiOptions(command.command('rotate-authority'))
    .description(
      'Create the next authority. Certificates of the previous authority stay valid until they expire.',
    )
    .action(async (options: ApiOptions) => {
      tellAuthorities(await connect(options).call('POST /api/admin/client-authorities/rotate'), options);
    });
  return command;
}

function tellAuthorities(answer: AnswerOf<'GET /api/admin/client-authorities'>, options: ApiOptions): void {
  if (options.json) {
    printJson(answer);
    return;
  }
  if (answer.mode === 'off') {
    print('This collector issues no certificates to agents (SONDE_CLIENT_CERTIFICATES).');
    return;
  }
  const rows = answer.authorities.map((authority) => [
    authority.name,
    shortTime(authority.signs_from),
    shortTime(authority.ends_at),
    authority.needed_until === null ? 'no certificate' : shortTime(authority.needed_until),
  ]);
  printTable(['authority', 'signs from', 'ends', 'last certificate ends'], rows, 'There are no authorities.');
  print(`SONDE_CLIENT_CERTIFICATES is ${answer.mode}.`);
}

async function createToken(options: CreateOptions): Promise<void> {
  const { expires, uses, network, label } = options;
  if (!/^[1-9]\d{0,4}$/.test(uses))
    throw new UsageError('--uses must be a whole number from 1 to 99999.', exitCodes.usage);
  const client = connect(options);
  const body = {
    expires_in_seconds: readSeconds(expires),
    uses: Number(uses),
    ...(network !== undefined && { networks: network }),
    ...(label !== undefined && { label }),
    location_id: await locationOf(options.location, client),
  };
  const made = await client.call('POST /api/v1/enrolment/tokens', { body });
  if (options.json) return printJson(made);
  const agents = made.uses === 1 ? 'once' : `for ${many(made.uses, 'agent')}`;
  print(
    `${made.token}\nThe token is shown only once. It is valid ${agents}, until ${shortTime(made.expires_at)} UTC.`,
  );
  print(`On the machine of the agent, run sonde-agent enrol ${collectorUrl(options)} and enter the token.`);
}

async function locationOf(text: string, client: SondeClient): Promise<number> {
  const { locations } = await client.call('GET /api/v1/dns-monitoring/locations', {
    query: { limit: 1_000 },
  });
  const named = locations.filter(({ location_name: name }) => name === text);
  if (named.length > 1) {
    const ids = named.map(({ id }) => id).join(', ');
    throw new UsageError(`Several locations have the name ${text}. Use the number of a location: ${ids}.`);
  }
  const [one] = named;
  if (one !== undefined) return one.id;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  const known = locations.slice(0, 10).map(({ location_name: name }) => name);
  throw new UsageError(
    `There is no location ${text}.${known.length === 0 ? '' : ` Known locations: ${known.join(', ')}.`}`,
  );
}

async function listTokens(options: ApiOptions): Promise<void> {
  const answer = await connect(options).call('GET /api/v1/enrolment/tokens', { query: { limit: 1_000 } });
  if (options.json) return printJson(answer);
  const rows = answer.tokens.map((token) => [
    String(token.id),
    `${token.prefix}...`,
    String(token.location_id),
    token.state,
    `${token.used} of ${token.uses}`,
    String(token.refused),
    shortTime(token.expires_at),
    token.label,
  ]);
  const titles = ['id', 'token', 'location', 'state', 'used', 'refused', 'good until', 'label'];
  printTable(titles, rows, 'There are no tokens.');
}

async function listAgents(options: ApiOptions): Promise<void> {
  const answer = await connect(options).call('GET /api/v1/enrolment/agents');
  if (options.json) return printJson(answer);
  const rows = answer.agents.map((agent) => [
    String(agent.id),
    agent.host || agent.agent_id,
    String(agent.location_id),
    agent.software,
    shortTime(agent.enrolled_at),
    agent.last_used_at === null ? 'never' : shortTime(agent.last_used_at),
    stateOf(agent),
  ]);
  const titles = ['id', 'agent', 'location', 'software', 'enrolled', 'last used', 'state'];
  printTable(titles, rows, 'No agent has enrolled.');
}

function stateOf({ revoked_at: revokedAt, certificate_ends_at: endsAt }: Agent): string {
  if (revokedAt !== null) return `revoked ${shortTime(revokedAt)}`;
  return endsAt === null ? 'key' : `key, certificate until ${shortTime(endsAt)}`;
}

function readId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError(`"${text}" is not a number of the list.`, exitCodes.usage);
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function readSeconds(text: string): number {
  const parts = /^(\d{1,8})([smhd])$/.exec(text);
  if (parts === null)
    throw new UsageError('--expires must be a time such as 30m, 12h or 7d.', exitCodes.usage);
  return Number(parts[1]) * unitSeconds[parts[2]!]!;
}
