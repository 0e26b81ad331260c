import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { Command, Option } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { printJson, printTable, shortTime } from '../../print.ts';

type FollowedLog = AnswerOf<'GET /api/v2/certificates/logs'>['logs'][number];

/** Creates the command `sonde ct`: it shows the certificate logs that a collector follows, and their entries. */
export function ctCommand(): Command {
  const command = new Command('ct').description(
    'Certificate logs that the collector follows, their certificates, and the certificates of watched domains.',
  );
  addApiOptions(command.command('logs', { isDefault: true }))
    .description(
      'Show for each log how far it is read and verified, its delay, and its traffic (the default).',
    )
    .action(listLogs);
  addApiOptions(command.command('search'))
    .description('Search certificates for a domain and below.')
    .argument('<DOMAIN>')
    .option('--exact', 'only the domain itself')
    .option('--current', 'only valid certificates')
    .option('--issuer <TEXT>', "part of the issuer's name")
    .option('--days <COUNT>', 'logged within this number of days')
    .option('--limit <COUNT>', 'the maximum number of certificates', '100')
    .action(search);
  addApiOptions(command.command('watched'))
    .description('List certificates of the domains that your locations watch, and of their look-alikes.')
    .argument('[DOMAIN]')
    .addOption(new Option('--relation <KIND>', 'which').choices(['own', 'lookalike']))
    .option('--unusual', 'only unusual certificates')
    .action(listWatched);
  return command;
}

async function listLogs(options: ApiOptions): Promise<void> {
  const answer = await connect(options).call('GET /api/v2/certificates/logs');
  if (options.json) return printJson(answer);
  const rows = answer.logs.map((log) => [
    log.name,
    log.operator,
    log.kind,
    log.reason === null ? log.status : `${log.status}: ${log.reason}`,
    String(log.verified_entries),
    log.lag === null ? '-' : String(log.lag),
    String(log.today.entries),
    `${(log.today.bytes / 1e6).toFixed(1)} MB`,
    log.looked_at === null ? '-' : shortTime(log.looked_at),
    log.last_error ?? '',
  ]);
  const head = [
    'log',
    'operator',
    'kind',
    'status',
    'verified',
    'lag',
    'today',
    'received',
    'looked at',
    'last error',
  ];
  printTable(head, rows, 'No certificate log is followed: SONDE_FOLLOWED_LOGS chooses some.');
  if (rows.length > 0) console.log(`\n${cost(answer.logs)}`);
}

/** What following costs, by what came today. */
function cost(logs: readonly FollowedLog[]): string {
  const sum = (count: (log: FollowedLog) => number) => logs.reduce((total, log) => total + count(log), 0);
  const seconds = Math.max(1, (Date.now() % 86_400_000) / 1_000);
  const bytes = sum(({ today }) => today.bytes);
  const rate = bytes / seconds / 1e6;
  return `${sum(({ today }) => today.entries)} entries today; ${(bytes / 1e6).toFixed(1)} MB, ${rate.toFixed(2)} MB/s since midnight (UTC).`;
}

interface SearchOptions extends ApiOptions {
  readonly exact?: boolean;
  readonly current?: boolean;
  readonly issuer?: string;
  readonly days?: string;
  readonly limit: string;
}

async function search(domain: string, options: SearchOptions): Promise<void> {
  const { exact, current, issuer, days, limit } = options;
  const answer = await connect(options).call('GET /api/v2/certificates/search', {
    query: {
      domain,
      below: exact !== true,
      current: current === true,
      limit: Number(limit),
      ...(issuer === undefined ? {} : { issuer }),
      ...(days === undefined ? {} : { days: Number(days) }),
    },
  });
  if (options.json) return printJson(answer);
  const rows = answer.certificates.map((one) => [
    shortTime(one.first_logged),
    one.name,
    one.organization,
    one.serial,
    shortTime(one.not_before),
    shortTime(one.not_after),
    String(one.name_count),
    one.logs.join(', '),
  ]);
  const head = ['logged', 'name', 'issuer', 'serial', 'from', 'until', 'names', 'logs'];
  printTable(head, rows, `No certificate for ${answer.domain} is known here.`);
}

interface WatchedOptions extends ApiOptions {
  readonly relation?: 'own' | 'lookalike';
  readonly unusual?: boolean;
}

async function listWatched(domain: string | undefined, options: WatchedOptions): Promise<void> {
  const { relation, unusual } = options;
  const answer = await connect(options).call('GET /api/v2/certificates/watched', {
    query: {
      ...(domain === undefined ? {} : { domain }),
      ...(relation === undefined ? {} : { relation }),
      ...(unusual === true ? { unusual } : {}),
    },
  });
  if (options.json) return printJson(answer);
  const rows = answer.certificates.map((one) => [
    shortTime(one.seen_at),
    one.watched,
    one.relation,
    one.name,
    one.organization,
    one.verdict === null ? 'not judged yet' : one.verdict.reasons.join(', ') || 'as ever',
    one.verdict?.severity ?? '',
  ]);
  const head = ['seen', 'watched', 'relation', 'name', 'issuer', 'unusual', 'severity'];
  printTable(head, rows, 'No certificate of a watched domain was seen.');
}
