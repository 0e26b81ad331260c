import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { defaultPipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import { readTransactions } from '../../../agent/pipeline/read-transactions.ts';
import { verifyCapture } from '../../../agent/pipeline/verify.ts';
import { type FilePacket, pcapngFile } from '../../support/packets/capture-file.ts';
import { recordHttp1 } from '../../support/packets/recorded-http1.ts';
import {
  type RecordedSession,
  recordHttps,
  recordTls,
  sessionPackets,
} from '../../support/packets/recorded-sessions.ts';
import { exchanges } from '../../support/packets/transactions.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const list = exchanges(12);
const client = { ...list[0]!.client, destinationPort: 443 };

/** A pcapng file with a block of secrets behind its section's header. */
function fileOf(packets: readonly FilePacket[], keyLog: string): Buffer {
  const file = pcapngFile(packets, true);
  const text = Buffer.from(keyLog, 'latin1');
  const block = Buffer.alloc(20 + text.length + (-text.length & 3));
  block.writeUInt32LE(10, 0);
  block.writeUInt32LE(block.length, 4);
  block.writeUInt32LE(0x544c534b, 8);
  block.writeUInt32LE(text.length, 12);
  text.copy(block, 16);
  block.writeUInt32LE(block.length, block.length - 4);
  return keyLog === '' ? file : Buffer.concat([file.subarray(0, 28), block, file.subarray(28)]);
}

async function rowsOf(directory: string, file: Buffer): Promise<Record<string, unknown>[]> {
  const path = join(directory, 'capture.pcapng');
  await writeFile(path, file);
  const rows: Record<string, unknown>[] = [];
  await readTransactions(
    path,
    [53],
    (row) => rows.push(row as Record<string, unknown>),
    async () => undefined,
  );
  return rows;
}

const sessions: Record<
  string,
  { record: (directory: string) => Promise<RecordedSession>; protocol: string }
> = {
  'HTTP/2 in the clear': { record: (directory) => recordHttps(list, directory), protocol: 'doh' },
  'HTTP/2 over TLS 1.3': { record: (directory) => recordHttps(list, directory, {}), protocol: 'doh' },
  'HTTP/2 over TLS 1.3 with ChaCha20': {
    record: (directory) => recordHttps(list, directory, { ciphers: 'TLS_CHACHA20_POLY1305_SHA256' }),
    protocol: 'doh',
  },
  'HTTP/2 over TLS 1.2': {
    record: (directory) => recordHttps(list, directory, { maxVersion: 'TLSv1.2' }),
    protocol: 'doh',
  },
  'HTTP/2 over TLS 1.2 with ChaCha20': {
    record: (directory) =>
      recordHttps(list, directory, { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-CHACHA20-POLY1305' }),
    protocol: 'doh',
  },
  'HTTP/1.1 in the clear': { record: (directory) => recordHttp1(list, directory), protocol: 'doh' },
  'HTTP/1.1 over TLS 1.3': { record: (directory) => recordHttp1(list, directory, {}), protocol: 'doh' },
  'TLS alone': { record: (directory) => recordTls(list, directory), protocol: 'dot' },
};

for (const [name, { record, protocol: expected }] of Object.entries(sessions)) {
  test(`messages over ${name} become rows like any others`, async (t) => {
    const directory = await temporaryDirectory(t);
    const session = await record(directory);
    for (const size of [1_400, 7]) {
      const rows = await rowsOf(directory, fileOf(sessionPackets(session, client, size), session.keyLog));
      t.deepEqual(
        rows.map(({ query_name: own, outcome, protocol }) => [own, outcome, protocol]),
        list.map((_, index) => [`host-${index}.example.com`, 'answered', expected]),
      );
      t.true(rows.every(({ client_ip: own, server_port: port }) => own === client.source && port === 443));
    }
    const path = join(directory, 'capture.pcapng');
    const options = { ...defaultPipelineOptions, ports: [53], opensStreams: true };
    const counts = await verifyCapture(path, options);
    t.like(counts, { pairs: 12, queries: 12, responses: 12, malformed: 0 });
    t.deepEqual(await verifyCapture(path, { ...options, threads: 2 }), counts);
  });
}

test('without secrets, with those of others or behind a hole TLS is no message and no fault', async (t) => {
  const directory = await temporaryDirectory(t);
  const session = await recordHttps(list, directory, {});
  const packets = sessionPackets(session, client);
  t.deepEqual(await rowsOf(directory, fileOf(packets, '')), []);
  const foreign = session.keyLog.replaceAll(/ [0-9a-f]{64} /g, ` ${'ab'.repeat(32)} `);
  t.deepEqual(await rowsOf(directory, fileOf(packets, foreign)), []);
  const wrong = session.keyLog.replaceAll(/ [0-9a-f]{64,}$/gm, ` ${'cd'.repeat(48)}`);
  t.deepEqual(await rowsOf(directory, fileOf(packets, wrong)), []);
  const isData = ({ bytes }: FilePacket): boolean => bytes.length > 200;
  const third = packets.filter(isData)[2]!;
  const some = await rowsOf(
    directory,
    fileOf(
      packets.filter((packet) => packet !== third),
      session.keyLog,
    ),
  );
  t.true(some.length < list.length);
});
