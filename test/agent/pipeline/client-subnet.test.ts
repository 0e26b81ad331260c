import test from 'ava';
import { noPrivacy, type PrivacyOptions } from '../../../sensor/rows/transaction-options.ts';
import { ednsFlags, marks } from '../../../shared/batch/row-layout.ts';
import { type Ends, frame, ip, udp, uint16 } from '../../support/packets/network.ts';
import { runPipeline } from '../../support/packets/run-pipeline.ts';
import { reverse, startTime } from '../../support/packets/transactions.ts';

const ends: Ends = { source: '192.0.2.1', destination: '192.0.2.53', sourcePort: 4_000, destinationPort: 53 };
const question = Buffer.concat([Buffer.of(1, 0x61, 0), uint16(1, 1)]);

/** A message with an OPT record that holds these options. */
function message(flags: number, options: readonly (readonly [code: number, data: string])[]): Buffer {
  const data = Buffer.concat(
    options.map(([code, hex]) => {
      const bytes = Buffer.from(hex, 'hex');
      return Buffer.concat([uint16(code, bytes.length), bytes]);
    }),
  );
  const edns = Buffer.concat([Buffer.of(0), uint16(41, 1_232, 0, 0x8000, data.length), data]);
  return Buffer.concat([uint16(7, flags, 1, 0, 0, 1), question, edns]);
}

function rowOf(query: Buffer, response?: Buffer, privacy: PrivacyOptions = noPrivacy) {
  const packets = [{ bytes: frame(ip(ends, 17, udp(ends, query))), time: startTime }];
  if (response !== undefined)
    packets.push({ bytes: frame(ip(reverse(ends), 17, udp(reverse(ends), response))), time: startTime + 9 });
  const { rows } = runPipeline(packets, { privacy });
  return rows[0]!;
}

const subnetOf = (hex: string, privacy?: PrivacyOptions): string =>
  rowOf(message(0x0100, [[8, hex]]), undefined, privacy).clientSubnet;

test('client subnets of both families are written as networks', (t) => {
  t.is(subnetOf('00011800c63364'), '198.51.100.0/24');
  t.is(subnetOf('00010000'), '0.0.0.0/0');
  t.is(subnetOf('00012000c6336407'), '198.51.100.7/32');
  t.is(subnetOf('0002380020010db8000102'), '2001:db8:1:200::/56');
  // Bits beyond the prefix are not the network's.
  t.is(subnetOf('00011400c633ff'), '198.51.240.0/20');
});

test('options that are not sound are left out', (t) => {
  for (const hex of [
    '',
    '0001',
    '00031800c63364',
    '00012100c633640700',
    '00011800c633',
    '0001180001020304aa',
  ]) {
    t.is(subnetOf(hex), '', hex);
  }
});

test('a client subnet is protected as a client is', (t) => {
  const privacy = { ...noPrivacy, clientPrefixV4: 16, clientPrefixV6: 32 };
  t.is(subnetOf('00011800c63364', privacy), '198.51.0.0/16');
  t.is(subnetOf('00010800c6', privacy), '198.0.0.0/8');
  t.is(subnetOf('0002380020010db8000102', privacy), '2001:db8::/32');
  const pseudonym = subnetOf('00011800c63364', { ...noPrivacy, pseudonymKey: new Uint8Array(32).fill(9) });
  t.regex(pseudonym, /\.0\/24$/);
  t.not(pseudonym, '198.51.100.0/24');
});

test('the query says the subnet; where it has none the response does', (t) => {
  const told = message(0x8180, [[8, '00011808c63364']]);
  t.is(rowOf(message(0x0100, []), told).clientSubnet, '198.51.100.0/24');
  t.is(rowOf(message(0x0100, [[8, '00011000c000']]), told).clientSubnet, '192.0.0.0/16');
});

test('the other options are noted', (t) => {
  const query = message(0x0100, [
    [10, '0102030405060708'],
    [3, ''],
    [12, '0000'],
  ]);
  const response = message(0x8183, [
    [10, '01020304050607081112131415161718'],
    [3, '6e7331'],
    [15, '0016'],
    [15, '00036f6c64'],
    [11, '0064'],
  ]);
  const row = rowOf(query, response);
  const { queryHasEdns, responseHasEdns, dnssecOk, clientCookie, serverCookie } = ednsFlags;
  const { nameServerIdAsked, nameServerIdGiven, queryPadded, keepAlive } = ednsFlags;
  t.is(
    row.ednsFlags,
    queryHasEdns |
      responseHasEdns |
      dnssecOk |
      clientCookie |
      serverCookie |
      nameServerIdAsked |
      nameServerIdGiven |
      queryPadded |
      keepAlive,
  );
  t.deepEqual(row.extendedErrors, [22, 3]);
  t.is(row.ednsUdpSize, 1_232);
  t.is(row.responseCode, 3);
});

test('of several questions the first is the row, the message is read whole', (t) => {
  const bytes = Buffer.concat([
    uint16(7, 0x0100, 2, 0, 0, 0),
    question,
    Buffer.concat([Buffer.of(1, 0x62, 0xc0, 12), uint16(28, 1)]),
  ]);
  t.like(rowOf(bytes), { queryName: 'a', queryType: 1, querySize: bytes.length, marks: 0 });
});

test('a second question that is cut makes the message malformed', (t) => {
  const bytes = Buffer.concat([uint16(7, 0x0100, 2, 0, 0, 0), question, Buffer.of(1, 0x62)]);
  const { rows, counters } = runPipeline([{ bytes: frame(ip(ends, 17, udp(ends, bytes))), time: startTime }]);
  t.is(rows.length, 1);
  t.like(rows[0], { queryName: 'a', queryType: 1, marks: marks.queryMalformed });
  t.deepEqual(counters.messages_malformed, { name_cut: 1 });
});
