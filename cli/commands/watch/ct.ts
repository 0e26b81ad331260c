import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { Command, Option } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { printJson, printTable, shortTime } from '../../print.ts';

type FollowedLog = AnswerOf<'GET /api/v2/certificates/logs'>['logs'][number];

/** Creates the command `sonde ct`: it shows the certificate logs that a collector follows, and their entries. */
export function ctCommand(): Command {
  const command = new Command('ct').description(
    'Show the certificate logs that the collector follows, and search for certificates of any domain or of watched domains.',
  );
  addApiOptions(command.command('logs', { isDefault: true }))
    .description('Show the state, verified entries, lag and traffic of each log (the default).')
    .action(listLogs);
  addApiOptions(command.command('search'))
    .description('Search for certificates of a domain and of names below it.')
    .argument('<DOMAIN>')
    .option('--exact', 'only certificates for the domain itself')
    .option('--current', 'only certificates that are valid now')
    .option('--issuer <TEXT>', 'only certificates with this text in the name of the issuer')
    .option('--days <COUNT>', 'only certificates that were logged in the last COUNT days')
    .option('--limit <COUNT>', 'maximum number of certificates', '100')
    .action(search);
  addApiOptions(command.command('watched'))
    .description('List certificates of the domains that your locations watch, and of look-alike domains.')
    .argument('[DOMAIN]')
    .addOption(
      new Option(
        '--relation <KIND>',
        'only certificates of watched domains (own) or of look-alike domains',
      ).choices(['own', 'lookalike']),
    )
    .option('--unusual', 'only certificates with something unusual, such as a new issuer')
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
    'last checked',
    'last error',
  ];
  printTable(head, rows, 'The collector follows no certificate logs. Choose logs with SONDE_FOLLOWED_LOGS.');
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
  printTable(head, rows, `This collector knows no certificate for ${answer.domain}.`);
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
    one.verdict === null ? 'not judged yet' : one.verdict.reasons.join(', ') || 'nothing unusual',
    one.verdict?.severity ?? '',
  ]);
  const head = ['seen', 'watched', 'relation', 'name', 'issuer', 'unusual', 'severity'];
  printTable(head, rows, 'The collector has seen no certificate of a watched domain.');
}
