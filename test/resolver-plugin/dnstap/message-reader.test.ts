import test from 'ava';
import fc from 'fast-check';
import { MessageReader, messageFaults } from '../../../resolver-plugin/dnstap/message-reader.ts';
import { transportOf } from '../../../resolver-plugin/dnstap/message-types.ts';
import {
  copyOf,
  type DnstapFields,
  encodeDnstap,
  sampleMessage,
} from '../../support/resolvers/dnstap-messages.ts';

const bytes = fc.uint8Array({ minLength: 1, maxLength: 60 });
const optional = { requiredKeys: [] };
const nanoseconds = fc.integer({ min: 0, max: 999_999_999 });
const seconds = fc.integer({ min: 0, max: 253_402_300_799 });
const port = fc.integer({ min: 0, max: 65_535 });

const anyMessage = fc
  .record(
    {
      type: fc.integer({ min: 1, max: 14 }),
      socket_protocol: fc.integer({ min: 0, max: 200 }),
      http_protocol: fc.integer({ min: 1, max: 3 }),
      query_port: port,
      response_port: port,
      query_time_sec: seconds,
      query_time_nsec: nanoseconds,
      response_time_sec: seconds,
      response_time_nsec: nanoseconds,
      query_message: bytes,
      response_message: bytes,
      query_zone: bytes,
      policy: fc.record(
        { type: fc.string({ maxLength: 8 }), rule: bytes, action: fc.nat(9), match: fc.nat(9), value: bytes },
        optional,
      ),
      addresses: fc.constantFrom(4, 16),
    },
    { requiredKeys: ['type', 'query_message', 'addresses'] },
  )
  .map(({ addresses, ...fields }) => ({
    ...fields,
    socket_family: addresses === 4 ? 1 : 2,
    query_address: new Uint8Array(addresses).fill(7),
    response_address: new Uint8Array(addresses).fill(9),
  }));

const hex = (value: Uint8Array | undefined): string => Buffer.from(value ?? []).toString('hex');

test('reads every field that another implementation of protobuf writes', (t) => {
  const reader = new MessageReader();
  const outer = fc.record({ identity: bytes, version: bytes, extra: bytes }, optional);
  fc.assert(
    fc.property(anyMessage, outer, (message, around) => {
      const fields: DnstapFields = { ...around, type: 1, message };
      // Offsets count within the frame's buffer, wherever it lies in there.
      const frame = Buffer.concat([Buffer.alloc(5, 0xff), encodeDnstap(fields), Buffer.alloc(5, 0xff)]);
      t.is(reader.read(frame, 5, frame.length - 5), undefined);
      t.deepEqual(copyOf(reader.view), {
        identity: hex(around.identity),
        version: hex(around.version),
        extra: hex(around.extra),
        type: message.type,
        socket_family: message.socket_family,
        socket_protocol: message.socket_protocol ?? 0,
        http_protocol: message.http_protocol ?? 0,
        query_address: hex(message.query_address),
        response_address: hex(message.response_address),
        query_port: message.query_port ?? 0,
        response_port: message.response_port ?? 0,
        query_time_sec: message.query_time_sec ?? 0,
        query_time_nsec: message.query_time_nsec ?? 0,
        response_time_sec: message.response_time_sec ?? 0,
        response_time_nsec: message.response_time_nsec ?? 0,
        query_message: hex(message.query_message),
        response_message: hex(message.response_message),
        query_zone: hex(message.query_zone),
        policy_type: message.policy?.type ?? '',
        policy_rule: hex(message.policy?.rule),
        policy_value: hex(message.policy?.value),
        policy_action: message.policy?.action ?? 0,
        policy_match: message.policy?.match ?? 0,
      });
    }),
    { numRuns: 500 },
  );
});

test('skips unknown fields of every wire type, and known ones in a foreign wire type', (t) => {
  const known = encodeDnstap(sampleMessage());
  const unknown = Buffer.from([
    ...[0xa0, 0x06, 0x96, 0x01], // field 100, varint
    ...[0xa1, 0x06, 1, 2, 3, 4, 5, 6, 7, 8], // 64 bits
    ...[0xa2, 0x06, 3, 9, 9, 9], // bytes
    ...[0xa5, 0x06, 1, 2, 3, 4], // 32 bits
    ...[0x08, 0x01], // identity, as a varint
  ]);
  const reader = new MessageReader();
  const frame = Buffer.concat([unknown, known, unknown]);
  t.is(reader.read(frame, 0, frame.length), undefined);
  t.is(Buffer.from(copyOf(reader.view).identity, 'hex').toString(), 'resolver.example');
});

test('says what is wrong with a message', (t) => {
  const reader = new MessageReader();
  const fault = (frame: Buffer) => reader.read(frame, 0, frame.length);
  const changed = (change: object) => fault(encodeDnstap(sampleMessage(change)));
  t.is(fault(Buffer.alloc(0)), 'no_message');
  t.is(fault(encodeDnstap({ type: 1, identity: Buffer.from('x') })), 'no_message');
  t.is(changed({ type: 0 }), 'bad_message_type');
  t.is(changed({ type: 15 }), 'bad_message_type');
  t.is(changed({ query_address: Buffer.alloc(16) }), 'bad_address');
  t.is(changed({ socket_family: 0, query_address: Buffer.alloc(5) }), 'bad_address');
  t.is(changed({ query_port: 65_536 }), 'bad_port');
  t.is(changed({ query_time_nsec: 1_000_000_000 }), 'bad_time');
  t.is(changed({ query_time_sec: 253_402_300_800 }), 'bad_time');
  t.is(changed({ query_message: Buffer.alloc(0) }), 'bad_dns_message');
  t.is(changed({ query_message: Buffer.alloc(65_536) }), 'bad_dns_message');
  t.is(fault(Buffer.from([0x0a, 0x05, 1])), 'cut_off');
  t.is(fault(Buffer.alloc(12, 0xff)), 'bad_varint');
  t.is(fault(Buffer.from([0x0b, 0x0c])), 'bad_field');
  t.is(fault(Buffer.from([0x02, 0x00])), 'bad_field');
  t.is(fault(encodeDnstap({ ...sampleMessage(), type: 2 })), 'no_message');
  const whole = encodeDnstap(sampleMessage());
  // The last two bytes are the envelope's own type, without which it can be read.
  for (let length = 0; length < whole.length - 2; length++) t.not(reader.read(whole, 0, length), undefined);
});

test('hostile bytes give a fault or a view within the frame, never an exception', (t) => {
  const reader = new MessageReader();
  const whole = encodeDnstap(sampleMessage({ policy: { type: 'RPZ', rule: Buffer.from([1, 97, 0]) } }));
  const flipped = fc
    .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
    .map((changes) => {
      const frame = Buffer.from(whole);
      for (const [at, octet] of changes) frame[at] = octet;
      return frame;
    });
  const random = fc.uint8Array({ maxLength: 200 }).map((octets) => Buffer.from(octets));
  fc.assert(
    fc.property(fc.oneof(flipped, random), (frame) => {
      const fault = reader.read(frame, 0, frame.length);
      if (fault !== undefined) {
        t.true(messageFaults.includes(fault));
        return;
      }
      for (const [name, value] of Object.entries(reader.view)) {
        if (/(Start|End)$/.test(name)) t.true(value >= 0 && value <= frame.length, name);
      }
    }),
    { numRuns: 5_000 },
  );
});

test('socket protocols become the transports of rows', (t) => {
  t.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 1e9].map(transportOf), [0, 1, 2, 3, 4, 6, 7, 5, 0, 0]);
});
