import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import packet, { type DecodedPacket, type RecordType } from 'dns-packet';

/** Asks a server on loopback over UDP once; undefined where nothing comes back in time. */
export function askUdp(
  port: number,
  name: string,
  type: RecordType = 'A',
  milliseconds = 10_000,
): Promise<DecodedPacket | undefined> {
  const query = packet.encode({
    type: 'query',
    id: randomInt(65_536),
    flags: packet.RECURSION_DESIRED,
    questions: [{ name, type, class: 'IN' }],
  });
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const done = (answer?: DecodedPacket): void => {
      clearTimeout(timer);
      socket.close();
      resolve(answer);
    };
    const timer = setTimeout(() => done(), milliseconds);
    socket.on('error', () => undefined);
    socket.on('message', (message) => done(packet.decode(message)));
    socket.connect(port, '127.0.0.1', () => socket.send(query));
  });
}

/** The response code by name; dns-packet types it too loosely. */
export function responseCodeOf(answer: DecodedPacket | undefined): string | undefined {
  return (answer as { rcode?: string } | undefined)?.rcode;
}
