import test from 'ava';
import { encode } from 'dns-packet';
import fc from 'fast-check';
import { decodeMessage } from '../../../../scanner/network/dns/message/decode-message.ts';
import { encodeQuery } from '../../../../scanner/network/dns/message/encode-query.ts';
import { readZoneFile } from '../../../../shared/zone-file/read-zone-file.ts';

const response = encode({
  type: 'response',
  id: 7,
  flags: 0x8400,
  questions: [{ type: 'MX', name: 'Example.COM', class: 'IN' }],
  answers: [
    { type: 'MX', name: 'Example.COM', ttl: 60, data: { preference: 10, exchange: 'Mail.Example.COM' } },
    {
      type: 'SOA',
      name: 'example.com',
      ttl: 60,
      data: {
        mname: 'ns.example.com',
        rname: 'a.example.com',
        serial: 1,
        refresh: 2,
        retry: 3,
        expire: 4,
        minimum: 5,
      },
    },
    {
      type: 'SRV',
      name: '_a._b.example.com',
      ttl: 60,
      data: { priority: 1, weight: 2, port: 3, target: 'x.example.com' },
    },
  ],
  authorities: [{ type: 'NS', name: 'example.com', ttl: 60, data: 'ns.example.com' }],
  additionals: [{ type: 'A', name: 'ns.example.com', ttl: 60, data: '192.0.2.1' }],
});

test('names are written out whole, in stored form as owners and in their letters within data', (t) => {
  const message = decodeMessage(response)!;
  t.deepEqual(
    [...message.answer, ...message.authority, ...message.additional].map(
      ({ name, text }) => `${name} ${text}`,
    ),
    [
      'example.com 10 mail.example.com',
      'example.com ns.example.com a.example.com 1 2 3 4 5',
      '_a._b.example.com 1 2 3 x.example.com',
      'example.com ns.example.com',
      'ns.example.com 192.0.2.1',
    ],
  );
  const [mx] = readZoneFile('@ 60 MX 10 Mail.Example.COM.', { origin: 'example.com' });
  t.deepEqual(Buffer.from(message.answer[0]!.data), mx!.data);
  t.is(message.question?.name.toString('latin1'), '\x07Example\x03COM\0');
});

test('EDNS is read with its errors, and an OPT record is no record', (t) => {
  const { message: query } = encodeQuery({
    id: 1,
    name: 'example',
    type: 1,
    class: 1,
    recursionDesired: true,
    checkingDisabled: true,
    edns: true,
    ednsVersion: 1,
    dnssecOk: true,
  });
  const option = Buffer.from([0, 15, 0, 6, 0, 7, ...Buffer.from('late')]);
  const answer = Buffer.concat([query.subarray(0, -2), Buffer.from([0, option.length]), option]);
  const decoded = decodeMessage(answer)!;
  t.like(decoded.edns, { version: 1, size: 1_232, dnssecOk: true });
  t.deepEqual(decoded.edns?.extendedErrors, [{ code: 7, text: 'late' }]);
  t.deepEqual(decoded.additional, []);
});

test('the case of letters follows the bits and leaves the rest alone', (t) => {
  const query = {
    id: 1,
    name: 'a-1.example',
    type: 1,
    class: 1,
    recursionDesired: false,
    checkingDisabled: false,
    edns: false,
    dnssecOk: false,
  };
  const { name } = encodeQuery(query, Uint8Array.of(0xff));
  t.is(name.toString('latin1'), '\x03A-1\x07EXAMPLE\0');
});

test('any octets are a message or none', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 512 }), (octets) => void decodeMessage(octets)),
      { numRuns: 2_000 },
    ),
  );
});

test('a message with some octets changed is a message or none', (t) => {
  const change = fc.tuple(fc.nat(response.length - 1), fc.nat(255));
  t.notThrows(() =>
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.nat(response.length),
        (changes, length) => {
          const octets = Buffer.from(response);
          for (const [at, octet] of changes) octets[at] = octet;
          decodeMessage(octets);
          decodeMessage(octets.subarray(0, length));
        },
      ),
      { numRuns: 3_000 },
    ),
  );
});
