import { isIP } from 'node:net';
import type { PolicyRuleEntry } from '@sonde/client/api-types.generated.ts';
import type { CallInput } from '@sonde/client/operation-types.ts';
import type { SondeClient } from '@sonde/client/sonde-client.ts';
import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command, Option } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { exitCodes } from '../../exit-codes.ts';
import { wholeNumber } from '../../numbers.ts';
import { print, printJson, printTable } from '../../print.ts';

const adding = 'POST /api/v1/unbound/policy/rules';
type NewRule = CallInput<typeof adding>['body'];
type Match = NewRule['match'];
const answers = ['nxdomain', 'nodata', 'drop', 'tcp_only'] as const;

interface Options extends ApiOptions {
  readonly exact?: true;
  readonly answer?: (typeof answers)[number];
  readonly resolver?: string;
  readonly note?: string;
  readonly remove?: true;
}

const about = `
A domain name matches the domain and all names below it. An address or a network matches every response that contains one of
its addresses. Without a NAME, the command lists the rules.`;

/** Creates the command `sonde block`: it blocks names and addresses at the resolvers with the policy module. */
export function blockCommand(): Command {
  return policyCommand(
    'block',
    'Block names and addresses at the resolvers, or list the block rules.',
    `
Examples:
  sonde block malware.example
  sonde block tracker.example --exact --answer nodata --note 'requested by the office'
  sonde block 198.51.100.0/24
  sonde block malware.example --remove`,
  ).addOption(
    new Option('--answer <ANSWER>', 'answer that clients receive').choices(answers).default('nxdomain'),
  );
}

/** Creates the command `sonde allow`: it lets the resolvers answer names and addresses whatever other rules say. */
export function allowCommand(): Command {
  return policyCommand(
    'allow',
    'Allow names and addresses at the resolvers even if a wider rule blocks them, or list the allow rules.',
    `
Examples:
  sonde allow partner.example
  sonde allow partner.example --remove`,
  );
}

function policyCommand(kind: 'block' | 'allow', description: string, examples: string): Command {
  return addApiOptions(new Command(kind))
    .description(description)
    .argument('[NAME...]', 'domain, IP address or network such as 198.51.100.0/24')
    .option('--exact', 'match only the name itself, not the names below it')
    .option('--resolver <ID>', 'id of a resolver (default: all resolvers of the account)')
    .option('--note <TEXT>', 'reason, shown with the rule')
    .option('--remove', 'remove the rules for these names')
    .addHelpText('after', `${about}\n${examples}`)
    .action((names: readonly string[], options: Options) => decide(kind, names, options));
}

async function decide(kind: 'block' | 'allow', names: readonly string[], options: Options): Promise<void> {
  const client = connect(options);
  const matches = names.map((name) => matchOf(name, options.exact === true));
  if (matches.length === 0) {
    if (options.remove) throw new UsageError('--remove needs at least one NAME.', exitCodes.usage);
    return listRules(kind, client, options);
  }
  if (options.remove) return removeRules(kind, matches, client, options);
  const added: PolicyRuleEntry[] = [];
  for (const match of matches) added.push(await client.call(adding, { body: ruleOf(kind, match, options) }));
  if (options.json) return printJson({ rules: added });
  for (const rule of added) print(`Rule ${rule.id}: ${kind} ${described(rule.match)}.`);
}

function ruleOf(kind: 'block' | 'allow', match: Match, options: Options): NewRule {
  const { answer, note, resolver } = options;
  return {
    match,
    action: kind === 'allow' ? { kind } : { kind, ...(answer === undefined ? {} : { answer }) },
    ...(note === undefined ? {} : { note }),
    ...(resolver === undefined ? {} : { resolver_id: wholeNumber(resolver, '--resolver') }),
  };
}

function matchOf(text: string, exact: boolean): Match {
  const [address = ''] = text.split('/');
  if (isIP(address) !== 0) return { kind: 'response', network: text };
  const input = parseDomainInput(text);
  if ('message' in input) throw new UsageError(`${text}: ${input.message}.`, exitCodes.usage);
  return { kind: exact ? 'name' : 'domain', name: input.domain };
}

async function listRules(kind: 'block' | 'allow', client: SondeClient, options: Options): Promise<void> {
  const rules = await rulesOf(kind, client, options);
  if (options.json) return printJson({ rules });
  const rows = rules.map((rule) => [
    String(rule.id),
    described(rule.match),
    rule.resolver_id === null ? 'all' : String(rule.resolver_id),
    rule.note ?? '',
  ]);
  printTable(['rule', kind, 'resolver', 'note'], rows, `There are no ${kind} rules.`);
}

async function removeRules(
  kind: 'block' | 'allow',
  matches: readonly Match[],
  client: SondeClient,
  options: Options,
): Promise<void> {
  const wanted = new Set(matches.map((match) => described(match)));
  const rules = (await rulesOf(kind, client, options)).filter(({ match }) => wanted.has(described(match)));
  for (const { id } of rules)
    await client.call('DELETE /api/v1/unbound/policy/rules/{id}', { params: { id } });
  const missing = [...wanted].filter((text) => !rules.some(({ match }) => described(match) === text));
  if (options.json) printJson({ removed: rules.map(({ id }) => id), missing });
  else for (const rule of rules) print(`Rule ${rule.id} is removed: ${kind} ${described(rule.match)}.`);
  if (missing.length === 0) return;
  process.exitCode = exitCodes.failed;
  for (const text of missing) process.stderr.write(`There is no rule: ${kind} ${text}.\n`);
}

async function rulesOf(
  kind: 'block' | 'allow',
  client: SondeClient,
  { resolver }: Options,
): Promise<PolicyRuleEntry[]> {
  const query = resolver === undefined ? {} : { resolver_id: wholeNumber(resolver, '--resolver') };
  const rules: PolicyRuleEntry[] = [];
  for await (const rule of client.items('GET /api/v1/unbound/policy/rules', { query }))
    if (rule.action.kind === kind) rules.push(rule);
  return rules;
}

/** As people write it: the name for a domain, `exactly NAME` for a name alone. */
function described(match: PolicyRuleEntry['match']): string {
  if (match.kind === 'domain') return match.name;
  if (match.kind === 'name') return `exactly ${match.name}`;
  if (match.kind === 'wildcard') return `names below ${match.name}`;
  return match.kind === 'client' ? `for clients in ${match.network}` : `answers in ${match.network}`;
}
