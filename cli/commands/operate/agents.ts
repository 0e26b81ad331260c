import type { AnswerOf, CallInput } from '@sonde/client/operation-types.ts';
import type { SondeClient } from '@sonde/client/sonde-client.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { exitCodes } from '../../exit-codes.ts';
import { wholeNumber } from '../../numbers.ts';
import { print, printJson, printTable, shortTime } from '../../print.ts';

const putting = 'PUT /api/v1/dns-monitoring/agent-settings';
type NewEntry = CallInput<typeof putting>['body']['entries'][number];
type Settings = AnswerOf<'GET /api/v1/dns-monitoring/agent-settings'>;
type Entry = Settings['entries'][number];
type Told = AnswerOf<'GET /api/v1/dns-monitoring/agent-settings/agents'>['agents'][number]['told'];

interface SetOptions extends ApiOptions {
  readonly entry?: string;
  readonly location?: string;
  readonly agent?: string;
  readonly rollout?: string;
  readonly note?: string;
  readonly comment?: string;
  readonly unset?: string[];
  readonly preview?: true;
}

const examples = `
Examples:
  sonde agents settings set deny_suffixes=lan,local sampling=10 --rollout 10
  sonde agents settings set --entry 3 --rollout 100
  sonde agents settings set filter='not host 192.0.2.53' --location 2 --preview
  sonde agents settings rollback 4`;

/** Creates the command `sonde agents`: it shows and changes the settings that agents take from the collector. */
export function agentsCommand(): Command {
  const agents = new Command('agents').description(
    'Show and change the settings that agents take from the collector.',
  );
  const settings = agents
    .command('settings')
    .description('Show and change the settings of agents that accept settings from the collector.')
    .addHelpText('after', examples);
  addApiOptions(settings.command('show', { isDefault: true }))
    .description('Show the current settings, and the names of all settings (the default).')
    .option('--version <VERSION>', 'number of an earlier version')
    .action(show);
  addApiOptions(settings.command('set [NAME=VALUE...]'))
    .description('Add an entry, or change an entry. If several entries apply to an agent, the last one wins.')
    .option('--entry <ID>', 'id of an entry to change (default: add an entry)')
    .option('--location <ID>', 'apply the entry to the agents of this location')
    .option('--agent <ID>', 'apply the entry to this agent')
    .option(
      '--rollout <PERCENT>',
      'apply the entry to this share of the agents, from 1 to 100 (default: 100)',
    )
    .option('--unset <NAME...>', 'remove these settings from the entry')
    .option('--note <TEXT>', 'purpose of the entry')
    .option('--comment <TEXT>', 'reason for the change')
    .option('--preview', 'show the affected agents, and change nothing')
    .action(setEntry);
  addApiOptions(settings.command('remove <ID>')).description('Remove an entry.').action(removeEntry);
  addApiOptions(settings.command('history'))
    .description('List the versions, newest first.')
    .option('--limit <COUNT>', 'maximum number of versions', '20')
    .action(listVersions);
  addApiOptions(settings.command('diff <FROM> <TO>')).description('Compare two versions.').action(compare);
  addApiOptions(settings.command('rollback <VERSION>'))
    .description('Restore the entries of an earlier version.')
    .action(rollBack);
  addApiOptions(settings.command('states'))
    .description(
      'List the version that each agent uses, the settings that it kept, and the settings that it refused.',
    )
    .action(listStates);
  addApiOptions(settings.command('rotate-key'))
    .description('Create a new key that signs the settings. Agents switch to the new key.')
    .action(rotateKey);
  return agents;
}

async function show(options: ApiOptions & { readonly version?: string }): Promise<void> {
  const query = options.version === undefined ? {} : { version: wholeNumber(options.version, '<VERSION>') };
  const answer = await connect(options).call('GET /api/v1/dns-monitoring/agent-settings', { query });
  if (options.json) return printJson(answer);
  printTable(
    ['entry', 'for', 'share', 'settings', 'note'],
    answer.entries.map(entryRow),
    'There are no settings for agents.',
  );
  print(
    `Version ${answer.version}. Settings that you can set: ${answer.settings.map(({ name }) => name).join(', ')}.`,
  );
}

async function setEntry(pairs: readonly string[], options: SetOptions): Promise<void> {
  const client = connect(options);
  const inForce = await current(client);
  const given = Object.fromEntries(pairs.map(settingOf));
  const id = options.entry === undefined ? undefined : wholeNumber(options.entry, '--entry');
  const before = inForce.entries.find((entry) => entry.id === id);
  if (id !== undefined && before === undefined)
    throw new UsageError(
      `There is no entry ${id}. sonde agents settings lists all entries.`,
      exitCodes.usage,
    );
  if (before === undefined && pairs.length === 0)
    throw new UsageError('Give at least one setting as NAME=VALUE.', exitCodes.usage);
  const settings = { ...before?.settings, ...given };
  for (const name of options.unset ?? []) delete settings[name];
  const number = (text: string | undefined, flag: string) =>
    text === undefined
      ? {}
      : { [flag === '--location' ? 'location_id' : 'agent_id']: wholeNumber(text, flag) };
  const entry: NewEntry = {
    ...before,
    settings,
    ...number(options.location, '--location'),
    ...number(options.agent, '--agent'),
    ...(options.rollout !== undefined && { rollout_percent: wholeNumber(options.rollout, '--rollout') }),
    ...(options.note !== undefined && { note: options.note }),
  };
  const entries =
    before === undefined
      ? [...inForce.entries, entry]
      : inForce.entries.map((other) => (other === before ? entry : other));
  if (options.preview) return preview(client, entries, options);
  const comment = options.comment === undefined ? {} : { comment: options.comment };
  await put(client, inForce.version, entries, options, comment);
}

