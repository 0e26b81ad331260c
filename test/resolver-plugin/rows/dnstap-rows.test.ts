import test from 'ava';
import packet from 'dns-packet';
import fc from 'fast-check';
import { DnstapCounters } from '../../../resolver-plugin/dnstap/counters.ts';
import { createStreamDecoder } from '../../../resolver-plugin/dnstap/stream-decoder.ts';
import { DnstapRows } from '../../../resolver-plugin/rows/dnstap-rows.ts';
import { type MessageKind, messageKinds } from '../../../resolver-plugin/rows/message-kinds.ts';
import {
  defaultTransactionOptions,
  noFilters,
  noPrivacy,
  type TransactionOptions,
} from '../../../sensor/rows/transaction-options.ts';
import { decodeRows } from '../../../shared/batch/row-reader.ts';
import {
  type DnstapFields,
  dataFrame,
  encodeDnstap,
  frameStream,
  type MessageFields,
  sampleMessage,
} from '../../support/resolvers/dnstap-messages.ts';

const client = Buffer.from('20010db8000000000000000000000001', 'hex');
const server = Buffer.from('20010db8000000000000000000000053', 'hex');

function query(id: number, change: Partial<MessageFields> = {}): DnstapFields {
  const query_message = packet.encode({
    type: 'query',
    id,
    flags: packet.RECURSION_DESIRED,
    questions: [{ name: 'www.example.com', type: 'A', class: 'IN' }],
  });
  const ends = { socket_family: 2, query_address: client, response_address: server };
  return sampleMessage({ ...ends, query_port: 40_000, response_port: 853, query_message, ...change });
}

function response(id: number, change: Partial<MessageFields> = {}): DnstapFields {
  const response_message = packet.encode({
    type: 'response',
    id,
    flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE,
    questions: [{ name: 'www.example.com', type: 'A', class: 'IN' }],
    answers: [{ type: 'A', name: 'www.example.com', ttl: 300, data: '192.0.2.7' }],
  });
  const { message } = query(id);
  const { query_message: _left, ...ends } = message!;
  const times = { response_time_sec: 1_770_000_000, response_time_nsec: 125_456_000 };
  return sampleMessage({ ...ends, ...times, type: 6, response_message, ...change });
}

/** The rows and the ledger of these frames. */
function record(frames: readonly DnstapFields[], kinds: readonly MessageKind[] = ['client', 'auth']) {
  const parts: Uint8Array[] = [];
  const rows = new DnstapRows(
    { transactions: defaultTransactionOptions, kinds, messageClock: true, malformed: () => 0 },
    { rows: (bytes) => void parts.push(bytes.slice()) },
  );
  const decoder = createStreamDecoder({ sink: rows, counters: new DnstapCounters() });
  decoder.push(frameStream(frames.map((fields) => encodeDnstap(fields))));
  rows.end();
  return { rows: decodeRows(Buffer.concat(parts)), ledger: rows.counters() };
}

test('whether the last message becomes a row is known, as far as it is decided', (t) => {
  const kept = (options: Partial<TransactionOptions>, kinds: readonly MessageKind[] = ['client']) => {
    const rows = new DnstapRows(
      {
        transactions: { ...defaultTransactionOptions, ...options },
        kinds,
        messageClock: true,
        malformed: () => 0,
      },
      { rows: () => undefined },
    );
    t.false(rows.keptLast);
    const decoder = createStreamDecoder({ sink: rows, counters: new DnstapCounters() });
    decoder.push(frameStream([encodeDnstap(query(1))]));
    return rows.keptLast;
  };
  t.true(kept({}));
  t.false(kept({}, ['resolver']));
  t.true(kept({ filters: { ...noFilters, denySuffixes: ['example.org'] } }));
  t.false(kept({ filters: { ...noFilters, denySuffixes: ['example.com'] } }));
  t.false(kept({ filters: { ...noFilters, denyResponseCodes: [3] } }));
  t.false(kept({ privacy: { ...noPrivacy, nameLabels: 2 } }));
});

