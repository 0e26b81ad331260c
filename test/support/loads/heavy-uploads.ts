import { gzipSync } from 'node:zlib';
import { maxBatchBodyBytes } from '@sonde/shared/batch/limits.ts';

export interface HeavyUpload {
  readonly what: string;
  readonly type: string;
  /** As it is sent, packed. */
  readonly packed: Buffer;
}

const json = 'application/json';
const lines = 'application/x-ndjson';
const query = JSON.stringify({
  timestamp: new Date().toISOString(),
  client_ip: '192.0.2.7',
  query_name: 'www.example.com',
  query_type: 'A',
  response_code: 0,
  answers: Array.from({ length: 40 }, (_, index) => `192.0.2.${index}`),
});

/** Uploads of few octets that become many, each in another way. */
export function heavyUploads(bytes = maxBatchBodyBytes - 100): HeavyUpload[] {
  const filled = (item: string) => item.repeat(Math.floor(bytes / item.length));
  const document = (item: string) => `{"queries":[${filled(`${item},`)}${item}]}`;
  const texts: [string, string, string][] = [
    ['empty lines', lines, filled('\n')],
    ['lines of blanks', lines, filled('  \r\n')],
    ['lines that are no JSON', lines, filled('x\n')],
    ['one line', lines, filled('[')],
    ['empty arrays', json, document('[]')],
    ['empty objects', json, document('{}')],
    ['numbers', json, document('0')],
    ['escapes', json, `{"queries":["${filled('\\u0041')}"]}`],
    [
      'objects of one name each',
      json,
      `{"queries":[${Array.from({ length: bytes / 20 }, (_, index) => `{"k${index}":0}`).join(',')}]}`,
    ],
    [
      'queries',
      json,
      `{"queries":[${Array.from({ length: Math.min(bytes / query.length - 1, 15_000) }, () => query).join(',')}]}`,
    ],
  ];
  return texts.map(([what, type, text]) => ({ what, type, packed: gzipSync(text, { level: 1 }) }));
}
