import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { openFile } from '../../../../../agent/capture/capture-file.ts';
import { Pipeline } from '../../../../../agent/pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../../../../../agent/pipeline/pipeline-options.ts';
import { presentations } from '../../../../../collector/domain/traffic/sinks/presentations/index.ts';
import type { Row } from '../../../../../shared/batch/row.ts';
import { decodeRows } from '../../../../../shared/batch/row-reader.ts';
import { recordTypes } from '../../../../../shared/dns/record-types.ts';
import { zeekAnswer } from '../../../../../shared/sinks/presentations/zeek-answer.ts';
import { pcapFile } from '../../../../support/packets/capture-file.ts';
import { carriers } from '../../../../support/packets/carriers.ts';
import { exchanges } from '../../../../support/packets/transactions.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

async function rowsOf(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  const pipeline = new Pipeline(defaultPipelineOptions, {
    rows: (bytes) => rows.push(...decodeRows(bytes)),
  });
  await openFile(path).run(pipeline);
  pipeline.end();
  return rows.sort((one, other) => one.observedAt - other.observedAt);
}

test("a capture that goes out in Zeek's words and comes back by an agent has the same totals", async (t) => {
  const directory = await temporaryDirectory(t);
  const captured = join(directory, 'packets.pcap');
  const packets = [false, true].flatMap((ipv6) =>
    exchanges(200, ipv6).flatMap(({ client, server, query, response, queryTime, responseTime }, index) => [
      ...carriers.udp!.carry(client, query, index).map((bytes) => ({ bytes, time: queryTime })),
      ...(index % 9 === 0
        ? []
        : carriers.udp!.carry(server, response, index).map((bytes) => ({ bytes, time: responseTime }))),
    ]),
  );
  await writeFile(captured, pcapFile(packets));
  const before = await rowsOf(captured);
  t.is(before.length, 400);
  const lines = before.map(
    (row) => presentations.zeek.queries!.texts({ id: 'x', query: { ...row, locationId: 1, agentId: 1 } })[0],
  );
  const log = join(directory, 'dns.log');
  await writeFile(log, `${lines.join('\n')}\n`);
  const after = await rowsOf(log);
  const kept = (row: Row) => {
    // Zeek does not tell the preference of mail servers.
    const isWhole = row.records.every(({ type }) => type !== recordTypes.MX);
    return {
      ...[row.observedAt, row.outcome, row.clientAddress, row.clientPort, row.serverAddress, row.messageId],
      ...{ name: row.queryName, type: row.queryType, code: row.responseCode, latency: row.latency },
      ...{ query: row.queryFlags, response: row.responseFlags, answers: row.answerCount },
      records: isWhole ? row.records.filter(({ section }) => section === 'answer') : [],
    };
  };
  t.deepEqual(after.map(kept), before.map(kept));
});

test("answers are written in Zeek's words", (t) => {
  const said = (type: keyof typeof recordTypes, data: string) =>
    zeekAnswer({ type: recordTypes[type], data });
  t.is(said('MX', '10 mail.example.com'), 'mail.example.com');
  t.is(said('SRV', '1 2 389 ldap.example.com'), 'ldap.example.com');
  t.is(said('SOA', 'ns.example.com hostmaster.example.com 1 2 3 4 5'), 'ns.example.com');
  t.is(said('TXT', '"v=spf1 -all" "\\195\\169\\"\\\\"'), 'TXT 11 v=spf1 -all TXT 4 \\xc3\\xa9"\\\\');
  t.is(said('RRSIG', 'A 13 2 300 20260101000000 20251201000000 7 example.com AAAA'), 'RRSIG 1 example.com');
  t.is(said('DNSKEY', '257 3 13 AAAA'), 'DNSKEY 13');
  t.is(said('DS', '7 13 2 ABCD'), 'DS 13 2');
  t.is(said('SSHFP', '4 2 ABCD'), 'SSHFP: abcd');
  t.is(said('HTTPS', '1 . alpn="h2"'), '<unknown type=65>');
  t.is(said('MX', 'broken'), '<unknown type=15>');
});