test('a query and its response become one row, with what only the resolver knows', (t) => {
  const transports = {
    1: 'udp',
    2: 'tcp',
    3: 'tls',
    4: 'https',
    5: 'dnscrypt_udp',
    6: 'dnscrypt_tcp',
    7: 'quic',
  };
  for (const [number, transport] of Object.entries(transports)) {
    const socket_protocol = Number(number);
    const rule = Buffer.from('\x03www\x07example\x03com\x06policy\x05sonde\x00', 'latin1');
    const policy = { type: 'RPZ', rule, action: 1, match: 1 };
    const { rows, ledger } = record([
      query(7, { socket_protocol }),
      response(7, { socket_protocol, policy }),
    ]);
    t.is(rows.length, 1, transport);
    t.like(rows[0], {
      outcome: 'answered',
      transport: transport as 'udp',
      nameService: 'dns',
      clientAddress: '2001:db8::1',
      serverAddress: '2001:db8::53',
      clientPort: 40_000,
      serverPort: 853,
      latency: 2_000,
      queryName: 'www.example.com',
      policyRule: 'RPZ www.example.com.policy.sonde NXDOMAIN',
      answerCount: 1,
    });
    t.like(ledger, { packets_captured: 2, messages_seen: 2, messages_stored: 2, rows_stored: 1 });
  }
});

test('the same question over two transports is two transactions', (t) => {
  const { rows } = record([
    query(7, { socket_protocol: 2 }),
    query(7, { socket_protocol: 3 }),
    response(7, { socket_protocol: 3 }),
  ]);
  t.deepEqual(rows.map(({ transport, outcome }) => `${transport} ${outcome}`).sort(), [
    'tcp unanswered',
    'tls answered',
  ]);
});

test('a resolver on a port of another name service still speaks DNS', (t) => {
  for (const response_port of [5_353, 5_355, 137]) {
    const { rows } = record([query(1, { response_port }), response(1, { response_port })]);
    t.deepEqual(
      rows.map(({ nameService, outcome }) => `${nameService} ${outcome}`),
      ['dns answered'],
    );
  }
});

test('messages of other kinds are filtered, and counted', (t) => {
  const frames = [
    query(1),
    response(1),
    query(2, { type: 3 }),
    response(2, { type: 4 }),
    query(3, { type: 7 }),
  ];
  const { rows, ledger } = record(frames);
  t.is(rows.length, 1);
  t.like(ledger, { packets_captured: 5, messages_seen: 5, messages_stored: 2, messages_filtered: 3 });
  t.is(record(frames, messageKinds).rows.length, 3);
});

test('a frame without a time has that of its coming, one without a message is no message', (t) => {
  const { query_message: _message, ...silent } = query(1).message!;
  const { rows, ledger } = record([
    query(2, { query_time_sec: 0, query_time_nsec: 0 }),
    { ...query(1), message: { ...silent, response_message: Buffer.from([0]) } },
  ]);
  t.true(Math.abs(rows[0]!.observedAt / 1_000 - Date.now()) < 60_000);
  t.like(ledger, { packets_captured: 2, packets_other: 1, messages_seen: 1 });
});

test('whatever comes in frames, the ledger balances', (t) => {
  const bytes = fc.uint8Array({ maxLength: 60 });
  const message = fc.record({
    type: fc.integer({ min: 1, max: 14 }),
    socket_protocol: fc.integer({ min: 0, max: 9 }),
    query_port: fc.integer({ min: 0, max: 65_535 }),
    response_port: fc.constantFrom(53, 5_353, 0),
    query_message: fc.oneof(bytes, fc.constant(query(1).message!.query_message!)),
    response_message: fc.oneof(bytes, fc.constant(response(1).message!.response_message!)),
    query_time_sec: fc.integer({ min: 0, max: 2_000_000_000 }),
    response_time_sec: fc.integer({ min: 0, max: 2_000_000_000 }),
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 30 }), (messages) => {
      const parts: Uint8Array[] = [];
      const counters = new DnstapCounters();
      const rows = new DnstapRows(
        {
          transactions: { ...defaultTransactionOptions, maxTransactions: 8 },
          kinds: ['client'],
          messageClock: true,
          malformed: () => 0,
        },
        { rows: (chunk) => void parts.push(chunk) },
      );
      const decoder = createStreamDecoder({ sink: rows, counters });
      decoder.push(frameStream([]).subarray(0, -12));
      for (const fields of messages) decoder.push(dataFrame(encodeDnstap(sampleMessage(fields))));
      rows.end();
      const ledger = rows.counters();
      const malformed = Object.values(ledger.messages_malformed).reduce((sum, count) => sum + count, 0);
      const told = ledger.messages_stored + ledger.messages_repeated + ledger.messages_filtered + malformed;
      return (
        ledger.messages_seen === told &&
        ledger.packets_captured === counters.messages &&
        decodeRows(Buffer.concat(parts)).length === ledger.rows_stored
      );
    }),
    { numRuns: 300 },
  );
  t.pass();
});
