import { randomUUID } from 'node:crypto';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { batchContentType, encodeBatch } from '@sonde/shared/batch/envelope.ts';
import { maxBatchBodyBytes, maxBatchRows } from '@sonde/shared/batch/limits.ts';
import { untreated } from '@sonde/shared/batch/metadata.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { signBatch } from '@sonde/shared/batch/signature.ts';
import { emptyLedger } from '../../../shared/batch/empty-ledger.ts';
import { longForm } from '../ingest/row-forms.ts';
import { sampleRow } from '../ingest/uploads.ts';
import { heavyUploads } from './heavy-uploads.ts';

/** Everything, and as long as may be, where there is time for it. */
const isThorough = process.env.SONDE_LOADS === 'thorough';
const listBytes = isThorough ? 4_000_000 : 300_000;
/** Of packed JSON and lines, those that were worst. */
const worst = ['empty lines', 'objects of one name each', 'queries'];

export interface CostlyUpload {
  readonly what: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What costs most of each form that an operation takes, by method and path. `secret`: the key that batches are signed with. */
export const costlyUploads: Readonly<Record<string, (secret: string) => CostlyUpload[]>> = {
  'POST /api/v1/dns-monitoring/queries': (secret) => [
    ...heavyUploads()
      .filter(({ what }) => isThorough || worst.includes(what))
      .map(({ what, type, packed }) => ({
        what,
        type,
        bytes: packed,
        headers: { 'content-encoding': 'gzip' },
      })),
    {
      what: 'a few octets that become many, by zstd',
      type: 'application/x-ndjson',
      bytes: zstdCompressSync(Buffer.alloc(maxBatchBodyBytes - 100, '\n')),
      headers: { 'content-encoding': 'zstd' },
    },
    {
      what: 'plain lines',
      type: 'application/x-ndjson',
      bytes: Buffer.alloc(isThorough ? 15_000_000 : 1_000_000, '{}\n'),
    },
    {
      what: 'a plain document',
      type: 'application/json',
      bytes: filled('{"queries":[', '[],', '[]]}', 15_000_000),
    },
    ...batches(secret),
  ],
  'PUT /api/v1/threat-intel/indicators/{source}': () => lists(listBytes),
  'POST /api/v1/reverse-whois/import': () => [
    ...lists(listBytes),
    {
      what: 'one domain in every line',
      type: 'text/plain',
      bytes: numbered(listBytes / 45, (number) => `a.example. 60 in ns ns${number}.example.\n`),
    },
    {
      what: 'objects a line',
      type: 'application/x-ndjson',
      bytes: Buffer.alloc(listBytes, '{"domainName":"a.example"}\n'),
    },
    { what: 'empty lines', type: 'application/x-ndjson', bytes: Buffer.alloc(listBytes, '\n') },
  ],
  'POST /api/validate/dns-config': () => forms(1_000_000),
  'POST /api/v2/sso/backchannel-logout/{handle}': () =>
    ['&', 'a=&', '%41', 'logout_token=a&'].map((part) => ({
      what: `a form of ${part}`,
      type: 'application/x-www-form-urlencoded',
      bytes: Buffer.alloc(32_768, part),
    })),
};

/** Forms with a file of so many octets, and forms of nothing but edges. */
function forms(bytes: number): CostlyUpload[] {
  const boundary = 'b';
  const part = (name: string, more: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);
  const ofFile = (what: string, serverType: string, content: Buffer) => ({
    what,
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([
      part('server_type', '', Buffer.from(serverType)),
      part('file', '; filename="x.conf"', content),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  });
  const zone = (number: number) => `zone "z${number}.example" { type primary; file "f"; };\n`;
  return [
    ofFile(
      'unknown options',
      'dnsmasq',
      numbered(bytes / 20, (number) => `unknown-${number}=1\n`),
    ),
    ofFile('zones', 'bind', numbered(bytes / 60, zone)),
    ofFile('open braces', 'bind', Buffer.alloc(bytes, 'a {')),
    ofFile('empty lines', 'unbound', Buffer.alloc(bytes, '\n')),
    ofFile('one line', 'unbound', Buffer.alloc(bytes, 'a')),
    ofFile('an archive that becomes long', 'bind', gzipSync(Buffer.alloc(64 * bytes, 'a;\n'))),
    ofFile('an archive of nothing', 'bind', gzipSync(Buffer.alloc(64 * bytes))),
    ofFile('edges in the file', 'nsd', Buffer.alloc(bytes, `\r\n--${boundary}x`)),
    {
      ...ofFile('', '', Buffer.alloc(0)),
      what: 'edges alone',
      bytes: Buffer.alloc(bytes, `--${boundary}\r\n`),
    },
    { ...ofFile('', '', Buffer.alloc(0)), what: 'no edge', bytes: Buffer.alloc(bytes, '\r\n-') },
  ];
}

/** Lists of names, good and bad. */
function lists(bytes: number): CostlyUpload[] {
  const count = bytes / 20;
  return [
    { what: 'names', type: 'text/plain', bytes: numbered(count, (number) => `name-${number}.example\n`) },
    { what: 'empty lines', type: 'text/plain', bytes: Buffer.alloc(bytes, '\n') },
    { what: 'one line', type: 'text/plain', bytes: Buffer.alloc(bytes, 'a ') },
    {
      what: 'names and domains',
      type: 'text/csv',
      bytes: numbered(count, (number) => `${number === 0 ? 'name,domainName' : `name-${number}.example,`}\n`),
    },
    {
      what: 'one cell that never ends',
      type: 'text/csv',
      bytes: Buffer.concat([Buffer.from('name,domain\n"'), Buffer.alloc(bytes, 'a')]),
    },
    {
      what: 'cells',
      type: 'text/csv',
      bytes: Buffer.concat([Buffer.from('name\n'), Buffer.alloc(bytes, ',')]),
    },
    {
      what: 'names in an array',
      type: 'application/json',
      bytes: filled('[', '"a.example",', '"b.example"]', bytes),
    },
    { what: 'empty objects', type: 'application/json', bytes: filled('[', '{},', '{}]', bytes) },
    { what: 'one deep element', type: 'application/json', bytes: Buffer.alloc(bytes, '[') },
  ];
}

/** Binary batches: of both versions, packed and plain, of many small rows, of large ones, and of what is none. */
function batches(secret: string): CostlyUpload[] {
  const small = encodeRow(sampleRow({ records: [] }));
  const manyRecords = Array.from({ length: 60 }, (_, index) => ({
    section: 'answer' as const,
    name: 'www.example.com',
    type: 1,
    ttl: 300,
    data: `198.51.100.${index}`,
  }));
  const large = encodeRow(sampleRow({ records: manyRecords }));
  const long = longForm(sampleRow({ records: manyRecords }));
  const times = (row: Buffer, most = 15_000_000) =>
    Buffer.alloc(row.length * Math.min(maxBatchRows, Math.floor(most / row.length)), row);
  const forms: [string, Buffer, number, boolean][] = [
    ['small rows, packed', times(small), times(small).length / small.length, true],
    [
      'large rows, packed',
      times(large, maxBatchBodyBytes),
      Math.floor(maxBatchBodyBytes / large.length),
      true,
    ],
    [
      'rows of version 1, packed',
      times(long, maxBatchBodyBytes),
      Math.floor(maxBatchBodyBytes / long.length),
      true,
    ],
    ['small rows, plain', times(small), times(small).length / small.length, false],
    ['nothing but zeros, packed', Buffer.alloc(maxBatchBodyBytes), 1, true],
    ['nothing but ones, plain', Buffer.alloc(15_000_000, 1), maxBatchRows, false],
  ];
  return forms.map(([what, body, rows, isPacked]) => {
    const bytes = encodeBatch({
      header: {
        batchId: randomUUID(),
        agentId: 'a0a0a0a0-0000-4000-8000-000000000001',
        runId: 'b0b0b0b0-0000-4000-8000-000000000001',
        sequence: 1,
        createdAt: Date.now() * 1_000,
        rows,
        bodyBytes: body.length,
        compression: isPacked ? 'zstd' : 'none',
      },
      metadata: {
        software: 'sonde-agent test',
        host: 'sensor.example',
        inputs: ['eth0'],
        ledger_at: Date.now() * 1_000,
        ledger: emptyLedger,
        treatment: untreated,
      },
      storedBody: isPacked ? zstdCompressSync(body) : body,
    });
    return {
      what: `a batch of ${what}`,
      type: batchContentType,
      bytes,
      headers: { 'x-sonde-signature': signBatch(bytes, secret) },
    };
  });
}

function filled(begin: string, item: string, end: string, bytes: number): Buffer {
  return Buffer.from(`${begin}${item.repeat(Math.floor(bytes / item.length) - 2)}${end}`);
}

function numbered(count: number, line: (number: number) => string): Buffer {
  return Buffer.from(Array.from({ length: count }, (_, number) => line(number)).join(''));
}
