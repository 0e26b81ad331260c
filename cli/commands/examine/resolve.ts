import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { plainText } from '@sonde/shared/text/plain-text.ts';
import { textTable } from '@sonde/shared/text/text-table.ts';
import { Command, Option } from 'commander';
import { type ApiOptions, addApiOptions, connectWithoutKey } from '../../api/connect.ts';
import { exitCodes } from '../../exit-codes.ts';
import { wholeNumber } from '../../numbers.ts';
import { print, printJson, printTable, shortTime } from '../../print.ts';

type Answer = AnswerOf<'GET /api/v2/web3/ens/resolve'>;

const help = `
The collector resolves the name through the gateways in its settings (docs/names.md), never through the DNS. For an Ethereum
address, the answer is the primary name of the address.

Examples:
  sonde resolve example.eth
  sonde resolve example.eth --as ens --coins btc,base --texts com.github --json
  sonde resolve example.eth --agreement 2
  sonde resolve 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
  sonde resolve example.eth --history 90

Exit codes:
  0   the name has records
  1   a gateway failed, or the answers of gateways differ
  2   the name is not valid, has no records, or no gateway is configured for it
  64  an option or the command line is not valid
  69  the collector can't be reached`;

interface Options extends ApiOptions {
  readonly as?: 'ens' | 'registry' | 'handshake' | 'i2p';
  readonly agreement?: string;
  readonly coins?: string;
  readonly texts?: string;
  readonly history?: string;
}

/**
 * Creates the command `sonde resolve`: it resolves a name of a system other than the DNS, for a person at a terminal or
 * a program behind it.
 */
export function resolveCommand(): Command {
  return addApiOptions(new Command('resolve'))
    .description('Resolve a name outside the DNS: .eth, .crypto, Handshake, .i2p, .onion or .bit.')
    .argument('<NAME>', 'name, or Ethereum address')
    .addOption(
      new Option('--as <SYSTEM>', 'resolve the name in this system (default: from the name)').choices([
        'ens',
        'registry',
        'handshake',
        'i2p',
      ]),
    )
    .option('--agreement <COUNT>', 'number of gateways of a chain that must give the same answer')
    .option(
      '--coins <COINS>',
      'with --as ens: more coins besides Ether, Bitcoin and Solana, separated by commas',
    )
    .option('--texts <KEYS>', 'with --as ens: keys of more text records, separated by commas')
    .option('--history <DAYS>', 'show how the records changed, from scans in the last DAYS days')
    .addHelpText('after', help)
    .action(resolve);
}

async function resolve(name: string, options: Options): Promise<void> {
  if (options.history !== undefined) return await tellHistory(name, options);
  const answer = await ask(name, options);
  if (options.json) printJson(answer);
  else print(render(answer));
  process.exitCode = answer.resolved === null ? exitCodes.found : exitCodes.ok;
}

async function ask(name: string, options: Options): Promise<Answer & { readings?: readonly Reading[] }> {
  const client = connectWithoutKey(options);
  const { coins, texts } = options;
  const agreement =
    options.agreement === undefined ? {} : { agreement: wholeNumber(options.agreement, '--agreement') };
  const ofEns = { ...(coins === undefined ? {} : { coins }), ...(texts === undefined ? {} : { texts }) };
  if (options.as !== 'ens' && Object.keys(ofEns).length > 0) {
    throw new UsageError('--coins and --texts need --as ens.', exitCodes.usage);
  }
  switch (options.as) {
    case 'ens':
      return client.call('GET /api/v2/web3/ens/resolve', { query: { name, ...agreement, ...ofEns } });
    case 'registry':
      return client.call('GET /api/v2/web3/registry/resolve', { query: { name, ...agreement } });
    case 'handshake':
      return client.call('GET /api/v2/web3/handshake/resolve', { query: { name } });
    case 'i2p':
      return client.call('GET /api/v2/alternative/i2p/resolve', { query: { name } });
    case undefined:
      return client.call('GET /api/v2/web3/resolve', { query: { name, ...agreement } });
  }
}

type Reading = AnswerOf<'GET /api/v2/web3/resolve'>['readings'][number];

function render(answer: Answer & { readonly readings?: readonly Reading[] }): string {
  const { name, kind, reason, valid, remark, hash, resolved, sources, blocks, agreement, errors } = answer;
  const facts: [string, string | null][] = [
    ['name', name],
    ['system', `${kind}: ${reason}`],
    ['valid', valid ? 'yes' : 'no'],
    ['remark', remark],
    ['hash', hash],
    ['asked', sources.length === 0 ? null : sources.join(', ')],
    ['agreement', agreement === null || agreement === 1 ? null : `${agreement} gateways`],
    ...blocks.map(({ chain, number, time }): [string, string] => [
      `block of ${chain}`,
      `${number}, ${shortTime(time)}`,
    ]),
  ];
  const records = resolved === null ? [] : flat(resolved);
  const others = (answer.readings ?? []).slice(1);
  return [
    textTable(facts.flatMap(([key, value]) => (value === null ? [] : [[key, plainText(value)]]))).trimEnd(),
    '',
    records.length === 0
      ? 'No records.'
      : textTable(records.map(([key, value]) => [plainText(key), plainText(value)])).trimEnd(),
    ...errors.map(({ source, message }) => `! ${plainText(source)}: ${plainText(message)}`),
    ...others.map((one) => `It may also be: ${plainText(one.reason)} ${outcomeOf(one)}`),
  ].join('\n');
}

function outcomeOf({ resolved, errors }: Reading): string {
  if (resolved !== null) return 'It has records there.';
  return errors.length === 0
    ? 'It has no records there.'
    : errors.map(({ message }) => plainText(message)).join(' ');
}

const mostRecords = 500;

/** The records, one a line, by where they stand. */
function flat(value: unknown, path = ''): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[path, String(value)]];
  const entries = Array.isArray(value)
    ? value.map((one, at) => [String(at), one] as const)
    : Object.entries(value);
  return entries
    .flatMap(([key, inner]) => flat(inner, path === '' ? key : `${path}.${key}`))
    .slice(0, mostRecords);
}

async function tellHistory(name: string, options: Options): Promise<void> {
  const days = wholeNumber(options.history!, '--history');
  const answer = await connectWithoutKey(options).call('GET /api/v2/web3/history', { query: { name, days } });
  process.exitCode = answer.count === 0 ? exitCodes.found : exitCodes.ok;
  if (options.json) return printJson(answer);
  const rows = answer.history.flatMap(({ scan_timestamp: at, changes, resolved }) =>
    changes.length === 0
      ? [
          [
            shortTime(at),
            'first seen',
            resolved === null ? 'no records' : `${flat(resolved).length} values`,
            '',
          ],
        ]
      : changes.map((change) => [
          shortTime(at),
          plainText(change.record),
          plainText(change.old_value ?? '-'),
          plainText(change.new_value ?? '-'),
        ]),
  );
  printTable(['time', 'record', 'before', 'after'], rows, 'No scan of this name is stored for this time.');
}
