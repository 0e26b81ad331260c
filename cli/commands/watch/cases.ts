import type { Case, Operations } from '@sonde/client/api-types.generated.ts';
import { type ApiOptions, connect } from '../../api/connect.ts';
import { wholeNumber } from '../../numbers.ts';
import { print, printJson, printTable, shortTime } from '../../print.ts';

type Query = Operations['GET /api/v1/dns-monitoring/cases']['query'];

/** Lists cases, newest first. */
export async function listCases(query: Query, options: ApiOptions): Promise<void> {
  const answer = await connect(options).call('GET /api/v1/dns-monitoring/cases', { query });
  if (options.json) return printJson(answer);
  printTable(
    ['id', 'severity', 'case', 'threats', 'first seen', 'last seen', 'status'],
    answer.cases.map(row),
    query.status === 'open' ? 'There are no open cases.' : 'There are no cases.',
  );
  const more = answer.count - answer.cases.length;
  if (more > 0) process.stderr.write(`${more} more. Use --limit ${answer.count} to list all.\n`);
}

function row(one: Case): string[] {
  return [
    String(one.id),
    one.severity,
    one.title,
    String(one.threat_count),
    shortTime(one.first_seen),
    shortTime(one.last_seen),
    one.status,
  ];
}

/** Shows one case: its story, what to do next, and its threats. */
export async function showCase(id: string, options: ApiOptions): Promise<void> {
  const params = { id: wholeNumber(id, 'ID') };
  const one = await connect(options).call('GET /api/v1/dns-monitoring/cases/{id}', { params });
  if (options.json) return printJson(one);
  print(
    `${one.title}\n${one.severity}, ${one.status}, ${one.threat_count} threats in ${one.query_count} queries\n`,
  );
  for (const { at, text } of one.story) print(`${shortTime(at)}  ${text}`);
  if (one.next_steps.length > 0) print('\nWhat to do next:');
  for (const step of one.next_steps) print(`- ${step}`);
  print('\nThreats:');
  printTable(
    ['id', 'severity', 'threat', 'subject', 'client', 'status'],
    one.items.map((threat) => [
      String(threat.id),
      threat.severity,
      threat.threat_type,
      threat.subject,
      threat.client_ip,
      threat.status,
    ]),
    '',
  );
}

/** Resolves cases with all of their threats. */
export async function resolveCases(
  ids: readonly string[],
  options: ApiOptions & { readonly note?: string },
): Promise<void> {
  const client = connect(options);
  const numbers = ids.map((id) => wholeNumber(id, 'ID'));
  const body = options.note === undefined ? {} : { note: options.note };
  const cases: Case[] = [];
  for (const id of numbers)
    cases.push(await client.call('PUT /api/v1/dns-monitoring/cases/{id}/resolve', { params: { id }, body }));
  if (options.json) return printJson({ cases });
  for (const { id, title, status } of cases) print(`Case ${id} (${title}) is ${status}.`);
}