async function removeEntry(text: string, options: ApiOptions): Promise<void> {
  const client = connect(options);
  const { version, entries } = await current(client);
  const id = wholeNumber(text, '<ID>');
  const left = entries.filter((entry) => entry.id !== id);
  if (left.length === entries.length)
    throw new UsageError(
      `There is no entry ${id}. sonde agents settings lists all entries.`,
      exitCodes.usage,
    );
  await put(client, version, left, options);
}

async function preview(client: SondeClient, entries: NewEntry[], options: ApiOptions): Promise<void> {
  const answer = await client.call('POST /api/v1/dns-monitoring/agent-settings/preview', {
    body: { entries },
  });
  if (options.json) return printJson(answer);
  printTable(
    ['agent', 'host', 'location', 'changes', 'settings'],
    answer.agents.map(({ agent_id: id, host, location_id: location, changed, settings }) => [
      String(id),
      host,
      String(location),
      changed ? 'yes' : 'no',
      textOf(settings),
    ]),
    'No agent is known.',
  );
  print(`${answer.changed} of ${answer.count} agents would get different settings.`);
}

async function listVersions(options: ApiOptions & { readonly limit: string }): Promise<void> {
  const query = { limit: wholeNumber(options.limit, '--limit') };
  const answer = await connect(options).call('GET /api/v1/dns-monitoring/agent-settings/versions', { query });
  if (options.json) return printJson(answer);
  const rows = answer.versions.map((one) => [
    String(one.version),
    shortTime(one.changed_at),
    String(one.entries),
    one.rolled_back_to === null ? (one.comment ?? '') : `back to version ${one.rolled_back_to}`,
  ]);
  printTable(['version', 'made', 'entries', 'why'], rows, 'There are no versions yet.');
}

async function compare(from: string, to: string, options: ApiOptions): Promise<void> {
  const query = { from: wholeNumber(from, '<FROM>'), to: wholeNumber(to, '<TO>') };
  const answer = await connect(options).call('GET /api/v1/dns-monitoring/agent-settings/compare', { query });
  if (options.json) return printJson(answer);
  if (answer.count === 0) return print('The versions are the same.');
  for (const { before, after, moved } of answer.entries) {
    if (before !== null) print(`- ${entryRow(before).join('  ')}`.trimEnd());
    if (after !== null) print(`+ ${entryRow(after).join('  ')}${moved ? ' (moved)' : ''}`.trimEnd());
  }
}

async function rollBack(version: string, options: ApiOptions): Promise<void> {
  const answer = await connect(options).call('POST /api/v1/dns-monitoring/agent-settings/rollback', {
    body: { version: wholeNumber(version, '<VERSION>') },
  });
  if (options.json) return printJson(answer);
  print(`Version ${answer.version} is in force, with the entries of version ${version}.`);
}

async function listStates(options: ApiOptions): Promise<void> {
  const answer = await connect(options).call('GET /api/v1/dns-monitoring/agent-settings/agents');
  if (options.json) return printJson(answer);
  const rows = answer.agents.map(({ agent_id: id, host, told }) => [String(id), host, ...toldRow(told)]);
  printTable(['agent', 'host', 'version', 'kept its own', 'refused'], rows, 'No agent is known.');
  print(`The current version is ${answer.version}.`);
}

async function rotateKey(options: ApiOptions): Promise<void> {
  const answer = await connect(options).call('POST /api/admin/agent-settings-key/rotate');
  if (options.json) return printJson(answer);
  print(`Settings are signed with ${answer.keys.at(-1)!.public_key} from now on.`);
}

async function current(client: SondeClient): Promise<Settings> {
  return await client.call('GET /api/v1/dns-monitoring/agent-settings');
}

async function put(
  client: SondeClient,
  basedOn: number,
  entries: NewEntry[],
  options: ApiOptions,
  more: { readonly comment?: string } = {},
): Promise<void> {
  const answer = await client.call(putting, { body: { based_on: basedOn, entries, ...more } });
  if (options.json) return printJson(answer);
  print(`Version ${answer.version} is in force, for agents that accept settings from the collector.`);
}

function settingOf(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=');
  if (equals < 1) throw new UsageError(`A setting must be NAME=VALUE, not "${pair}".`, exitCodes.usage);
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}

function entryRow(entry: Entry): string[] {
  const { id, location_id: location, agent_id: agent, rollout_percent: percent, settings, note } = entry;
  const who = [
    ...(location === null ? [] : [`location ${location}`]),
    ...(agent === null ? [] : [`agent ${agent}`]),
  ];
  return [String(id), who.join(', ') || 'all agents', `${percent} %`, textOf(settings), note ?? ''];
}

function textOf(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

function toldRow(told: Told): string[] {
  if (told === null) return ['does not ask', '', ''];
  const { held_version: held, kept_own: kept, refused } = told;
  const version = refused?.version == null ? '' : `version ${refused.version}: `;
  return [
    held === null ? 'its own' : String(held),
    kept.join(', '),
    refused === null ? '' : `${version}${refused.message}`,
  ];
}
