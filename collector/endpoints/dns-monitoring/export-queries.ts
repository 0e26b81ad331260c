import { presentQuery } from '../../domain/traffic/monitoring/present-query.ts';
import type { StoredQuery } from '../../ports/traffic/query-search.ts';

/** Exports stored queries as NDJSON, an object a line. */
export async function* asNdjson(groups: AsyncIterable<StoredQuery[]>): AsyncGenerator<string> {
  for await (const group of groups) {
    yield group.map((query) => `${JSON.stringify(presentQuery(query))}\n`).join('');
  }
}

const columns = [
  'timestamp',
  'location_id',
  'agent_id',
  'outcome',
  'client_ip',
  'client_port',
  'server_ip',
  'server_port',
  'protocol',
  'query_name',
  'query_type',
  'response_code',
  'response_time_ms',
  'query_size',
  'response_size',
  'answers',
] as const;

/** Exports stored queries as CSV (RFC 4180) with a header; the answers in one column with spaces between them. */
export async function* asCsv(groups: AsyncIterable<StoredQuery[]>): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`;
  for await (const group of groups) yield group.map((query) => `${csvLine(query)}\r\n`).join('');
}

function csvLine(query: StoredQuery): string {
  const { records, ...fields } = presentQuery(query);
  const answers = records
    .filter(({ section }) => section === 'answer')
    .map(({ data }) => data)
    .join(' ');
  return columns.map((column) => csvField(column === 'answers' ? answers : fields[column])).join(',');
}

/**
 * A field that a spreadsheet takes as text: names come from the wire, and one that begins like a formula is told to be
 * text by an apostrophe. A semicolon, at which some begin another cell, is escaped before such a beginning, as the
 * presentation form may escape any octet.
 */
function csvField(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  if (value === null) return '';
  const whole = value.replaceAll(/;(?=[\s"]*[=+\-@])/g, '\\059');
  const text = /^[=+\-@\t\r]/.test(whole) ? `'${whole}` : whole;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
