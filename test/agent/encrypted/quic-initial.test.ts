import test from 'ava';
import fc from 'fast-check';
import { readClientHello } from '../../../agent/encrypted/client-hello.ts';
import {
  cryptoFrames,
  initialKeys,
  openInitial,
  readInitialHeader,
} from '../../../agent/encrypted/quic-initial.ts';
import { helloInHandshake } from '../../../agent/encrypted/tls-records.ts';
import { initialPacket, quicVersions } from '../../support/packets/quic-packets.ts';

const id = Buffer.from('8394c8f03e515708', 'hex');
/** The CRYPTO frame of RFC 9001 appendix A.2, which RFC 9369 appendix A.2 has too. */
const frame = Buffer.from(
  '060040f1010000ed0303ebf8fa56f12939b9584a3896472ec40bb863cfd3e86804fe3a47f06a2b69484c00000413011302010000c000' +
    '000010000e00000b6578616d706c652e636f6dff01000100000a00080006001d0017001800100007000504616c706e0005000501' +
    '00000000003300260024001d00209370b2c9caa47fbabaf4559fedba753de171fa71f50f1ce15d43e994ec74d748002b0003020304' +
    '000d0010000e0403050306030203080408050806002d00020101001c00024001003900320408ffffffffffffffff05048000ffff07' +
    '048000ffff0801100104800075300901100f088394c8f03e51570806048000ffff',
  'hex',
);
/** How the packets of both appendices begin and end; the end is the seal over all of it. */
const examples = {
  v1: [
    'c000000001088394c8f03e5157080000449e7b9aec34d1b1c98dd7689fb8ec11d242b123',
    'e221af44860018ab0856972e194cd934',
  ],
  v2: [
    'd76b3343cf088394c8f03e5157080000449ea0c95e82ffe67b6abcdb4298b485dd04de80',
    'a18b2faa745b6fe189cf772a9f84cbfc',
  ],
} as const;

test('keys are those of RFC 9001 and RFC 9369', (t) => {
  const one = initialKeys(quicVersions.v1, id);
  t.deepEqual(
    [one.key, one.iv, one.headerKey].map((part) => part.toString('hex')),
    ['1f369613dd76d5467730efcbe3b1a22d', 'fa044b2f42a3fd3b46fb255c', '9f50449e04a0e810283a1e9933adedd2'],
  );
  const two = initialKeys(quicVersions.v2, id);
  t.deepEqual(
    [two.key, two.iv, two.headerKey].map((part) => part.toString('hex')),
    ['8b1a0bc121284290a29e0971b5cd045d', '91f73e2351d8fa91660e909f', '45b95e15235d6f45a6b19cbcb0294ba9'],
  );
});

for (const name of ['v1', 'v2'] as const) {
  test(`the example packet of version ${name} is opened, and its hello read`, (t) => {
    const version = quicVersions[name];
    const packet = initialPacket(version, id, 2, frame);
    const [begin, end] = examples[name];
    t.true(packet.toString('hex').startsWith(begin), packet.toString('hex', 0, 40));
    t.true(packet.toString('hex').endsWith(end));
    t.is(packet.length, 1_200);
    const header = readInitialHeader(packet, 0, packet.length)!;
    const payload = openInitial(packet, header, initialKeys(header.version, header.destinationId))!;
    const parts: Buffer[] = [];
    cryptoFrames(payload, (_offset, from, to) => parts.push(payload.subarray(from, to)));
    const found = helloInHandshake(Buffer.concat(parts));
    if (typeof found === 'string') return t.fail(found);
    t.like(readClientHello(found.body, 'q'), { serverName: 'example.com', alpn: ['alpn'] });
    packet[600]! ^= 1;
    t.is(openInitial(packet, header, initialKeys(header.version, header.destinationId)), undefined);
  });
}

test('whatever octets a datagram has, they are refused or read within its bounds', (t) => {
  const packet = initialPacket(quicVersions.v1, id, 2, frame);
  const property = fc.property(
    fc.array(fc.record({ at: fc.nat(40), value: fc.nat(255) }), { maxLength: 6 }),
    fc.nat(packet.length),
    (changes, length) => {
      const mutated = Buffer.from(packet);
      for (const { at, value } of changes) mutated[at] = value;
      const header = readInitialHeader(mutated, 0, length);
      if (header === undefined) return true;
      openInitial(mutated, header, initialKeys(header.version, header.destinationId));
      return header.end <= length;
    },
  );
  t.notThrows(() => fc.assert(property, { numRuns: 1_000 }));
});

test('whatever frames an opened packet has, only parts of it are given out', (t) => {
  const kinds = fc.constantFrom(0, 1, 2, 3, 6, 0x1c, 0x1e);
  const octets = fc.array(fc.oneof(kinds, fc.nat(255)), { maxLength: 200 });
  fc.assert(
    fc.property(octets, (values) => {
      const payload = Uint8Array.from(values);
      let inside = true;
      cryptoFrames(payload, (offset, start, end) => {
        inside &&= offset >= 0 && start <= end && end <= payload.length;
      });
      return inside;
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});
