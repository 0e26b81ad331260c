import type { StoredQuery } from '@sonde/client/api-types.generated.ts';
import type { QueryOf } from '@sonde/client/operation-types.ts';
import { printable } from '@sonde/shared/text/text-lines.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { wholeNumber } from '../../numbers.ts';
import { print, printJson, printTable } from '../../print.ts';

type Filter = NonNullable<QueryOf<'GET /api/v1/dns-monitoring/queries'>>;

interface Options extends ApiOptions {
  readonly name?: string;
  readonly suffix?: string;
  readonly leak?: string;
  readonly client?: string;
  readonly type?: string;
  readonly responseCode?: string;
  readonly location?: string;
  readonly period?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
  readonly all?: true;
}

const help = `
Examples:
  sonde queries --suffix example.com --period 7d
  sonde queries --client 192.0.2.7 --response-code NXDOMAIN
  sonde queries --all --period 30d --json > queries.ndjson`;

/** Creates the command `sonde queries`: it searches the stored queries, and exports them. */
export function queriesCommand(): Command {
  return addApiOptions(new Command('queries'))
    .description('Search stored queries, newest first.')
    .option('--name <NAME>', 'only this exact name')
    .option('--suffix <NAME>', 'this name and all names below it')
    .option(
      '--leak <SYSTEM>',
      'leaked names of this naming system outside the DNS: onion, i2p, ens ..., or any',
    )
    .option('--client <ADDRESS>', 'IP address of the client')
    .option('--type <TYPE>', 'record type, such as AAAA')
    .option('--response-code <CODE>', 'response code, such as NXDOMAIN; none for queries without a response')
    .option('--location <ID>', 'id of a location (default: all locations)')
    .option('--period <TIME>', 'length of the time range before its end, such as 90m, 24h or 7d')
    .option('--from <TIME>', 'start of the time range instead of a period, such as 2026-03-01T00:00:00Z')
    .option('--to <TIME>', 'end of the time range (default: now)')
    .option('--limit <COUNT>', 'maximum number of queries', '100')
    .option('--all', 'print all matching queries as a stream; with --json, one object per line')
    .addHelpText('after', help)
    .action(queries);
}

async function queries(options: Options): Promise<void> {
  const client = connect(options);
  const filter = filterOf(options);
  if (options.all) {
    for await (const query of client.exportQueries(filter)) {
      if (options.json) printJson(query);
      else print(row(query).map(printable).join('\t'));
    }
    return;
  }
  const query = { ...filter, limit: wholeNumber(options.limit, '--limit') };
  const answer = await client.call('GET /api/v1/dns-monitoring/queries', { query });
  if (options.json) return printJson(answer);
  const head = ['time', 'client', 'name', 'type', 'response', 'ms', 'transport'];
  printTable(head, answer.queries.map(row), 'No stored query matches.');
  if (answer.next_cursor !== null)
    process.stderr.write('There are more. Use --limit or --all to list them.\n');
}

function filterOf(options: Options): Omit<Filter, 'format' | 'cursor' | 'limit'> {
  const { name, suffix, leak, client, period, from, to } = options;
  const given = {
    name,
    suffix,
    leak,
    client,
    period,
    from,
    to,
    query_type: options.type,
    response_code: options.responseCode,
    location_id: options.location === undefined ? undefined : wholeNumber(options.location, '--location'),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function row(query: StoredQuery): string[] {
  return [
    query.timestamp.slice(0, 23).replace('T', ' '),
    query.client_ip,
    query.query_name,
    query.query_type,
    query.response_code ?? '-',
    query.response_time_ms === null ? '-' : query.response_time_ms.toFixed(1),
    query.protocol,
  ];
}
