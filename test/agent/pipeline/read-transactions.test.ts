import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { readTransactions } from '../../../agent/pipeline/read-transactions.ts';
import { storedQuerySchema } from '../../../shared/schemas/stored-query.ts';
import { pcapFile } from '../../support/packets/capture-file.ts';
import { carriers } from '../../support/packets/carriers.ts';
import { exchanges } from '../../support/packets/transactions.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const capture = pcapFile(
  exchanges(20).flatMap(({ client, server, query, response, queryTime, responseTime }, index) => [
    ...carriers.udp!.carry(client, query, index).map((bytes) => ({ bytes, time: queryTime })),
    ...carriers.udp!.carry(server, response, index).map((bytes) => ({ bytes, time: responseTime })),
  ]),
);

test('transactions are told in the words of the API, and what a damaged file held before comes out first', async (t) => {
  const path = join(await temporaryDirectory(t), 'capture.pcap');
  await writeFile(path, Buffer.concat([capture, Buffer.alloc(64, 0xff)]));
  const transactions: object[] = [];
  let waits = 0;
  const ready = async (): Promise<void> => {
    waits++;
  };
  const reading = readTransactions(path, [53], (transaction) => transactions.push(transaction), ready);
  await t.throwsAsync(reading, { code: 'bad_file' });
  t.true(waits > 0);
  t.is(transactions.length, 20);
  const known = storedQuerySchema.omit({ location_id: true, agent_id: true });
  for (const transaction of transactions) t.deepEqual(known.safeParse(transaction).error, undefined);
  t.like(transactions[0], {
    outcome: 'answered',
    client_ip: '192.0.2.1',
    query_name: 'host-0.example.com',
    query_type: 'A',
    response_code: 'NOERROR',
    response_time_ms: 0.25,
    operation_code: 0,
    marks: [],
    records: [{ section: 'answer', name: 'host-0.example.com', type: 'A', ttl: 300, data: '203.0.113.0' }],
  });
});
