import { createSocket } from 'node:dgram';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { createQuicProbe } from '../../../../scanner/network/quic/create-quic-probe.ts';
import { decodeVersions } from '../../../../scanner/network/quic/version-packet.ts';
import { systemRandom as random } from '../../../support/system-random.ts';

const probe = createQuicProbe({ policy: new AddressPolicy(['127.0.0.0/8']), random });
const { signal } = new AbortController();

/** A server on loopback that answers each datagram as a test says. */
async function server(t: ExecutionContext, answer: (packet: Buffer) => Buffer | undefined): Promise<number> {
  const socket = createSocket('udp4');
  t.teardown(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  socket.on('message', (packet, from) => {
    const reply = answer(packet);
    if (reply !== undefined) socket.send(reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket.address().port;
}

/** As a server of QUIC answers (RFC 9000 section 17.2.1). */
function negotiation(packet: Buffer, versions: readonly number[]): Buffer {
  const list = Buffer.alloc(4 * versions.length);
  for (const [index, version] of versions.entries()) list.writeUInt32BE(version, 4 * index);
  const source = packet.subarray(14, 23);
  const destination = packet.subarray(5, 14);
  return Buffer.concat([Buffer.from([0xaa, 0, 0, 0, 0]), source, destination, list]);
}

test('a server lists its versions', async (t) => {
  let size = 0;
  const port = await server(t, (packet) => {
    size = packet.length;
    return negotiation(packet, [1, 0x6b3343cf]);
  });
  t.deepEqual(await probe.versions({ address: '127.0.0.1', port, signal }), [1, 0x6b3343cf]);
  t.is(size, 1_200);
});

test('what is no answer is none: other identifiers, echoes, garbage, silence', async (t) => {
  for (const answer of [
    (packet: Buffer) => packet,
    () => Buffer.from('garbage'),
    (packet: Buffer) => negotiation(Buffer.concat([packet.subarray(0, 6), Buffer.alloc(30)]), [1]),
    () => undefined,
  ]) {
    const port = await server(t, answer);
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 150);
    const asked = probe.versions({ address: '127.0.0.1', port, signal: ending.signal });
    await t.throwsAsync(asked, { name: 'ProbeError' });
  }
});

test('where nobody listens, and where the guard forbids it, it is told so', async (t) => {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  const refused = await t.throwsAsync(probe.versions({ address: '127.0.0.1', port, signal }));
  t.like(refused, { failure: 'refused' });
  const forbidden = await t.throwsAsync(probe.versions({ address: '10.0.0.1', port, signal }));
  t.like(forbidden, { failure: 'refused_by_policy' });
});

test('any datagram can be read', (t) => {
  const [destination, source] = [random.bytes(8), random.bytes(8)];
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const versions = decodeVersions(Buffer.from(bytes), destination, source);
      return versions === undefined || versions.length <= 64;
    }),
  );
  t.pass();
});
